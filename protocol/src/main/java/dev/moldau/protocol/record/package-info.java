/**
 * Records on the wire and on disk: batches of format v2, message sets of formats v0 and v1, reading
 * views without copies, writers and validators. Views are confined to their caller; the bytes under
 * them belong to whoever supplied them.
 */
@NullMarked
package dev.moldau.protocol.record;

import org.jspecify.annotations.NullMarked;
