/** The clog command. */
module dev.clog.cli {
    requires dev.clog.groupcommit;
    requires dev.clog.offheap;
    requires info.picocli;
    requires java.management;

    exports dev.clog.cli;

    opens dev.clog.cli to
            info.picocli;
    opens dev.clog.cli.demo to
            info.picocli;
}
