package dev.clog.cli.pgdata;

/** State of a server as its control file has it, in the order of its numbers and in the words of pg_controldata. */
public enum ClusterState {
    /** Being made, or starting. */
    STARTING_UP("starting up"),
    /** Shut down. */
    SHUT_DOWN("shut down"),
    /** A standby, shut down. */
    SHUT_DOWN_IN_RECOVERY("shut down in recovery"),
    /** About to be shut down. */
    SHUTTING_DOWN("shutting down"),
    /** Replaying its log after a crash. */
    IN_CRASH_RECOVERY("in crash recovery"),
    /** A standby, or a restored backup. */
    IN_ARCHIVE_RECOVERY("in archive recovery"),
    /** Running, or crashed while running. */
    IN_PRODUCTION("in production");

    private static final ClusterState[] BY_CODE = values();

    private final String text;

    ClusterState(String text) {
        this.text = text;
    }

    /** True for a number that stands for a state. */
    static boolean isCode(int code) {
        return code >= 0 && code < BY_CODE.length;
    }

    /** The state of a number from 0 to 6. */
    static ClusterState ofCode(int code) {
        return BY_CODE[code];
    }

    /** True if no transaction runs and no file changes. */
    public boolean isShutDown() {
        return this == SHUT_DOWN || this == SHUT_DOWN_IN_RECOVERY;
    }

    /** The words of pg_controldata, as {@code in production}. */
    @Override
    public String toString() {
        return text;
    }
}
