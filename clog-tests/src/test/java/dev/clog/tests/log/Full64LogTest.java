package dev.clog.tests.log;

import org.junit.jupiter.api.Nested;

/** The contracts on a log with 64-bit file positions, where the names of segments grow a digit. */
class Full64LogTest {
    @Nested
    class Statuses extends WideStatusContract {
        @Override
        LogKind kind() {
            return LogKind.FULL_64;
        }
    }

    @Nested
    class Life extends WideLifeContract {
        @Override
        LogKind kind() {
            return LogKind.FULL_64;
        }
    }

    @Nested
    class Truncation extends TruncationContract {
        @Override
        LogKind kind() {
            return LogKind.FULL_64;
        }
    }

    @Nested
    class Folders extends FolderContract {
        @Override
        LogKind kind() {
            return LogKind.FULL_64;
        }
    }

    @Nested
    class Concurrency extends ConcurrencyContract {
        @Override
        LogKind kind() {
            return LogKind.FULL_64;
        }
    }
}
