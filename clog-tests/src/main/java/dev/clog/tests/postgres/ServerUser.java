package dev.clog.tests.postgres;

import dev.clog.tests.process.Outcome;
import dev.clog.tests.process.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whom the server runs as: it refuses root. That is whoever runs the tests, or an unprivileged user in place of root.
 *
 * @param name the user; empty for whoever runs the tests
 * @param prefix words in front of a command that make it run as that user
 */
public record ServerUser(Optional<String> name, List<String> prefix) {

    /** The user; nobody where the tests run as root and there is no way to become somebody else. */
    public static Optional<ServerUser> find() throws InterruptedException {
        if (!System.getProperty("user.name").equals("root")) {
            return Optional.of(new ServerUser(Optional.empty(), List.of()));
        }
        for (String user : List.of("postgres", "nobody")) {
            Optional<String> uid = print("id", "-u", user);
            Optional<String> gid = print("id", "-g", user);
            if (uid.isPresent() && gid.isPresent()) {
                List<String> prefix =
                        List.of("setpriv", "--reuid=" + uid.get(), "--regid=" + gid.get(), "--clear-groups", "--");
                boolean works = print(Stream.concat(prefix.stream(), Stream.of("id", "-u"))
                                .toArray(String[]::new))
                        .equals(uid);
                if (works) {
                    return Optional.of(new ServerUser(Optional.of(user), prefix));
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> print(String... command) throws InterruptedException {
        try {
            Outcome outcome = RunningProcess.run(new ProcessBuilder(command));
            return outcome.exitCode() == 0 ? Optional.of(outcome.output().strip()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Gives a folder, and all that is in it, to this user. */
    void own(Path folder) throws IOException {
        if (name.isEmpty()) {
            return;
        }
        UserPrincipal user =
                folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(name.get());
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                Files.setOwner(file, user);
            }
        }
    }
}
