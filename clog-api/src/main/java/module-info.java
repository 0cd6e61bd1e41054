/** Contracts, value types, exceptions and SPI seams of clog. Depends on nothing. */
module dev.clog.api {
    exports dev.clog.api;
    exports dev.clog.api.spi;
}
