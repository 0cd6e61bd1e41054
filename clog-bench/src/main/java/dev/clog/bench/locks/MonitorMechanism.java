package dev.clog.bench.locks;

/** A monitor. */
final class MonitorMechanism implements Mechanism {
    private final Object lock = new Object();
    private int passes;

    @Override
    public long read(Pair pair) {
        synchronized (lock) {
            return pair.checked();
        }
    }

    @Override
    public void write(Pair pair) {
        synchronized (lock) {
            pair.increment();
        }
    }

    @Override
    public void passShared() {
        passExclusive();
    }

    @Override
    public void passExclusive() {
        synchronized (lock) {
            passes++; // an empty block would be compiled away
        }
    }

    @Override
    public String toString() {
        return "synchronized, passes=" + passes;
    }
}
