package dev.clog.cli;

import java.util.Locale;

/** Text made safe for where it is printed: names of files may hold anything. */
final class Text {
    private Text() {}

    /** The text with its control characters as escapes, so that it is one line and leaves a terminal alone. */
    static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c)) {
                line.append(escape(c));
            } else {
                line.append(c);
            }
        }
        return line.toString();
    }

    /** The text as a JSON string, with its quotes (RFC 8259). */
    static String json(String text) {
        StringBuilder string = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                string.append('\\').append(c);
            } else if (Character.isISOControl(c) || Character.isSurrogate(c)) {
                string.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                string.append(c);
            }
        }
        return string.append('"').toString();
    }

    /** A number and what it counts, as {@code 1 segment} or {@code 2 segments}. */
    static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static String escape(char c) {
        return switch (c) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> String.format(Locale.ROOT, "\\x%02x", (int) c);
        };
    }
}
