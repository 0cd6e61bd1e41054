/**
 * Main classes that a test starts in a JVM of their own. They say what they did on the standard output, a line each, and
 * leave the judgement to the test.
 */
package dev.clog.tests.child;
