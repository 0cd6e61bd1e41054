package dev.clog.tests.architecture;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Classes that break a rule.
 *
 * @param sources their text, by qualified class name
 */
record Offender(Map<String, String> sources) {
    private static final String NAME = "Offender";

    /** A class with these members. */
    static Offender with(String packageName, String members) {
        return of(packageName, NAME, "public class " + NAME + " { " + members + " }");
    }

    /** A class that knows another one. */
    static Offender knowing(String packageName, String className) {
        return with(packageName, "Class<?> known = " + className + ".class;");
    }

    /** A class with no members. */
    static Offender named(String packageName, String simpleName) {
        return of(packageName, simpleName, "public class " + simpleName + " {}");
    }

    private static Offender of(String packageName, String simpleName, String declaration) {
        return new Offender(Map.of(packageName + "." + simpleName, "package " + packageName + "; " + declaration));
    }

    /** This, under a name of its own, so that all can be compiled together. */
    Offender numbered(int number) {
        return new Offender(sources.entrySet().stream()
                .collect(Collectors.toMap(
                        source -> numbered(source.getKey(), number), source -> numbered(source.getValue(), number))));
    }

    private static String numbered(String text, int number) {
        return text.replace(NAME, NAME + number);
    }

    /** This and another one, which belong together. */
    Offender and(Offender other) {
        Map<String, String> both = new TreeMap<>(sources);
        both.putAll(other.sources);
        return new Offender(both);
    }

    @Override
    public String toString() {
        return sources.values().stream().sorted().collect(Collectors.joining(" "));
    }
}
