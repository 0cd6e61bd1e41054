package dev.clog.bench.locks;

import dev.clog.lock.LockTranche;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A lock under test. One object, one lock. */
interface Mechanism {
    /** Reads the pair under the lock held shared, or exclusive where there is no other. */
    long read(Pair pair);

    /** Increments the pair under the lock held exclusive. */
    void write(Pair pair);

    /** Takes the lock as {@link #read} does and gives it up. */
    void passShared();

    /** Takes the lock as {@link #write} does and gives it up. */
    void passExclusive();

    /** The mechanism of a name, as the parameter {@code mechanism} of the benchmarks has it. */
    static Mechanism of(String name) {
        LockTranche tranche = LockTranche.named("bench");
        return switch (name) {
            case "lwlock" -> new LwLockMechanism(tranche);
            case "lwlock-uncounted" -> new LwLockMechanism(tranche.withStatistics(false));
            case "lwlock-fair" -> new LwLockMechanism(tranche.withFairness(true));
            case "lwlock-biased" -> new LwLockMechanism(tranche.withReadBias(true));
            case "flexlock-2011" -> new Lwlock2011Mechanism();
            case "procarray" -> new ProcArrayMechanism();
            case "synchronized" -> new MonitorMechanism();
            case "reentrant" -> new ReentrantMechanism();
            case "rwlock" -> new ReadWriteLockMechanism(new ReentrantReadWriteLock());
            case "rwlock-fair" -> new ReadWriteLockMechanism(new ReentrantReadWriteLock(true));
            case "stamped" -> new StampedMechanism();
            case "stamped-optimistic" -> new OptimisticMechanism();
            case "ignite-offheap" -> new OffheapMechanism();
            default -> throw new IllegalArgumentException("no such lock: mechanism=" + name);
        };
    }
}
