package dev.clog.bench.commit;

/** In what the writers of statuses are compared. */
public enum Situation {
    /** As they are by default: who finds the lock free takes it. */
    FAST_PATH("with the fast path"),
    /** Group writers always go through their list or ring. */
    NO_FAST_PATH("without the fast path"),
    /** With the fast path; now and then who gets the lock keeps it for a while: see {@link StallingCursors}. */
    STALLED("with stalled holders and the fast path"),
    /** The same without the fast path: those who were served do not take the lock before the next leader. */
    STALLED_NO_FAST_PATH("with stalled holders and without the fast path"),
    /** With the fast path; a thread beside keeps the lock for a while, now and then: see {@link BackgroundHolder}. */
    BACKGROUND("with a background holder");

    private final String text;

    Situation(String text) {
        this.text = text;
    }

    /** Who finds the lock free takes it. */
    boolean fastPath() {
        return this != NO_FAST_PATH && this != STALLED_NO_FAST_PATH;
    }

    /** Who gets the lock may stall. */
    boolean stalls() {
        return this == STALLED || this == STALLED_NO_FAST_PATH;
    }

    @Override
    public String toString() {
        return text;
    }
}
