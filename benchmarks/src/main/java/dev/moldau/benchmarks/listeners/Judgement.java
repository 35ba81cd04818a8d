package dev.moldau.benchmarks.listeners;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * What the logs of one group's processes say, in the order in which they ran.
 *
 * @param missing messages that no handler ended with
 * @param repeated how often a handler ended with one that was ended with before
 * @param outOfOrder how often a handler began with one while another of its key was at work, or
 *     after a later one in the same process
 * @param tookMs from the first beginning to the last end of the last process
 */
record Judgement(long missing, long repeated, long outOfOrder, long tookMs) {

    static Judgement of(List<Path> logs, int keys, int messagesPerKey) throws IOException {
        BitSet ended = new BitSet(keys * messagesPerKey);
        long repeated = 0;
        long outOfOrder = 0;
        long tookMs = 0;
        for (Path log : logs) {
            int[] last = new int[keys];
            Arrays.fill(last, -1);
            BitSet atWork = new BitSet(keys);
            ByteBuffer entries = ByteBuffer.wrap(Files.readAllBytes(log));
            long firstMs = -1;
            // A killed process may have left half of an entry.
            while (entries.remaining() >= HandledLog.ENTRY_BYTES) {
                byte kind = entries.get();
                int key = entries.getInt();
                int number = entries.getInt();
                long atMs = entries.getLong();
                firstMs = firstMs < 0 ? atMs : firstMs;
                tookMs = atMs - firstMs;
                if (kind == HandledLog.BEGUN) {
                    if (atWork.get(key) || number <= last[key]) {
                        outOfOrder++;
                    }
                    atWork.set(key);
                    last[key] = number;
                } else {
                    atWork.clear(key);
                    int index = key * messagesPerKey + number;
                    repeated += ended.get(index) ? 1 : 0;
                    ended.set(index);
                }
            }
        }
        return new Judgement(
                (long) keys * messagesPerKey - ended.cardinality(), repeated, outOfOrder, tookMs);
    }
}
