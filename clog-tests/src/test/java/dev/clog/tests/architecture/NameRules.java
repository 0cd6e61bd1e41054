package dev.clog.tests.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import java.util.List;

/** Names that say nothing of what a class is. */
final class NameRules {
    private NameRules() {}

    static List<Rule> all() {
        return List.of(Rule.of(
                "classes are named for what they are",
                noClasses().should().haveNameMatching(".*(Impl|Manager|Utils?|Helpers?)"),
                Offender.named("dev.clog.api", "LogImpl"),
                Offender.named("dev.clog.lock", "LockManager"),
                Offender.named("dev.clog.offheap.store", "FileUtil"),
                Offender.named("dev.clog.offheap.store", "FileUtils"),
                Offender.named("dev.clog.cli", "TextHelper")));
    }
}
