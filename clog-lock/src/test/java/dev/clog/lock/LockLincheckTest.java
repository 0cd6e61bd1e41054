package dev.clog.lock;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Lincheck's model checker tries schedules of a few operations in two or three threads, switching at every access to a
 * shared field, and compares the results with those of all sequential orders. A lost wake shows as a deadlock. Time stands
 * still there, so that nobody starves or times out.
 */
@DisplayName("LCK-1 to LCK-5, LCK-8: no schedule breaks exclusion or loses a wake")
class LockLincheckTest {
    private static boolean spinning;

    @BeforeAll
    static void stopSpinning() {
        spinning = ThreadHolds.spinning;
        ThreadHolds.spinning = false;
    }

    @AfterAll
    static void spinAgain() {
        ThreadHolds.spinning = spinning;
    }

    /** A counter of two halves under a lock, and a flush that one does for all. */
    public static class LwCounter {
        private final LwLock lock = LockTranche.named("lincheck").newLock(0);
        private long first;
        private long second;

        @Operation
        public long increment() {
            lock.acquire(LockMode.EXCLUSIVE);
            first++;
            second++;
            long now = first;
            lock.release();
            return now;
        }

        @Operation
        public long read() {
            lock.acquire(LockMode.SHARED);
            long now = first == second ? first : -1;
            lock.release();
            return now;
        }

        @Operation
        public boolean orWait() {
            while (!lock.acquireOrWait(LockMode.EXCLUSIVE)) {
                // until it leads
            }
            boolean whole = first == second;
            lock.release();
            return whole;
        }
    }

    /** The same under the lock of the ProcArray. */
    public static class ProcArrayCounter {
        private final ProcArrayLock lock = new ProcArrayLock("lincheck");
        private long first;
        private long second;

        @Operation
        public void end() {
            lock.endTransaction(() -> {
                first++;
                second++;
            });
        }

        @Operation
        public long read() {
            lock.acquire(LockMode.SHARED);
            long now = first == second ? first : -1;
            lock.release();
            return now;
        }

        @Operation
        public long increment() {
            lock.acquire(LockMode.EXCLUSIVE);
            first++;
            second++;
            long now = first;
            lock.release();
            return now;
        }
    }

    /** The rules of the LWLock of 2011, as the benchmarks have them: the seam's other use. */
    public static final class Type2011 implements FlexLockType<LockMode> {
        private int shared;
        private boolean exclusive;
        private boolean releaseOk = true;

        @Override
        public Admission admit(LockMode mode, boolean woken) {
            releaseOk |= woken;
            if (exclusive || (mode == LockMode.EXCLUSIVE && shared > 0)) {
                return Admission.WAIT;
            }
            if (mode == LockMode.EXCLUSIVE) {
                exclusive = true;
            } else {
                shared++;
            }
            return Admission.ENTER;
        }

        @Override
        public void leave(LockMode mode) {
            if (mode == LockMode.EXCLUSIVE) {
                exclusive = false;
            } else {
                shared--;
            }
        }

        @Override
        public void released(FlexWaiters<LockMode> waiters) {
            if (exclusive || shared > 0 || !releaseOk || !waiters.next()) {
                return;
            }
            releaseOk = false;
            LockMode first = waiters.mode();
            waiters.wake();
            while (first == LockMode.SHARED && waiters.next() && waiters.mode() == LockMode.SHARED) {
                waiters.wake();
            }
        }
    }

    /** A counter of two halves under the LWLock of 2011. */
    public static class FlexCounter {
        private final FlexLock<LockMode> lock = new FlexLock<>("lincheck", new Type2011(), LockMode.class);
        private long first;
        private long second;

        @Operation
        public long increment() {
            lock.acquire(LockMode.EXCLUSIVE);
            first++;
            second++;
            long now = first;
            lock.release();
            return now;
        }

        @Operation
        public long read() {
            lock.acquire(LockMode.SHARED);
            long now = first == second ? first : -1;
            lock.release();
            return now;
        }
    }

    /** The same under a spinlock. */
    public static class SpinCounter {
        private final SpinLock lock = new SpinLock("lincheck");
        private long counter;

        @Operation
        public long increment() {
            lock.acquire();
            long now = ++counter;
            lock.release();
            return now;
        }
    }

    /** A waiter that does not look again once it has queued: must be caught. */
    public static class NoSecondLook {
        private final LwLock lock = LockTranche.named("lincheck").newLock(0);

        @Operation
        public int pass() {
            LwWaiter waiter = new LwWaiter(Thread.currentThread());
            while (lock.enterNow(LockMode.EXCLUSIVE) == null) {
                waiter.mode = LwWaitMode.EXCLUSIVE;
                lock.enqueue(waiter, false, LwState.WAKE_PENDING);
                lock.awaitFree(waiter, LwPatience.endless());
            }
            lock.leaveExclusive();
            return 1;
        }
    }

    private static void check(Class<?> type) {
        new ModelCheckingOptions()
                .iterations(5 * Crew.EFFORT)
                .invocationsPerIteration(600 * Crew.EFFORT)
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(1)
                .check(type);
    }

    @Test
    void shouldKeepAnLwLockSafe() {
        check(LwCounter.class);
    }

    @Test
    void shouldKeepAProcArrayLockSafe() {
        check(ProcArrayCounter.class);
    }

    @Test
    void shouldKeepTheLwLockOf2011Safe() {
        check(FlexCounter.class);
    }

    @Test
    void shouldKeepASpinLockSafe() {
        check(SpinCounter.class);
    }

    @Test
    void shouldFindTheLostWakeOfAWaiterThatDoesNotLookAgain() {
        assertThrows(LincheckAssertionError.class, () -> check(NoSecondLook.class));
    }
}
