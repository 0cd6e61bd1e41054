package dev.clog.tests.log;

import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogInUseException;
import dev.clog.api.PageIoException;
import dev.clog.api.TransactionStatusLog;
import dev.clog.tests.child.HoldLog;
import dev.clog.tests.process.ChildJvm;
import dev.clog.tests.process.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders that lack something, and folders that somebody else has: LIF-6, LIF-8. */
abstract class FolderContract extends TransactionStatusLogContract {
    private static final int LAST = 50_000;

    private void createWithStatuses() {
        try (TransactionStatusLog log = createTo(LAST)) {
            log.setTree(xid(5), xids(7_300, 40_003), COMMITTED);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("LIF-6: a missing file is an error with id, file, offset and cause; none is made, nothing changes")
    void shouldRefuseAMissingFile(boolean last) throws IOException {
        createWithStatuses();
        long xid = last ? segmentEnd() + 1 : xid(0);
        Files.delete(bits().file(xid));
        List<String> names = bits().names();
        PageIoException refusal = assertThrows(PageIoException.class, () -> open(holding(LAST)));
        assertNames(refusal, xid);
        assertTrue(refusal.getCause() instanceof java.nio.file.NoSuchFileException, refusal::toString);
        assertEquals(names, bits().names());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("LIF-6: a short file is an error with id, file, offset and cause, in recovery too; it stays short")
    void shouldRefuseAShortFile(boolean recovery) throws IOException {
        createWithStatuses();
        bits().cutBefore(xid(TO_NEXT_PAGE));
        long size = Files.size(bits().file(xid(0)));
        PageIoException refusal =
                assertThrows(PageIoException.class, () -> open(holding(LAST).withRecovery(recovery)));
        assertNames(refusal, xid(TO_NEXT_PAGE));
        assertTrue(refusal.getCause() instanceof java.io.EOFException, refusal::toString);
        assertEquals(size, Files.size(bits().file(xid(0))));
    }

    private void assertNames(PageIoException refusal, long xid) {
        assertEquals(bits().file(xid).toString(), refusal.file());
        assertEquals(bits().pageOffset(xid), refusal.offset());
        for (Object part : List.of("xid " + xid, refusal.file(), "offset=" + refusal.offset(), refusal.getCause())) {
            assertTrue(refusal.getMessage().contains(part.toString()), refusal.getMessage());
        }
    }

    @Test
    @DisplayName("LIF-6: in recovery a missing file reads as zeros")
    void shouldReadAMissingFileAsZerosInRecovery() throws IOException {
        createWithStatuses();
        Files.delete(bits().file(xid(0)));
        try (TransactionStatusLog log = open(holding(LAST).withRecovery(true))) {
            assertStatus(IN_PROGRESS, log, xids(5, 7_300));
            assertStatus(COMMITTED, log, xid(40_003));
            log.setTree(xid(5), xids(7_300, 40_003), COMMITTED);
            log.endRecovery(xid(LAST));
        }
        try (TransactionStatusLog log = open(holding(LAST))) {
            assertStatus(COMMITTED, log, xids(5, 7_300, 40_003));
        }
    }

    @Test
    @DisplayName("LIF-6: a read that fails leaves no lock behind: the folder opens once it is whole again")
    void shouldOpenAgainOnceTheFolderIsWhole() throws IOException {
        createWithStatuses();
        byte[] kept = Files.readAllBytes(bits().file(xid(0)));
        Files.delete(bits().file(xid(0)));
        assertThrows(PageIoException.class, () -> open(holding(LAST)));
        Files.write(bits().file(xid(0)), kept);
        try (TransactionStatusLog log = open(holding(LAST))) {
            assertStatus(COMMITTED, log, xids(5, 7_300, 40_003));
        }
    }

    @Test
    @DisplayName("LIF-8: a second opener in the process is told who holds the folder; the first one is not disturbed")
    void shouldRefuseASecondOpenerInTheProcess() {
        try (TransactionStatusLog log = createTo(LAST)) {
            LogInUseException refusal = assertThrows(LogInUseException.class, () -> open(holding(LAST)));
            assertTrue(
                    refusal.getMessage()
                            .contains("process " + ProcessHandle.current().pid()),
                    refusal.getMessage());
            assertThrows(LogInUseException.class, this::create);
            log.setTree(xid(5), xids(6), COMMITTED);
            log.checkpoint();
        }
        try (TransactionStatusLog log = open(holding(LAST))) {
            assertStatus(COMMITTED, log, xids(5, 6));
        }
    }

    @Test
    @DisplayName(
            "LIF-8: a second opener in another process is told who holds the folder; a killed holder leaves no lock")
    void shouldRefuseASecondOpenerInAnotherProcess() throws Exception {
        var config = holding(0).withRange(3, 4);
        try (RunningProcess holder = ChildJvm.standard().start(HoldLog.class, folder())) {
            holder.expect("held");
            LogInUseException refusal = assertThrows(LogInUseException.class, () -> open(config));
            assertEquals("process " + holder.pid(), refusal.holder());
            assertTrue(refusal.getMessage().contains("process " + holder.pid()), refusal.getMessage());
            holder.kill();
            try (TransactionStatusLog log = open(config)) {
                assertStatus(IN_PROGRESS, log, 3);
            }
        }
    }
}
