package dev.moldau.client.producer;

import dev.moldau.client.errors.ClientException;
import org.jspecify.annotations.Nullable;

/**
 * Told what became of a record: exactly once, with either a place or an error. Runs on the client's
 * loop, so it must be short and must not wait; the callbacks of one partition run in the order in
 * which its records were sent. What it throws is logged with the partition and does not stop
 * others.
 */
@FunctionalInterface
public interface SendCallback {

    /** Exactly one of the two is given. */
    void completed(@Nullable RecordMetadata metadata, @Nullable ClientException error);
}
