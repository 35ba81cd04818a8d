/**
 * What a log remembers of idempotent and transactional producers: the last five batches of each,
 * epochs, open transactions, and the snapshots that carry all that across a restart. Owned by the
 * log's lane.
 */
@NullMarked
package dev.moldau.storage.producer;

import org.jspecify.annotations.NullMarked;
