package dev.moldau.benchmarks.load;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/**
 * The values to send: a fixed number, made beforehand from words of a small vocabulary, the same in
 * each run, so that they compress as text does (lz4 takes about a half off) and cost nothing while
 * it is measured.
 */
public final class RecordSource {

    private static final int VALUES = 4_096;
    private static final int WORDS = 2_000;
    private static final long SEED = 4_400;

    private final byte[][] values = new byte[VALUES][];

    /** Makes values of this size. */
    public RecordSource(int recordBytes) {
        Random random = new Random(SEED);
        byte[][] words = new byte[WORDS][];
        for (int i = 0; i < WORDS; i++) {
            words[i] = Long.toString(random.nextLong() >>> 24, 36).getBytes(StandardCharsets.UTF_8);
        }
        for (int i = 0; i < VALUES; i++) {
            ByteArrayOutputStream text = new ByteArrayOutputStream(recordBytes + 16);
            while (text.size() < recordBytes) {
                text.writeBytes(words[random.nextInt(WORDS)]);
                text.write(' ');
            }
            values[i] = Arrays.copyOf(text.toByteArray(), recordBytes);
        }
    }

    /** The value with this number; they come round again. Not to be changed. */
    public byte[] value(long number) {
        return values[(int) number & (VALUES - 1)];
    }
}
