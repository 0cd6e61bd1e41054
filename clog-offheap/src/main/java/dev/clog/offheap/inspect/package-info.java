/** Reading folders of page files that nobody vouches for: segments, statuses, findings, differences. Never writes. */
package dev.clog.offheap.inspect;
