package dev.clog.tests;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The example of a README: its first block of Java, and the block of text right below, which is what it prints.
 *
 * @param code the Java
 * @param output what the README says it prints
 */
public record Readme(String code, String output) {
    private static final String LINES = "((?:(?!```).*\\n)*)";
    private static final Pattern JAVA = Pattern.compile("^```java$", Pattern.MULTILINE);
    private static final Pattern EXAMPLE = Pattern.compile("```java\\n" + LINES + "```\\s*```text\\n" + LINES + "```");

    /** The example of a README's text, if its first block of Java is followed by one of text. */
    public static Optional<Readme> exampleOf(String markdown) {
        Matcher java = JAVA.matcher(markdown);
        if (!java.find()) {
            return Optional.empty();
        }
        Matcher example = EXAMPLE.matcher(markdown).region(java.start(), markdown.length());
        return example.lookingAt() ? Optional.of(new Readme(example.group(1), example.group(2))) : Optional.empty();
    }

    /** The lines of the Java, with the blank ones. */
    public long codeLines() {
        return code.lines().count();
    }
}
