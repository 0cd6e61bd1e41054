package dev.clog.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/**
 * A run of the command in this process, and what came of it.
 *
 * @param exitCode its exit code
 * @param out what it printed
 * @param err what it complained of
 */
record CommandRun(int exitCode, String out, String err) {

    static CommandRun of(Object... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] words = new String[args.length];
        for (int i = 0; i < args.length; i++) {
            words[i] = args[i].toString();
        }
        int exitCode = ClogCommand.run(new PrintWriter(out), new PrintWriter(err), words);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    static CommandRun of(List<?> args) {
        return of(args.toArray());
    }

    List<String> outLines() {
        return out.lines().toList();
    }

    List<String> errLines() {
        return err.lines().toList();
    }

    /** Output and errors together, for assertions that don't care which. */
    String text() {
        return "exit " + exitCode + "\n" + out + err;
    }
}
