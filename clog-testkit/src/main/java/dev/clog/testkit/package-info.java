/**
 * Page stores that fail and crash on demand, and a model of the log: for tests of clog, and of engines on it.
 *
 * <p>{@link dev.clog.testkit.MemoryPageStore} is the ground: it knows what of a folder is durable and makes the folder
 * that a power loss would leave. Wrappers stand in front of it, or of a store on a real folder, and compose: each does
 * one thing. What is random is derived from a seed that {@code toString} shows, so that a failed test can be run again.
 */
package dev.clog.testkit;
