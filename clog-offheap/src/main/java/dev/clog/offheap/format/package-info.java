/** Arithmetic of page files: where the two bits of an id are, and what the files are called. No state, no I/O. */
package dev.clog.offheap.format;
