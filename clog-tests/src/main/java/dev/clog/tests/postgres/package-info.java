/**
 * A PostgreSQL server of our own, in a folder that is thrown away: what a status is, it says itself. Reached through a
 * socket in that folder by the server's own programs; nothing here listens on a network.
 */
package dev.clog.tests.postgres;
