package dev.clog.cli;

import dev.clog.cli.demo.DemoCommand;
import java.io.BufferedOutputStream;
import java.io.IOError;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The {@code clog} command. Each run has its own instance; nothing is kept between runs.
 *
 * <p>Exit codes: 0 all is well, 1 findings, differences or ids outside the range, 2 wrong usage or something that can't
 * be read.
 */
@Command(
        name = "clog",
        scope = ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        versionProvider = ClogVersion.class,
        usageHelpWidth = 100,
        header = "Reads and verifies folders of transaction statuses of pg_xact form.",
        synopsisSubcommandLabel = "COMMAND",
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%nParameters:%n",
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all is well",
            "1:findings, differences, or ids outside the range",
            "2:wrong usage, or something that can't be read"
        },
        subcommands = {
            StatusCommand.class,
            InspectCommand.class,
            VerifyCommand.class,
            DumpCommand.class,
            DiffCommand.class,
            DemoCommand.class,
            HelpCommand.class
        })
public final class ClogCommand implements Callable<Integer> {
    /** Exit code: all is well. */
    public static final int OK = 0;
    /** Exit code: findings, differences, or ids outside the range. */
    public static final int FINDINGS = 1;
    /** Exit code: wrong usage, or something that can't be read. */
    public static final int FAILED = 2;

    private static final int OUTPUT_BYTES = 1 << 16;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Print the stack trace of an error.")
    private boolean debug;

    @Spec
    private CommandSpec spec;

    private final Surroundings surroundings;

    private ClogCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /**
     * Runs a command line and ends the process with its exit code.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        PrintWriter out = writer(new BufferedOutputStream(new StandardOutput(System.out), OUTPUT_BYTES));
        PrintWriter err = writer(System.err);
        Surroundings surroundings =
                new Surroundings(Boolean.getBoolean("clog.terminal"), Boolean.getBoolean("clog.pipe"));
        System.exit(new ClogCommand(surroundings).execute(out, err, args));
    }

    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
    }

    /**
     * Runs a command line.
     *
     * @param out takes what the command prints; flushed on return
     * @param err takes errors, one line each; flushed on return
     * @param args the command line
     * @return the exit code
     */
    public static int run(PrintWriter out, PrintWriter err, String... args) {
        return new ClogCommand(new Surroundings(false, false)).execute(out, err, args);
    }

    private int execute(PrintWriter out, PrintWriter err, String... args) {
        CommandLine line = new CommandLine(this)
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(this::refuse)
                .setExecutionExceptionHandler((failure, where, parsed) -> report(err, failure));
        // Set here, and not in the annotation, since the commands below would inherit it.
        line.getCommandSpec().usageMessage().footer("", "Benchmarks: clog bench NAME [--quick] [--json FILE].");
        int exitCode;
        try {
            exitCode = line.execute(args);
            out.flush();
        } catch (IOError | OutOfMemoryError e) {
            // Output that failed; what it says.
            exitCode = report(err, e);
        }
        err.flush();
        return exitCode;
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    /** True if standard error is a terminal. */
    boolean hasTerminal() {
        return surroundings.errIsTerminal();
    }

    private int refuse(ParameterException wrong, String[] args) {
        CommandLine where = wrong.getCommandLine();
        PrintWriter err = where.getErr();
        err.println(ErrorLine.of(wrong.getMessage()));
        err.println("Try '" + where.getCommandSpec().qualifiedName() + " --help'.");
        return printTrace(err, wrong);
    }

    private int report(PrintWriter err, Throwable failure) {
        if (failure instanceof IOError && surroundings.outIsPipe()) {
            // Whoever read it has had enough, as head has after ten lines.
            return FAILED;
        }
        err.println(ErrorLine.of(failure));
        return printTrace(err, failure);
    }

    private int printTrace(PrintWriter err, Throwable failure) {
        if (debug) {
            failure.printStackTrace(err);
        }
        return FAILED;
    }
}
