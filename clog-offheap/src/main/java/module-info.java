/** Page spaces, checkpoint, recovery, page files and their verification. */
module dev.clog.offheap {
    requires transitive dev.clog.api;
    requires transitive dev.clog.lock;
    requires org.agrona;
    requires chronicle.bytes;
    requires org.slf4j;
    requires jdk.unsupported;

    exports dev.clog.offheap;
    exports dev.clog.offheap.format;
    exports dev.clog.offheap.inspect;
    exports dev.clog.offheap.store;
}
