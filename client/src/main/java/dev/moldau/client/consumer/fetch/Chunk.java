package dev.moldau.client.consumer.fetch;

import dev.moldau.client.net.AnswerBytes;
import dev.moldau.protocol.message.FetchResponse.AbortedTransaction;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The whole batches that one answer brought from one partition, as they came. It keeps the answer's
 * memory until {@link #release}, which its reader calls exactly once.
 */
public final class Chunk implements Item {

    private final ByteBuffer bytes;
    private final AnswerBytes memory;
    private final Place from;
    private final Place end;
    private final List<AbortedTransaction> aborted;
    private final Marks marks;

    /**
     * What a partition's log looked like when the chunk was read.
     *
     * @param end the offset up to which the reader may read: the high watermark, or the last stable
     *     offset where only committed records are read
     * @param start where the log begins, -1 if the broker did not say
     */
    public record Marks(long end, long start) {}

    Chunk(
            ByteBuffer bytes,
            AnswerBytes memory,
            Place from,
            Place end,
            List<AbortedTransaction> aborted,
            Marks marks) {
        this.bytes = bytes;
        this.memory = memory;
        this.from = from;
        this.end = end;
        this.aborted = List.copyOf(aborted);
        this.marks = marks;
    }

    ByteBuffer bytes() {
        return bytes;
    }

    /** What was asked for: the batches may begin earlier. */
    public Place from() {
        return from;
    }

    /** Where reading goes on after the chunk. */
    public Place end() {
        return end;
    }

    List<AbortedTransaction> aborted() {
        return aborted;
    }

    /** What the log looked like. */
    public Marks marks() {
        return marks;
    }

    /** How much memory it keeps, in bytes. */
    public int sizeBytes() {
        return bytes.remaining();
    }

    /** Gives the memory back; nobody reads any more. */
    public void release() {
        memory.release();
    }
}
