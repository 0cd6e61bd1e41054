package dev.clog.tests;

import java.io.File;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles source text against everything on the module path, all of it taken as a class path: so a class that breaks a
 * rule of the product, down to its package, can be made where a test needs one.
 */
public final class SourceCompiler {
    private SourceCompiler() {}

    /**
     * Compiles files together.
     *
     * @param sources their texts, by the qualified names of their classes
     * @param target folder of the class files
     * @throws IllegalArgumentException if one does not compile; has what the compiler says
     */
    public static void compile(Map<String, String> sources, Path target) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String classPath =
                ProductModules.path().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        List<String> options = List.of("-d", target.toString(), "-cp", classPath, "-proc:none", "--release", "17");
        StringWriter messages = new StringWriter();
        List<SourceText> files = sources.entrySet().stream()
                .map(source -> new SourceText(source.getKey(), source.getValue()))
                .toList();
        if (!compiler.getTask(messages, null, null, options, null, files).call()) {
            throw new IllegalArgumentException("does not compile: classes=" + sources.keySet() + "\n" + messages);
        }
    }

    /** A source file that is only text. */
    private static final class SourceText extends SimpleJavaFileObject {
        private final String text;

        SourceText(String className, String text) {
            super(URI.create("text:///" + className.replace('.', '/') + ".java"), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
