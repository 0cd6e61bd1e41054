/**
 * Stress tests of the memory order that the locks rely on, in the lock's own package to see its steps. Each {@code
 * …Stress} has a copy {@code Weak…Stress} with one step weakened, in which the forbidden outcome must show: it proves that
 * the test can fail. Run by {@code JcstressTest}, or by hand with {@code org.openjdk.jcstress.Main}.
 */
package dev.clog.lock;
