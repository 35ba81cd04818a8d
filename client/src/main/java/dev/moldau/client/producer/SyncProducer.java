package dev.moldau.client.producer;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RetriableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A producer whose {@code send} returns when the record is in the log, with its partition and
 * offset, or throws. Safe for use by any number of threads, each of which has one record, or one
 * list of records, under way; for speed from one thread, send lists or use {@link Producer}.
 *
 * @param <K> what keys are
 * @param <V> what values are
 */
public final class SyncProducer<K, V> implements AutoCloseable {

    private final Producer<K, V> producer;

    /**
     * A synchronous face of a producer, which may be used through others at the same time. Set
     * {@code linger.ms} to 0 if single records are sent, as each would wait that long.
     */
    public SyncProducer(Producer<K, V> producer) {
        this.producer = producer;
    }

    /**
     * Sends a record and waits for the answer, at most {@code max.block.ms} and then {@code
     * delivery.timeout.ms}. Not from a callback, which runs on the thread that the answer comes to.
     *
     * @return where it went
     * @throws ClientException why it was given up; the classes say what can be done
     * @throws RetriableException also if the thread is interrupted, whose flag is set again; the
     *     record may arrive nevertheless
     */
    public RecordMetadata send(ProducerRecord<K, V> record) {
        return await(producer.send(record));
    }

    /**
     * Sends records together and waits for all their answers. Records of one partition keep their
     * order.
     *
     * @return where they went, in the order in which they were given
     * @throws PartlySentException if any failed; it tells which
     * @throws RetriableException if the thread is interrupted, whose flag is set again; any of the
     *     records may arrive nevertheless
     */
    public List<RecordMetadata> send(List<ProducerRecord<K, V>> records) {
        List<CompletableFuture<RecordMetadata>> futures = new ArrayList<>(records.size());
        for (ProducerRecord<K, V> record : records) {
            futures.add(begin(record));
        }
        List<RecordMetadata> sent = new ArrayList<>(records.size());
        List<PartlySentException.Outcome> outcomes = new ArrayList<>(records.size());
        ClientException first = null;
        int failed = 0;
        for (CompletableFuture<RecordMetadata> future : futures) {
            ClientException error = errorOf(future);
            if (error == null) {
                RecordMetadata metadata = future.join();
                sent.add(metadata);
                outcomes.add(new PartlySentException.Outcome(metadata, null));
            } else {
                first = first == null ? error : first;
                failed++;
                outcomes.add(new PartlySentException.Outcome(null, error));
            }
        }
        if (first != null) {
            throw new PartlySentException(outcomes, failed, first);
        }
        return sent;
    }

    /** One that is refused at once must not hide what became of those before it. */
    private CompletableFuture<RecordMetadata> begin(ProducerRecord<K, V> record) {
        try {
            return producer.send(record);
        } catch (ClientException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static @Nullable ClientException errorOf(CompletableFuture<RecordMetadata> future) {
        try {
            future.get();
            return null;
        } catch (InterruptedException e) {
            throw interrupted(e);
        } catch (ExecutionException e) {
            return known(e);
        }
    }

    private static RecordMetadata await(CompletableFuture<RecordMetadata> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            throw interrupted(e);
        } catch (ExecutionException e) {
            throw known(e).again();
        }
    }

    private static ClientException known(ExecutionException e) {
        return e.getCause() instanceof ClientException known
                ? known
                : new FatalException("sending failed by a bug: " + e.getCause(), e.getCause());
    }

    private static RetriableException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new RetriableException(
                "interrupted while waiting for an answer; the record may arrive nevertheless", e);
    }

    /** The producer behind it. */
    public Producer<K, V> producer() {
        return producer;
    }

    /** Closes the producer; see {@link Producer#close()}. */
    @Override
    public void close() {
        producer.close();
    }

    /** Closes the producer; see {@link Producer#close(Duration)}. */
    public void close(Duration timeout) {
        producer.close(timeout);
    }
}
