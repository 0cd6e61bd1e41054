package dev.clog.tests.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Set;

/**
 * FLT-1: files are touched in one package. A {@code Path} may be passed around as a value, but not handed to code that is
 * not ours, which would do something with the file.
 */
final class FileAccessRules {
    private static final String STORE = "dev.clog.offheap.store";
    private static final String PATH = "java.nio.file.Path";

    private static final Set<String> FILE_TYPES = Set.of(
            "java.io.File",
            "java.io.FileInputStream",
            "java.io.FileOutputStream",
            "java.io.FileReader",
            "java.io.FileWriter",
            "java.io.RandomAccessFile",
            "java.nio.channels.AsynchronousFileChannel",
            "java.nio.channels.FileChannel",
            "java.nio.channels.FileLock",
            "java.nio.file.DirectoryStream",
            "java.nio.file.FileStore",
            "java.nio.file.FileSystem",
            "java.nio.file.FileSystems",
            "java.nio.file.Files",
            "java.nio.file.WatchService",
            "java.util.jar.JarFile",
            "java.util.logging.FileHandler",
            "java.util.zip.ZipFile",
            "net.openhft.chronicle.core.io.IOTools",
            "org.agrona.IoUtil",
            "org.agrona.MarkFile",
            "org.agrona.concurrent.MappedResizeableBuffer");

    /** Chronicle's mapped files: MappedBytes, MappedFile, MappedBytesStore and their kin. */
    private static final String CHRONICLE = "net.openhft.chronicle.bytes";

    /** Methods of a path that look at the file system. */
    private static final Set<String> LOOKING = Set.of("getFileSystem", "register", "toFile", "toRealPath");

    /** Their constructors take the name of a file as text. */
    private static final Set<String> NAMED_BY_TEXT =
            Set.of("java.io.PrintStream", "java.io.PrintWriter", "java.util.Formatter");

    private FileAccessRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of(
                        "types that touch files are known in the page store only",
                        noClasses()
                                .that()
                                .resideOutsideOfPackage(STORE)
                                .should()
                                .dependOnClassesThat(describe("touch files", FileAccessRules::touchesFiles)),
                        offender("boolean a(java.nio.file.Path p) { return java.nio.file.Files.exists(p); }"),
                        offender("java.util.function.Predicate<java.nio.file.Path> a = java.nio.file.Files::exists;"),
                        offender("java.io.File file;"),
                        offender("Object a() throws Exception { return new java.io.FileInputStream(\"x\"); }"),
                        offender("Object a() throws Exception { return new java.io.FileOutputStream(\"x\"); }"),
                        offender("Object a() throws Exception { return new java.io.FileReader(\"x\"); }"),
                        offender("Object a() throws Exception { return new java.io.FileWriter(\"x\"); }"),
                        offender("Object a() throws Exception { return new java.io.RandomAccessFile(\"x\", \"r\"); }"),
                        offender("void a(java.nio.channels.FileChannel c) throws Exception { c.force(true); }"),
                        offender("boolean a(java.nio.file.Path p) { return p.getFileSystem().isReadOnly(); }"),
                        offender(
                                "void a(java.nio.channels.AsynchronousFileChannel c) throws Exception { c.tryLock(); }"),
                        offender("Object a() throws Exception {"
                                + " return net.openhft.chronicle.bytes.MappedBytes.readOnly(null); }"),
                        offender("void a(java.nio.MappedByteBuffer b) { org.agrona.IoUtil.unmap(b); }")),
                Rule.of(
                        "no path is handed to code that would touch the file, outside the page store",
                        noClasses()
                                .that()
                                .resideOutsideOfPackage(STORE)
                                .should()
                                .accessTargetWhere(describe("touches a file", FileAccessRules::touchesAFile)),
                        offender(
                                "Object a(java.nio.file.Path p) throws Exception { return new java.util.Scanner(p); }"),
                        offender("Object a(java.nio.file.Path p) throws Exception { return p.toRealPath(); }"),
                        offender("Object a(java.nio.file.Path p) { return p.toFile(); }"),
                        offender("Object a() throws Exception { return new java.io.PrintStream(\"x\"); }"),
                        offender("Object a() throws Exception { return new java.io.PrintWriter(\"x\"); }"),
                        offender("Object a() throws Exception { return new java.util.Formatter(\"x\"); }"),
                        offender("interface Opening { Object open(java.nio.file.Path p) throws Exception; }"
                                + " Opening a = java.util.Scanner::new;"),
                        offender("Object a(java.net.URL u) throws Exception { return u.openStream(); }")));
    }

    private static Offender offender(String members) {
        return Offender.with("dev.clog.offheap.inspect", members);
    }

    private static boolean touchesFiles(JavaClass type) {
        return FILE_TYPES.contains(type.getName())
                || (type.getPackageName().equals(CHRONICLE)
                        && type.getSimpleName().contains("Mapped"));
    }

    private static boolean touchesAFile(JavaAccess<?> access) {
        if (!(access.getTarget() instanceof CodeUnitAccessTarget target)) {
            return false;
        }
        String owner = target.getOwner().getName();
        if (owner.equals(PATH)) {
            return LOOKING.contains(target.getName());
        }
        if (owner.equals("java.net.URL")) {
            return target.getName().startsWith("open");
        }
        List<String> parameters =
                target.getRawParameterTypes().stream().map(JavaClass::getName).toList();
        boolean namedByText = NAMED_BY_TEXT.contains(owner)
                && target.getName().equals("<init>")
                && !parameters.isEmpty()
                && parameters.get(0).equals("java.lang.String");
        return namedByText || (parameters.contains(PATH) && !owner.startsWith("dev.clog."));
    }
}
