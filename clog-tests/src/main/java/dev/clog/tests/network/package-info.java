/** Traps for code that reaches for the network, in the JVM that it runs in. */
package dev.clog.tests.network;
