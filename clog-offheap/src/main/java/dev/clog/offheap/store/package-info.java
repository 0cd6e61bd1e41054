/**
 * The page store on a real folder: the only code of clog that touches the file system.
 *
 * <p>Start at {@link dev.clog.offheap.store.FilePageStore}, which hands out files and the lock of the folder. Two things
 * shape all of it: an interrupted thread must not close a file for others, so channels are used only where nothing else
 * will do; and an error must tell what is wrong, so the JDK's errors get their reason in words. A file has a monitor of
 * its own, the registry of locks has another; neither is held while the other is taken.
 */
package dev.clog.offheap.store;
