package dev.moldau.client.producer;

import dev.moldau.client.errors.ClientException;
import org.jspecify.annotations.Nullable;

/**
 * Told what became of a record: exactly once, with either a place or an error. Runs on the client's
 * loop, so it must be short and must not wait; the callbacks of one partition run in the order in
 * which its records were sent.
 *
 * <p>An exception that it throws is logged with the partition (the first whole, then one line a
 * second that counts) and does not stop others. An {@link Error} ends the producer, once the
 * records answered along with this one have been told.
 */
@FunctionalInterface
public interface SendCallback {

    /**
     * Exactly one of the two is given.
     *
     * @param metadata where the record went; null if it was given up
     * @param error why it was given up, its class saying what can be done; null if it was not
     */
    void completed(@Nullable RecordMetadata metadata, @Nullable ClientException error);
}
