package dev.clog.tests.architecture;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/**
 * A rule of the architecture.
 *
 * @param rule what must hold
 * @param offenders each breaks it, which proves that it can fail
 */
record Rule(ArchRule rule, List<Offender> offenders) {

    static Rule of(String text, ArchRule rule, Offender... offenders) {
        return new Rule(rule.as(text), List.of(offenders));
    }

    @Override
    public String toString() {
        return rule.getDescription();
    }
}
