package dev.clog.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOError;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StandardOutputTest {

    @Test
    void shouldPassOnWhatIsWrittenWhenItCanBe() {
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        StandardOutput output = new StandardOutput(new PrintStream(target, false, StandardCharsets.UTF_8));
        output.write('a');
        output.write(new byte[] {'x', 'b', 'c', 'x'}, 1, 2);
        output.flush();
        assertEquals("abc", target.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldFailAtOnceWhenItsReaderHasGone() {
        StandardOutput output = new StandardOutput(new PrintStream(new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException("Broken pipe");
            }
        }));
        assertThrows(IOError.class, () -> output.write(new byte[100], 0, 100));
    }
}
