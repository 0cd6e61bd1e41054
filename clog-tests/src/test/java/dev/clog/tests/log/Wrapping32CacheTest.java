package dev.clog.tests.log;

import org.junit.jupiter.api.Nested;

/** The contracts on a log with the files of a real {@code pg_xact} and four slots for pages. */
class Wrapping32CacheTest {
    @Nested
    class Statuses extends WrappingStatusContract {
        @Override
        LogKind kind() {
            return LogKind.WRAPPING_32_CACHED;
        }
    }

    @Nested
    class Life extends WrappingLifeContract {
        @Override
        LogKind kind() {
            return LogKind.WRAPPING_32_CACHED;
        }
    }

    @Nested
    class Truncation extends TruncationContract {
        @Override
        LogKind kind() {
            return LogKind.WRAPPING_32_CACHED;
        }
    }

    @Nested
    class Folders extends FolderContract {
        @Override
        LogKind kind() {
            return LogKind.WRAPPING_32_CACHED;
        }
    }

    @Nested
    class Concurrency extends ConcurrencyContract {
        @Override
        LogKind kind() {
            return LogKind.WRAPPING_32_CACHED;
        }
    }
}
