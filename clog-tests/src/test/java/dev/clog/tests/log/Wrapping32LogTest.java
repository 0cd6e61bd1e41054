package dev.clog.tests.log;

import org.junit.jupiter.api.Nested;

/** The contracts on a log with the files of a real {@code pg_xact}, at the end of an epoch: its segments wrap around. */
class Wrapping32LogTest {
    @Nested
    class Statuses extends WrappingStatusContract {
        @Override
        LogKind kind() {
            return LogKind.WRAPPING_32;
        }
    }

    @Nested
    class Life extends WrappingLifeContract {
        @Override
        LogKind kind() {
            return LogKind.WRAPPING_32;
        }
    }

    @Nested
    class Truncation extends TruncationContract {
        @Override
        LogKind kind() {
            return LogKind.WRAPPING_32;
        }
    }

    @Nested
    class Folders extends FolderContract {
        @Override
        LogKind kind() {
            return LogKind.WRAPPING_32;
        }
    }

    @Nested
    class Concurrency extends ConcurrencyContract {
        @Override
        LogKind kind() {
            return LogKind.WRAPPING_32;
        }
    }
}
