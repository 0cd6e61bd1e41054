package dev.clog.tests.log;

import org.junit.jupiter.api.Nested;

/** The contracts on a log with 64-bit file positions and two banks of slots for pages. */
class Full64CacheTest {
    @Nested
    class Statuses extends WideStatusContract {
        @Override
        LogKind kind() {
            return LogKind.FULL_64_CACHED;
        }
    }

    @Nested
    class Life extends WideLifeContract {
        @Override
        LogKind kind() {
            return LogKind.FULL_64_CACHED;
        }
    }

    @Nested
    class Truncation extends TruncationContract {
        @Override
        LogKind kind() {
            return LogKind.FULL_64_CACHED;
        }
    }

    @Nested
    class Folders extends FolderContract {
        @Override
        LogKind kind() {
            return LogKind.FULL_64_CACHED;
        }
    }

    @Nested
    class Concurrency extends ConcurrencyContract {
        @Override
        LogKind kind() {
            return LogKind.FULL_64_CACHED;
        }
    }
}
