/*
 * The wake protocol of LwLock: see LwWaitList. Three processes: a writer, a reader, and one that waits until the lock is
 * free. Each goes ROUNDS times through its loop. Atomic steps here are the atomic changes of the state word there; the
 * list is changed under the list bit, as there.
 *
 * OTHER is the mode of the second process: SHARED, or EXCLUSIVE.
 *
 * Checked: a writer is alone (assert); nobody sleeps for ever (no invalid end state).
 *
 * BROKEN 1: the second look after queueing is left out.
 * BROKEN 2: a wake of one that only waits until the lock is free counts as a wake under way, and nobody clears it.
 * BROKEN 3: a waiter that had the lock by its second look does not clear the mark of the wake it absorbed.
 */
#ifndef BROKEN
#define BROKEN 0
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

#ifndef OTHER
#define OTHER SHARED
#endif

#define N 3
#define EXCLUSIVE 0
#define SHARED 1
#define UNTIL_FREE 2

#define IDLE 0
#define QUEUED 1
#define LEAVING 2

/* the state word */
bool held_x;
byte held_s;
bool listLocked;
bool hasWaiters;
bool wakePending;

/* nodes; the list is a queue of process numbers for those who enter, and a set for those who wait until free */
byte status[N];
byte mode[N];
chan entering = [N] of { byte };

/* ghost: who is inside */
byte writers;
byte readers;

inline lockList() { atomic { !listLocked -> listLocked = true } }

inline anyQueued(result) {
    result = (status[0] == QUEUED || status[1] == QUEUED || status[2] == QUEUED)
}

inline unlockList(setPending, clearPending) {
    atomic {
        anyQueued(flag);
        hasWaiters = flag;
        if
        :: setPending -> wakePending = true
        :: clearPending -> wakePending = false
        :: else
        fi;
        listLocked = false
    }
}

/* one atomic attempt; got is set */
inline enter(m, clearPending) {
    atomic {
        got = false;
        if
        :: m == EXCLUSIVE && !held_x && held_s == 0 -> held_x = true; got = true
        :: m == SHARED && !held_x -> held_s++; got = true
        :: else
        fi;
        if
        :: got && clearPending -> wakePending = false
        :: else
        fi
    }
}

inline enqueue(m, clearPending) {
    lockList();
    d_step {
        mode[me] = m;
        status[me] = QUEUED;
        if
        :: m != UNTIL_FREE -> entering!me
        :: else
        fi
    };
    unlockList(false, clearPending)
}

inline wakeUp() {
    lockList();
    d_step {
        wakeSome = false;
        taken[0] = false; taken[1] = false; taken[2] = false;
        /* one writer, or all readers */
        if
        :: len(entering) > 0 ->
            entering?<who>;
            if
            :: mode[who] == EXCLUSIVE ->
                entering?who; taken[who] = true; wakeSome = true
            :: else ->
                i = len(entering);
                do
                :: i > 0 ->
                    entering?who;
                    if
                    :: mode[who] == SHARED -> taken[who] = true; wakeSome = true
                    :: else -> entering!who
                    fi;
                    i--
                :: else -> break
                od
            fi
        :: else
        fi;
        i = 0;
        do
        :: i < N ->
            if
            :: status[i] == QUEUED && mode[i] == UNTIL_FREE ->
                taken[i] = true;
                if
                :: BROKEN == 2 -> wakeSome = true
                :: else
                fi
            :: else
            fi;
            if
            :: taken[i] -> status[i] = LEAVING
            :: else
            fi;
            i++
        :: else -> break
        od;
        i = 0; who = 0
    };
    unlockList(wakeSome, !wakeSome);
    /* the wakes, one by one */
    if :: taken[0] -> status[0] = IDLE :: else fi;
    if :: taken[1] -> status[1] = IDLE :: else fi;
    if :: taken[2] -> status[2] = IDLE :: else fi
}

/* takes the node off the list, or absorbs the wake */
inline leave() {
    lockList();
    d_step {
        removed = false;
        if
        :: status[me] == QUEUED ->
            removed = true;
            status[me] = IDLE;
            i = len(entering);
            do
            :: i > 0 ->
                entering?who;
                if
                :: who == me
                :: else -> entering!who
                fi;
                i--
            :: else -> break
            od;
            i = 0; who = 0
        :: else
        fi
    };
    unlockList(false, false);
    if
    :: !removed ->
        if
        :: BROKEN != 3 -> wakePending = false
        :: else
        fi;
        status[me] == IDLE
    :: else
    fi
}

inline release(m) {
    atomic {
        if
        :: m == EXCLUSIVE -> held_x = false
        :: else -> held_s--
        fi;
        flag = (!held_x && held_s == 0 && hasWaiters && !wakePending)
    };
    if
    :: flag -> wakeUp()
    :: else
    fi
}

inline acquire(m) {
    enter(m, false);
    woken = false;
    do
    :: got -> break
    :: else ->
        enqueue(m, woken);
        got = false;
        if
        :: BROKEN != 1 -> enter(m, false)
        :: else
        fi;
        if
        :: got -> leave(); got = true; break
        :: else
        fi;
        status[me] == IDLE; /* asleep */
        woken = true;
        enter(m, true)
    od
}

proctype holder(byte me; byte m) {
    bool got, flag, woken, wakeSome, removed;
    bool taken[N];
    byte i, who, round;
    do
    :: round < ROUNDS ->
        acquire(m);
        atomic {
            if
            :: m == EXCLUSIVE -> writers++
            :: else -> readers++
            fi
        };
        assert(writers <= 1 && (writers == 0 || readers == 0));
        atomic {
            if
            :: m == EXCLUSIVE -> writers--
            :: else -> readers--
            fi
        };
        release(m);
        round++
    :: else -> break
    od
}

/* acquireOrWait */
proctype waiter(byte me) {
    bool got, flag, wakeSome, removed;
    bool taken[N];
    byte i, who, round;
    do
    :: round < ROUNDS ->
        enter(EXCLUSIVE, false);
        if
        :: got
        :: else ->
            enqueue(UNTIL_FREE, false);
            enter(EXCLUSIVE, false);
            if
            :: got -> leave(); got = true
            :: else -> status[me] == IDLE /* asleep */
            fi
        fi;
        if
        :: got ->
            writers++;
            assert(writers <= 1 && readers == 0);
            writers--;
            release(EXCLUSIVE)
        :: else
        fi;
        round++
    :: else -> break
    od
}

init {
    atomic {
        run holder(0, EXCLUSIVE);
        run holder(1, OTHER);
        run waiter(2)
    }
}
