package dev.clog.offheap;

import dev.clog.api.MissingJvmFlagsException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What clog needs of the JVM: packages of the JDK opened to the libraries that reach below it, and little-endian words.
 * The flags are those of {@code clog.jvmargs}.
 */
public final class JvmRequirements {
    private static final Module JDK = Object.class.getModule();

    private JvmRequirements() {}

    /**
     * Checks the flags that this JVM was started with.
     *
     * @throws MissingJvmFlagsException if some are missing; names exactly those, for the module path or the class path,
     *     whichever the libraries are on
     */
    public static void check() {
        if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
            throw new UnsupportedOperationException(
                    "clog needs a little-endian processor: byteOrder=" + ByteOrder.nativeOrder());
        }
        List<String> missing = new ArrayList<>();
        require("jdk.internal.misc", UnsafeBuffer.class, missing);
        if (!missing.isEmpty()) {
            throw new MissingJvmFlagsException(missing);
        }
    }

    private static void require(String packageName, Class<?> user, List<String> missing) {
        Module module = user.getModule();
        if (!JDK.isOpen(packageName, module)) {
            String target = module.isNamed() ? module.getName() : "ALL-UNNAMED";
            missing.add("--add-opens java.base/" + packageName + "=" + target);
        }
    }
}
