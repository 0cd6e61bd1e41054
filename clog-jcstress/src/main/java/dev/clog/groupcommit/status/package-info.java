/** Stress tests of how leaders of groups are elected. */
package dev.clog.groupcommit.status;
