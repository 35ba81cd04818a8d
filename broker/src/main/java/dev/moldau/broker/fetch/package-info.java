/**
 * What consumers and followers ask: the fetch handler with its sessions and long polls, and the
 * lookups of offsets by time and epoch. Reads work on published views and belong to the thread that
 * does them; a session is guarded by its own lock, the cache of sessions by another.
 */
@NullMarked
package dev.moldau.broker.fetch;

import org.jspecify.annotations.NullMarked;
