/** Other processes: JDKs that are installed, JVMs that run a class of {@code child}, programs. */
package dev.clog.tests.process;
