package dev.moldau.client.producer.batch;

import dev.moldau.client.errors.BufferFullException;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.common.Clock;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.record.BatchWriter;
import dev.moldau.protocol.record.RecordHeader;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much memory a record takes that finds no room in an open batch, and what its caller is told
 * when that much is not to be had. Safe for use by any thread.
 */
final class RecordMemory {

    /** Stands for a caller who does not wait at all. */
    static final long NEVER_WAITS = -1;

    private final AccumulatorSettings settings;
    private final Clock clock;
    private final BufferPool pool;
    private final int batchBytes;

    RecordMemory(AccumulatorSettings settings, Clock clock, BufferPool pool) {
        this.settings = settings;
        this.clock = clock;
        this.pool = pool;
        this.batchBytes = batchBytes(settings);
    }

    /** How large the buffer of a batch is: {@code batch.size}, but not more than all memory. */
    static int batchBytes(AccumulatorSettings settings) {
        return (int) Math.max(1, Math.min(settings.batchBytes(), settings.memoryBytes()));
    }

    /**
     * The most that a record takes in a batch.
     *
     * @throws RefusedException if no batch and no request may be so large
     */
    int requireAllowed(
            String topic,
            byte @Nullable [] key,
            byte @Nullable [] value,
            List<RecordHeader> headers) {
        long bytes = BatchWriter.sizeBound(sizeOf(key), sizeOf(value), headers);
        if (bytes > settings.maxRequestBytes()) {
            throw tooLarge(topic, bytes, "max.request.size", settings.maxRequestBytes());
        }
        if (bytes > settings.memoryBytes()) {
            throw tooLarge(topic, bytes, "buffer.memory", settings.memoryBytes());
        }
        return (int) bytes;
    }

    private static int sizeOf(byte @Nullable [] bytes) {
        return bytes == null ? -1 : bytes.length;
    }

    private static RefusedException tooLarge(String topic, long bytes, String setting, long limit) {
        return new RefusedException(
                "a record for "
                        + topic
                        + " takes "
                        + bytes
                        + " bytes, more than "
                        + setting
                        + "="
                        + limit
                        + " allows; make the record smaller or the setting larger");
    }

    /**
     * Takes memory for a batch that begins with a record.
     *
     * @param recordBytes the most that the record takes
     * @param maxWaitMs how long to wait, or {@link #NEVER_WAITS}
     * @return null if there is none and the caller does not wait
     * @throws BufferFullException if no memory came free in time
     * @throws RetriableException if the thread is interrupted, whose flag is set again then
     * @throws FatalException if the producer is closed or cannot go on
     */
    @Nullable ByteBuffer take(
            PartitionQueue queue, TopicQueues topic, int recordBytes, long maxWaitMs) {
        if (recordBytes > batchBytes) {
            return take(queue, recordBytes, maxWaitMs);
        }
        int multiple = settings.compression() == Compression.NONE ? 1 : roomMultiple(topic);
        ByteBuffer large = multiple == 1 ? null : pool.takeFromPlenty(batchBytes * multiple);
        return large == null ? take(queue, batchBytes, maxWaitMs) : large;
    }

    /**
     * How many times {@code batch.size} to gather before compressing: a power of two, for which the
     * pool keeps buffers, and never so much that a few partitions take all memory.
     */
    private int roomMultiple(TopicQueues topic) {
        long wanted = topic.plainLimit(Integer.MAX_VALUE);
        long share = settings.memoryBytes() / (2L * BufferPool.LARGEST_MULTIPLE);
        int multiple = 1;
        while (multiple < BufferPool.LARGEST_MULTIPLE
                && (long) batchBytes * multiple < wanted
                && 2L * batchBytes * multiple <= share) {
            multiple *= 2;
        }
        return multiple;
    }

    private @Nullable ByteBuffer take(PartitionQueue queue, int bytes, long maxWaitMs) {
        if (maxWaitMs == NEVER_WAITS) {
            return pool.tryTake(bytes);
        }
        ByteBuffer taken;
        try {
            taken = pool.take(bytes, maxWaitMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RetriableException(
                    "interrupted while waiting for "
                            + bytes
                            + " bytes of the buffer for "
                            + queue.partition()
                            + "; the record was not sent",
                    e);
        }
        if (taken == null) {
            queue.owner().checkAccepting();
            throw full(queue, bytes, maxWaitMs);
        }
        return taken;
    }

    private BufferFullException full(PartitionQueue queue, int bytes, long waitedMs) {
        long oldestMs = queue.oldestUnansweredMs();
        long ageMs = oldestMs == Long.MAX_VALUE ? -1 : clock.monotonicMs() - oldestMs;
        ClientException problem = queue.lastProblem();
        String message =
                "no room in the buffer for a record of "
                        + queue.partition()
                        + " within "
                        + waitedMs
                        + " ms (the rest of max.block.ms): asked for "
                        + bytes
                        + " of buffer.memory="
                        + pool.totalBytes()
                        + " bytes; "
                        + (ageMs < 0
                                ? "nothing of that partition is unanswered"
                                : "the oldest batch of that partition is unanswered for "
                                        + ageMs
                                        + " ms")
                        + "; its broker's last error: "
                        + (problem == null ? "none" : problem.getMessage())
                        + ". Send more slowly, or give more buffer.memory or max.block.ms";
        return new BufferFullException(message, queue.partition(), ageMs);
    }
}
