package dev.moldau.client.fake;

import dev.moldau.client.errors.ClientException;
import dev.moldau.common.TopicPartition;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What callers sent and what they were told, in the order of happening. The value of each record
 * begins with its number here, so that it can be found again wherever it went. Safe for use by
 * several threads.
 */
public final class History {

    /** The bytes that a value has at least. */
    public static final int SMALLEST_VALUE_BYTES = 4;

    /**
     * A record that the producer accepted.
     *
     * @param number its place among all that were sent, from 0
     * @param caller who sent it; order is kept for each caller
     * @param partition the partition that was asked for; null if the producer chose
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Sent(
            int number,
            int caller,
            String topic,
            @Nullable Integer partition,
            byte @Nullable [] key,
            byte[] value) {}

    /**
     * What became of a record.
     *
     * @param offset -1 if it failed or nobody knows
     */
    public record Told(
            int number, TopicPartition partition, long offset, @Nullable ClientException error) {}

    private final List<Sent> sent = new ArrayList<>();
    private final List<Told> told = new ArrayList<>();
    private int next;

    /** The number of the next record; its value is made with it. */
    public synchronized int nextNumber() {
        return next++;
    }

    /** The value of a record: its number and a pattern that no other record has. */
    public static byte[] value(int number, int sizeBytes) {
        byte[] value = new byte[Math.max(sizeBytes, SMALLEST_VALUE_BYTES)];
        ByteBuffer.wrap(value).putInt(number);
        int state = number * 0x9e3779b9 + 1;
        for (int i = SMALLEST_VALUE_BYTES; i < value.length; i++) {
            if ((i & 3) == 0) {
                state = state * 1_664_525 + 1_013_904_223;
            }
            // Each byte four times: something for the compression to find.
            value[i] = (byte) (state >>> 24);
        }
        return value;
    }

    /** Which record a value is of; -1 if it can be of none. */
    static int numberOf(byte @Nullable [] value) {
        return value == null || value.length < SMALLEST_VALUE_BYTES
                ? -1
                : ByteBuffer.wrap(value).getInt();
    }

    /** The producer accepted a record. */
    public synchronized void sent(Sent record) {
        sent.add(record);
    }

    /** The record is in the log. */
    public synchronized void succeeded(int number, TopicPartition partition, long offset) {
        told.add(new Told(number, partition, offset, null));
    }

    /** The record is given up. */
    public synchronized void failed(int number, TopicPartition partition, ClientException error) {
        told.add(new Told(number, partition, -1, error));
    }

    /** All that was accepted, in order. */
    public synchronized List<Sent> sent() {
        return List.copyOf(sent);
    }

    /** All that was told, in order. */
    public synchronized List<Told> told() {
        return List.copyOf(told);
    }

    /** Whether every accepted record was answered. */
    public synchronized boolean isComplete() {
        return told.size() >= sent.size();
    }

    static boolean sameContent(Sent sent, LoggedRecord logged) {
        return Arrays.equals(sent.key(), logged.key())
                && Arrays.equals(sent.value(), logged.value());
    }
}
