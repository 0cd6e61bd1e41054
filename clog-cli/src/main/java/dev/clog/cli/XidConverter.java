package dev.clog.cli;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a transaction id: decimal, or hexadecimal behind {@code 0x}, from 0 to 2^63 - 1. */
final class XidConverter implements ITypeConverter<Long> {

    @Override
    public Long convert(String text) {
        try {
            return parse(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is not a transaction id");
        }
    }

    /**
     * The id that the text stands for.
     *
     * @throws NumberFormatException if it is none
     */
    static long parse(String text) {
        boolean hex = text.toLowerCase(Locale.ROOT).startsWith("0x");
        String digits = hex ? text.substring(2) : text;
        if (digits.isEmpty() || !Character.isLetterOrDigit(digits.charAt(0))) {
            throw new NumberFormatException(text);
        }
        return Long.parseLong(digits, hex ? 16 : 10);
    }
}
