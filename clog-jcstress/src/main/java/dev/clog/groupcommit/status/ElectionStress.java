package dev.clog.groupcommit.status;

import dev.clog.api.TransactionStatus;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Steps P2, P3 and L3, L4 of {@link RingWriter}: a request is taken by the leader, or its committer leads. */
@JCStressTest
@Outcome(
        id = {"1, 0", "0, 1", "1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "One saw the other.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Both missed: the committer waits for ever.")
@State
public class ElectionStress {
    private final CommitRing ring = CommitRing.ofParticipants(2);
    private final LeaderFlag flag = new LeaderFlag();
    private final CommitRequest request = new CommitRequest(3, new long[0], TransactionStatus.COMMITTED, 0);

    /** There is a leader. */
    public ElectionStress() {
        flag.tryRaise();
    }

    /** The committer. */
    @Actor
    public void committer(II_Result r) {
        ring.offer(request);
        r.r1 = flag.tryRaise() ? 1 : 0;
    }

    /** The leader. */
    @Actor
    public void leader(II_Result r) {
        flag.lower();
        r.r2 = ring.take() != null ? 1 : 0;
    }
}
