/**
 * Commits that two processes agree on: one does them and is killed, the other one knows what each of them was to be. The
 * process is {@code child.Commit}.
 */
package dev.clog.tests.kill;
