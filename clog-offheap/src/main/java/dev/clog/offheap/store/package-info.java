/** The page store on a real folder: the only code of clog that touches the file system. */
package dev.clog.offheap.store;
