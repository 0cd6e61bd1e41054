package dev.clog.offheap;

/** A window on one page, without anything else. */
final class PageWindow extends Window {
    private final Page page;

    PageWindow(Page page) {
        super(0, 32_768, false);
        this.page = page;
    }

    @Override
    long word(long wordNumber) {
        return page.getVolatile((int) wordNumber);
    }

    @Override
    long lsn(long wordNumber) {
        return page.lsn((int) wordNumber);
    }

    @Override
    Page enter(long number) {
        return page;
    }

    @Override
    void exit(Page entered) {
        assert entered == page;
    }

    @Override
    Window left() {
        return this;
    }
}
