/*
 * Who leads, and who is answered: see RingWriter and ListWriter. N committers, each with ROUNDS commits; a ring with SLOTS
 * places, or a list.
 *
 * FAST 1: a commit may go past the group, and may serve what waits before it gives up the lock.
 *
 * KIND 1: a ring with a flag, a committer leads. KIND 2: a ring with a thread of its own, which ends at some time, after
 * which committers lead. KIND 3: a list.
 *
 * BANKS 2: each committer leads under the lock of its bank, so that two leaders may take at the same time.
 *
 * Steps here are the atomic accesses to shared memory there, in their order; full fences stand for no step.
 *
 * Checked: nobody waits for ever (no invalid end state); each request is applied once, and before it is answered.
 *
 * BROKEN 1: a committer does not look for a leader after it has published (ring); pushes and never leads (list).
 * BROKEN 2: a leader does not take again after it has lowered the flag (ring); takes the list before it has the lock, and
 *   empties it afterwards (list).
 * BROKEN 3: a leader lowers the flag last, after it has taken for the last time (ring).
 * BROKEN 4: two steps instead of the exchange: reading the next place and moving on (ring, two banks); reading the head
 *   and clearing it (list).
 * BROKEN 5: the thread takes for the last time before it marks its end (KIND 2).
 * BROKEN 6: a leader of a list takes it before it says that it waits no more (KIND 3, FAST 1).
 */
#ifndef KIND
#define KIND 1
#endif
#ifndef BROKEN
#define BROKEN 0
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

#ifndef FAST
#define FAST 0
#endif

#ifndef BANKS
#define BANKS 1
#endif

#define N 3
#define BANK (me % BANKS)
#define SLOTS 2
#define NOBODY 255

bool locked[BANKS];

/* requests, one for each committer at a time */
byte applied[N];
bool answered[N];

/* the ring: sequences count up from 0; a place is published when it shows its sequence */
byte claimed;
byte taken;
byte slot[SLOTS];
byte published[SLOTS];
bool raised;
bool served = (KIND == 2);

/* the list: a head, and what each leads to */
byte head = NOBODY;
byte next[N];
bool waits;

inline lock() { atomic { !locked[BANK] -> locked[BANK] = true } }
inline unlock() { locked[BANK] = false }

inline tryRaise(result) {
    atomic {
        result = !raised;
        raised = true
    }
}

/* one request off the ring, or NOBODY */
inline take(result) {
    result = NOBODY;
    do
    :: true ->
        before = taken;
        if
        :: published[before % SLOTS] == before + 1 ->
            candidate = slot[before % SLOTS];
            if
            :: BROKEN == 4 ->
                taken = before + 1;
                result = candidate;
                break
            :: else ->
                atomic {
                    if
                    :: taken == before ->
                        taken = before + 1;
                        result = candidate;
                        break
                    :: else
                    fi
                }
            fi
        :: else ->
            if
            :: taken == before -> break
            :: else
            fi
        fi
    od
}

/* takes and applies all that it finds; mine[] is what is to be answered */
inline takeAll() {
    take(got);
    do
    :: got == NOBODY -> break
    :: else ->
        applied[got]++;
        mine[got] = true;
        take(got)
    od
}

inline answerMine() {
    i = 0;
    do
    :: i < N ->
        if
        :: mine[i] ->
            mine[i] = false;
            answered[i] = true
        :: else
        fi;
        i++
    :: else -> break
    od;
    i = 0
}

/* the lock is held */
inline serveHeld() {
    takeAll();
    if
    :: BROKEN != 3 -> raised = false
    :: else
    fi;
    if
    :: BROKEN != 2 -> takeAll()
    :: else
    fi;
    if
    :: BROKEN == 3 -> raised = false
    :: else
    fi;
    unlock();
    answerMine()
}

inline takeList() {
    atomic {
        got = head;
        head = NOBODY
    }
}

inline applyList() {
    do
    :: got == NOBODY -> break
    :: else ->
        applied[got]++;
        mine[got] = true;
        got = next[got]
    od
}

inline serveList() {
    if
    :: BROKEN == 2 ->
        got = head;
        lock();
        head = NOBODY
    :: BROKEN == 4 ->
        lock();
        got = head;
        head = NOBODY
    :: else ->
        if
        :: waits = true;
            lock();
            if
            :: BROKEN != 6 -> waits = false
            :: else
            fi
        :: lock()
        fi;
        takeList();
    fi;
    applyList();
    if
    :: BROKEN == 6 -> waits = false
    :: else
    fi;
    unlock();
    answerMine()
}

inline alone() {
    lock();
    applied[me]++;
    unlock();
    answered[me] = true
}

/* past the group */
inline pass() {
    lock();
    applied[me]++;
    if
    :: KIND == 3 ->
        takeList();
        applyList()
    :: KIND != 3 -> takeAll()
    :: true
    fi;
    unlock();
    answerMine();
    answered[me] = true
}

inline commitOnRing() {
    leads = false;
    if
    :: !served -> tryRaise(leads)
    :: else
    fi;
    if
    :: leads ->
        lock();
        applied[me]++;
        serveHeld();
        answered[me] = true
    :: else ->
        /* claims a place, where one is free */
        atomic {
            if
            :: claimed - taken < SLOTS ->
                place = claimed;
                claimed++;
                noPlace = false
            :: else -> noPlace = true
            fi
        };
        if
        :: noPlace -> alone()
        :: else ->
            slot[place % SLOTS] = me;
            published[place % SLOTS] = place + 1;
            if
            :: BROKEN != 1 && !served ->
                tryRaise(leads);
                if
                :: leads ->
                    lock();
                    serveHeld()
                :: else
                fi
            :: else
            fi
        fi
    fi
}

inline commitOnList() {
    do
    :: true ->
        got = head;
        next[me] = got;
        atomic {
            if
            :: head == got ->
                head = me;
                break
            :: else
            fi
        }
    od;
    if
    :: got == NOBODY && BROKEN != 1 && !waits -> serveList()
    :: else
    fi
}

proctype committer(byte me) {
    bool leads, noPlace;
    bool mine[N];
    byte got, before, candidate, place, i, round;
    do
    :: round < ROUNDS ->
        atomic {
            applied[me] = 0;
            answered[me] = false
        };
        if
        :: FAST == 1 -> pass()
        :: KIND == 3 -> commitOnList()
        :: KIND != 3 -> commitOnRing()
        fi;
        answered[me]; /* sleeps until then */
        assert(applied[me] == 1);
        round++
    :: else -> break
    od
}

/* serves while it likes, then ends */
proctype thread(byte me) {
    bool mine[N];
    byte got, before, candidate, i;
    do
    :: published[taken % SLOTS] == taken + 1 ->
        lock();
        serveHeld()
    :: break
    od;
    if
    :: BROKEN == 5 ->
        lock();
        serveHeld();
        served = false
    :: else ->
        served = false;
        lock();
        serveHeld()
    fi
}

init {
    atomic {
        run committer(0);
        run committer(1);
        run committer(2);
        if
        :: KIND == 2 -> run thread(0)
        :: else
        fi
    }
}
