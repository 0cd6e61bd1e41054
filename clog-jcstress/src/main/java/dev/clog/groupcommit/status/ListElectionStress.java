package dev.clog.groupcommit.status;

import dev.clog.api.TransactionStatus;
import dev.clog.groupcommit.status.CommitList.Push;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A request that is pushed while a leader takes the list is taken, or its committer leads, and not both. */
@JCStressTest
@Outcome(
        id = {"1, 0", "0, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "Served once.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Nobody serves it.")
@Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "Both serve it.")
@State
public class ListElectionStress {
    private final CommitList list = new CommitList();
    private final CommitRequest second = new CommitRequest(4, new long[0], TransactionStatus.COMMITTED, 0);

    /** There is a leader. */
    public ListElectionStress() {
        list.push(new CommitRequest(3, new long[0], TransactionStatus.COMMITTED, 0));
    }

    /** The committer. */
    @Actor
    public void committer(II_Result r) {
        r.r1 = list.push(second) == Push.LEADS ? 1 : 0;
    }

    /** The leader. */
    @Actor
    public void leader(II_Result r) {
        r.r2 = list.takeAll() == second ? 1 : 0;
    }
}
