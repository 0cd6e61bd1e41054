package dev.clog.cli;

import dev.clog.api.spi.PageStore;
import dev.clog.offheap.inspect.SegmentFolder;
import dev.clog.offheap.inspect.VerifyOptions;
import dev.clog.offheap.store.FilePageStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A subcommand that reads a folder of page files: opens it for reading, finds out what it must hold, and runs. */
abstract class FolderCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "Folder of page files, as a server's pg_xact.")
    private Path dir;

    @Mixin
    private RangeOptions rangeOptions;

    @Option(
            names = "--progress",
            negatable = true,
            description = "Show, or don't show, a progress bar (default: on a terminal, if it takes long).")
    private Boolean progress;

    @ParentCommand
    private ClogCommand clog;

    @Spec
    private CommandSpec spec;

    @Override
    public final Integer call() throws IOException {
        VerifyOptions known = rangeOptions.conclude(dir);
        try (PageStore store = FilePageStore.openReadOnly(dir)) {
            refuseEnclosing(store);
            return run(store, known);
        }
    }

    /** Refuses the folder around one of page files, as wrong usage. */
    final void refuseEnclosing(PageStore store) throws IOException {
        Optional<String> mistake = EnclosingFolder.mistake(store);
        if (mistake.isPresent()) {
            throw wrongUsage(mistake.get());
        }
    }

    /**
     * Does what the command is for.
     *
     * @param store the folder
     * @param known what is known of it
     * @return the exit code
     */
    abstract int run(PageStore store, VerifyOptions known) throws IOException;

    static SegmentFolder list(PageStore store, VerifyOptions known) {
        return SegmentFolder.list(store, known.layout(), known.range());
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Prints an error and goes on. */
    final void complain(Throwable failure) {
        complain(ErrorLine.of(failure));
    }

    /** Prints an error line and goes on. */
    final void complain(String errorLine) {
        spec.commandLine().getErr().println(errorLine);
    }

    final ProgressBar progressBar() {
        return new ProgressBar(spec.commandLine().getErr(), progress == null ? clog.hasTerminal() : progress);
    }

    final ParameterException wrongUsage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
