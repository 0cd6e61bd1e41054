/** Entry point of clog: {@link dev.clog.groupcommit.PageLogs} makes and opens the logs of an engine. */
package dev.clog.groupcommit;
