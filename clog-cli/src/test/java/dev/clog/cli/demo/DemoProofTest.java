package dev.clog.cli.demo;

import static dev.clog.api.TransactionStatus.ABORTED;
import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.TransactionStatus;
import dev.clog.groupcommit.Clog;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** FLT-3: the proof of the demo finds what it is there to find. */
class DemoProofTest {
    private static final long FIRST_XID = (1L << 32) - 5;

    @TempDir
    private Path temp;

    private final DemoLedger ledger = new DemoLedger(FIRST_XID);
    private Clog log;

    @BeforeEach
    void openALog() {
        log = Clog.builder(temp.resolve("log")).firstXid(FIRST_XID).open();
    }

    @AfterEach
    void closeTheLog() {
        log.close();
    }

    /** Begins a tree, and says how it ends. */
    private long begun(TransactionStatus planned, int children) {
        long[] numbers = new long[children];
        long xid = log.begin();
        for (int i = 0; i < children; i++) {
            numbers[i] = log.beginChild(xid);
        }
        ledger.ends(xid, planned, numbers, 0);
        return xid;
    }

    private DemoProof proof() {
        DemoProof proof = new DemoProof(log, ledger);
        proof.check();
        return proof;
    }

    @Test
    void shouldFindNothingInALogThatDidWhatWasSaidAcrossTheWrap() {
        long committed = begun(COMMITTED, 4);
        log.commit(committed);
        ledger.acknowledged(committed);
        log.abort(begun(ABORTED, 2));
        ledger.asynchronous(begun(COMMITTED, 1));
        log.begin();
        DemoProof proof = proof();
        assertTrue(proof.holds());
        assertEquals(5 + 3 + 2 + 1, proof.xids());
        assertEquals(1, proof.asynchronous());
        assertEquals(0, proof.asynchronousKept());
    }

    @Test
    void shouldCountAnAcknowledgedCommitThatIsNotThere() {
        ledger.acknowledged(begun(COMMITTED, 3));
        assertEquals(1, proof().lost());
        assertEquals(0, proof().half() + proof().invented());
    }

    @Test
    void shouldCountALostChild() {
        long xid = begun(COMMITTED, 3);
        log.commit(xid, new long[0]);
        assertEquals(3, proof().half());
        assertFalse(proof().holds());
    }

    @Test
    void shouldCountAnIdThatNobodyEnded() {
        log.commit(log.begin());
        assertEquals(1, proof().invented());
    }

    @Test
    void shouldCountATurnedOutcome() {
        long xid = begun(ABORTED, 0);
        log.commit(xid);
        assertEquals(1, proof().invented());
        assertEquals(ABORTED, ledger.planned(xid));
        assertEquals(IN_PROGRESS, ledger.planned(xid + 1));
    }
}
