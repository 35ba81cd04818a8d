/**
 * From where a consumer reads: the places it has reached in its partitions, the requests that bring
 * records, and the batches they come in. All but {@link
 * dev.moldau.client.consumer.fetch.ChunkReader} and what is handed over is owned by the client's
 * loop.
 */
@NullMarked
package dev.moldau.client.consumer.fetch;

import org.jspecify.annotations.NullMarked;
