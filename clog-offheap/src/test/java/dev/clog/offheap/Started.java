package dev.clog.offheap;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/** A question that another thread is asking. */
final class Started {
    private static final long PATIENCE_SECONDS = 30;

    private final FutureTask<Long> task;
    private final Thread thread;

    Started(LongSupplier question) {
        task = new FutureTask<>(question::getAsLong);
        thread = new Thread(task, "asking");
        thread.setDaemon(true);
        thread.start();
    }

    Thread thread() {
        return thread;
    }

    boolean isDone() {
        return task.isDone();
    }

    /** The answer, which must come. */
    long answer() throws InterruptedException {
        try {
            return task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("it waits", e);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    /** The failure, which must come. */
    Throwable failure() throws InterruptedException {
        try {
            throw new AssertionError("answered " + task.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            throw new AssertionError("it waits", e);
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }
}
