package dev.clog.tests.log;

import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.locks.LockSupport;

/** Breaks STA-1 on purpose: sets the members of a tree one after the other, children first, in no hurry. */
final class ChildrenFirstLog {
    private static final long[] NO_CHILDREN = {};

    private ChildrenFirstLog() {}

    /** A log that is another one but for its trees. */
    static TransactionStatusLog of(TransactionStatusLog log) {
        return (TransactionStatusLog) Proxy.newProxyInstance(
                ChildrenFirstLog.class.getClassLoader(),
                new Class<?>[] {TransactionStatusLog.class},
                (proxy, method, arguments) -> call(log, method, arguments));
    }

    private static Object call(TransactionStatusLog log, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("setTree")) {
            setTree(log, (long) arguments[0], (long[]) arguments[1], (TransactionStatus) arguments[2]);
            return null;
        }
        try {
            return method.invoke(log, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static void setTree(TransactionStatusLog log, long xid, long[] children, TransactionStatus status) {
        for (long child : children) {
            log.setTree(child, NO_CHILDREN, status);
        }
        LockSupport.parkNanos(1);
        log.setTree(xid, NO_CHILDREN, status);
    }
}
