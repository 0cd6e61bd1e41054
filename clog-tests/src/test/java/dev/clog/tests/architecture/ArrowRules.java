package dev.clog.tests.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;

/** Which part may know which: arrows only point down. */
final class ArrowRules {
    private static final String API = "dev.clog.api";
    private static final String SPI = "dev.clog.api.spi";
    private static final String BENCH = "dev.clog.bench";
    private static final String CLI = "dev.clog.cli";
    private static final String GROUP_COMMIT = "dev.clog.groupcommit";
    private static final String LOCK = "dev.clog.lock";
    private static final String OFFHEAP = "dev.clog.offheap";
    private static final String FORMAT = "dev.clog.offheap.format";
    private static final String INSPECT = "dev.clog.offheap.inspect";
    private static final String STORE = "dev.clog.offheap.store";
    private static final String TESTKIT = "dev.clog.testkit";

    private static final String API_TYPE = "dev.clog.api.TransactionId";
    private static final String CLI_TYPE = "dev.clog.cli.ClogCommand";
    private static final String CORE_TYPE = "dev.clog.offheap.PagedStatusLog";
    private static final String ENTRY_TYPE = "dev.clog.groupcommit.PageLogs";
    private static final String FORMAT_TYPE = "dev.clog.offheap.format.StatusLayout";
    private static final String INSPECT_TYPE = "dev.clog.offheap.inspect.Finding";
    private static final String STORE_TYPE = "dev.clog.offheap.store.FilePageStore";
    private static final String TESTKIT_TYPE = "dev.clog.testkit.ForwardingPageStore";
    private static final String TESTS_TYPE = "dev.clog.tests.ProductModules";

    private ArrowRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of("the API knows no other part", mayKnow(API), Offender.knowing(SPI, CORE_TYPE)),
                Rule.of("locks know the API", mayKnow(LOCK, API), Offender.knowing(LOCK, CORE_TYPE)),
                Rule.of("the test kit knows the API", mayKnow(TESTKIT, API), Offender.knowing(TESTKIT, FORMAT_TYPE)),
                Rule.of(
                        "the pages know the API and the locks",
                        mayKnow(OFFHEAP, API, LOCK),
                        Offender.knowing(OFFHEAP, ENTRY_TYPE),
                        Offender.knowing(STORE, TESTKIT_TYPE)),
                Rule.of(
                        "group commit knows what is below it",
                        mayKnow(GROUP_COMMIT, API, LOCK, OFFHEAP),
                        Offender.knowing(GROUP_COMMIT, CLI_TYPE)),
                Rule.of(
                        "the command knows what is below it",
                        mayKnow(CLI, API, LOCK, OFFHEAP, GROUP_COMMIT),
                        Offender.knowing(CLI, TESTKIT_TYPE),
                        Offender.knowing(CLI, TESTS_TYPE)),
                Rule.of(
                        "the benchmarks know all but the command and the tests",
                        mayKnow(BENCH, API, LOCK, OFFHEAP, GROUP_COMMIT, TESTKIT),
                        Offender.knowing(BENCH, CLI_TYPE)),
                Rule.of(
                        "the API knows the JDK and itself",
                        classes()
                                .that()
                                .resideInAPackage(API + "..")
                                .should()
                                .onlyDependOnClassesThat()
                                .resideInAnyPackage("java..", API + ".."),
                        Offender.knowing(API, "org.agrona.DirectBuffer")),
                Rule.of(
                        "page arithmetic knows the API's values",
                        classes()
                                .that()
                                .resideInAPackage(FORMAT)
                                .should()
                                .onlyDependOnClassesThat()
                                .resideInAnyPackage("java..", API, FORMAT),
                        Offender.knowing(FORMAT, "dev.clog.api.spi.PageStore"),
                        Offender.knowing(FORMAT, STORE_TYPE)),
                Rule.of(
                        "the page store knows the seams and page arithmetic",
                        mayKnow(STORE, SPI, FORMAT),
                        Offender.knowing(STORE, CORE_TYPE),
                        Offender.knowing(STORE, API_TYPE)),
                Rule.of(
                        "the log does not know the inspector",
                        doesNotKnow(OFFHEAP, INSPECT),
                        Offender.knowing(OFFHEAP, INSPECT_TYPE)),
                Rule.of(
                        "the inspector does not know the log",
                        doesNotKnow(INSPECT, OFFHEAP),
                        Offender.knowing(INSPECT, CORE_TYPE)),
                Rule.of(
                        "packages know each other one way",
                        slices().matching("dev.clog.(**)").should().beFreeOfCycles(),
                        Offender.knowing(CLI + ".a", CLI + ".b.Offender")
                                .and(Offender.knowing(CLI + ".b", CLI + ".a.Offender"))));
    }

    /** A part that knows itself, and of the rest of clog only these. A part that is still to come breaks no rule. */
    private static ArchRule mayKnow(String part, String... others) {
        String[] known = Stream.concat(Stream.of(part + ".."), Stream.of(others).map(ArrowRules::reach))
                .toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage(part + "..")
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackage("dev.clog..").or(resideInAnyPackage(known)))
                .allowEmptyShould(true);
    }

    private static String reach(String part) {
        return part + "..";
    }

    /** One package, without those in it, that does not know another one, without those in it. */
    private static ArchRule doesNotKnow(String packageName, String other) {
        return noClasses()
                .that()
                .resideInAPackage(packageName)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(other);
    }
}
