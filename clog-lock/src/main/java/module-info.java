/** Spinlock, lightweight lock, flexible lock and ProcArray lock, with statistics. */
module dev.clog.lock {
    exports dev.clog.lock;
}
