/**
 * The files of a PostgreSQL data directory that tell what a {@code pg_xact} folder must hold: {@code global/pg_control},
 * {@code postmaster.pid} and the names in {@code pg_twophase}. All are read through a page store; nothing is written.
 * Start with {@code DataFolder}.
 */
package dev.clog.cli.pgdata;
