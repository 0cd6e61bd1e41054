package dev.clog.tests.child;

import dev.clog.cli.ClogCommand;
import dev.clog.tests.network.NetworkTrap;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;

/**
 * {@link UseLog}, then each subcommand on what it left, the one that needs Chronicle too. With {@code trap} as its argument
 * it sets the trap for the network before, and prints what was caught. Prints {@code used} at the end.
 */
public final class UseLogAndCommand {
    private static final List<List<String>> COMMANDS = List.of(
            List.of("status", "3", "5", "7"),
            List.of("inspect"),
            List.of("verify", "--oldest-xid", "3", "--next-xid", "1100000"),
            List.of("dump", "--from", "3", "--to", "100", "--format", "csv"),
            List.of("dump", "--from", "3", "--to", "100", "--format", "hex"));

    private UseLogAndCommand() {}

    /** The first argument is {@code trap} or {@code open}, the second one the folder, which must not be there. */
    public static void main(String[] args) throws IOException {
        if (args[0].equals("trap")) {
            NetworkTrap.set();
        }
        UseLog.use(Path.of(args[1]));
        for (List<String> command : COMMANDS) {
            run(command, args[1]);
        }
        NetworkTrap.attempts().forEach(System.out::println);
        System.out.println("used");
    }

    private static void run(List<String> command, String folder) {
        StringWriter output = new StringWriter();
        String[] words = new String[command.size() + 1];
        words[0] = command.get(0);
        words[1] = folder;
        for (int i = 1; i < command.size(); i++) {
            words[i + 1] = command.get(i);
        }
        PrintWriter both = new PrintWriter(output);
        int exitCode = ClogCommand.run(both, both, words);
        if (exitCode == ClogCommand.FAILED) {
            throw new IllegalStateException("command=" + command + " exitCode=" + exitCode + " output=" + output);
        }
    }
}
