package dev.clog.lock;

/**
 * The lock of a running set: shared for snapshots, exclusive, and the ending of a transaction. An ending finds the lock
 * free, and is done on the spot; or it stays in the list, and whoever leaves the lock free does it, with all others.
 *
 * <p>Endings are served before sleepers are woken: they are what holders wait for least and owners most. As in the LWLock
 * of 2011 a release wakes one exclusive waiter or all shared ones, and no more until the woken has asked again.
 */
final class ProcArrayLockType implements FlexLockType<ProcArrayMode> {
    private int shared;
    private boolean exclusive;
    private boolean wakePending;

    @Override
    public Admission admit(ProcArrayMode mode, boolean woken) {
        if (woken) {
            wakePending = false;
        }
        if (exclusive || (shared > 0 && mode != ProcArrayMode.SHARED)) {
            return Admission.WAIT;
        }
        switch (mode) {
            case SHARED -> shared++;
            case EXCLUSIVE -> exclusive = true;
            case END_TRANSACTION -> {
                return Admission.RUN;
            }
        }
        return Admission.ENTER;
    }

    @Override
    public void leave(ProcArrayMode mode) {
        assert mode == ProcArrayMode.SHARED ? shared > 0 : exclusive;
        if (mode == ProcArrayMode.SHARED) {
            shared--;
        } else {
            exclusive = false;
        }
    }

    @Override
    public void released(FlexWaiters<ProcArrayMode> waiters) {
        if (exclusive || shared > 0) {
            return;
        }
        ProcArrayMode wokenMode = null;
        while (!waiters.mustStop() && waiters.next()) {
            ProcArrayMode mode = waiters.mode();
            if (mode == ProcArrayMode.END_TRANSACTION) {
                waiters.serve();
            } else if (mode == wokenMode ? mode == ProcArrayMode.SHARED : wokenMode == null && !wakePending) {
                waiters.wake();
                wokenMode = mode;
            }
        }
        wakePending |= wokenMode != null;
    }
}
