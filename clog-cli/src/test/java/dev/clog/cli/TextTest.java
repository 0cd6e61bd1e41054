package dev.clog.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Names of files may hold anything: FLT-2. */
class TextTest {

    @Test
    void shouldStayOneLineWhenTheTextHasControlCharacters() {
        assertEquals("a\\nb\\rc\\td\\x1b[31m\\x00", Text.oneLine("a\nb\rc\td\u001B[31m\0"));
    }

    @Test
    void shouldLeaveTheTextAloneWhenItIsPlain() {
        assertEquals("pg_xact/0000 \"é\" \\", Text.oneLine("pg_xact/0000 \"é\" \\"));
    }

    @Test
    void shouldEscapeWhatJsonMustWhenTheTextHasIt() {
        assertEquals("\"a\\\"b\\\\c\\u000ad\\u0000é\\ud83d\"", Text.json("a\"b\\c\nd\0é\uD83D"));
    }
}
