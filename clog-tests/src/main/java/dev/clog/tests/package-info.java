/**
 * Support of the black-box tests: the modules under test, the project's files, a compiler. Other JVMs are in
 * {@code process}, what runs in them is in {@code child}.
 */
package dev.clog.tests;
