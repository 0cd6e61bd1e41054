package dev.clog.cli;

/**
 * What a process can't find out about its standard streams in Java; the launcher tells.
 *
 * @param errIsTerminal true if somebody watches standard error
 * @param outIsPipe true if another program reads standard output
 */
record Surroundings(boolean errIsTerminal, boolean outIsPipe) {}
