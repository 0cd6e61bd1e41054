/** Entry point of clog: {@link dev.clog.groupcommit.Clog} opens and creates transaction-status logs. */
package dev.clog.groupcommit;
