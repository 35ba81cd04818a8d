package dev.moldau.cluster.controller;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes and reads the primitives of the store's records: a format number first, then integers of
 * variable length, texts and lists with their counts.
 */
final class RecordBytes {

    private RecordBytes() {}

    /** Confined to one thread. */
    static final class Writer {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Writer(int format) {
            out.write(format);
        }

        Writer unsigned(int value) {
            int rest = value;
            while ((rest & ~0x7F) != 0) {
                out.write((rest & 0x7F) | 0x80);
                rest >>>= 7;
            }
            out.write(rest);
            return this;
        }

        Writer fixed(long value) {
            for (int shift = 56; shift >= 0; shift -= 8) {
                out.write((int) (value >>> shift));
            }
            return this;
        }

        Writer text(String value) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            unsigned(bytes.length);
            out.writeBytes(bytes);
            return this;
        }

        Writer numbers(List<Integer> values) {
            unsigned(values.size());
            values.forEach(this::unsigned);
            return this;
        }

        Writer texts(Map<String, String> values) {
            unsigned(values.size());
            new TreeMap<>(values).forEach((key, value) -> text(key).text(value));
            return this;
        }

        byte[] bytes() {
            return out.toByteArray();
        }
    }

    /**
     * Confined to one thread. Each method throws {@link IllegalArgumentException} if the bytes
     * cannot be what a writer wrote; no count is believed beyond the bytes that remain.
     */
    static final class Reader {
        private final ByteBuffer in;
        private final int format;

        Reader(byte[] bytes, int format) {
            this(bytes, format, format);
        }

        Reader(byte[] bytes, int oldestFormat, int newestFormat) {
            this.in = ByteBuffer.wrap(bytes);
            this.format = next() & 0xFF;
            if (format < oldestFormat || format > newestFormat) {
                throw new IllegalArgumentException(
                        "its format is "
                                + format
                                + ", and this release reads "
                                + (oldestFormat == newestFormat
                                        ? oldestFormat
                                        : oldestFormat + " to " + newestFormat));
            }
        }

        int format() {
            return format;
        }

        private byte next() {
            if (!in.hasRemaining()) {
                throw new IllegalArgumentException("it is cut short");
            }
            return in.get();
        }

        int unsigned() {
            long value = 0;
            for (int shift = 0; shift < 35; shift += 7) {
                byte part = next();
                value |= (long) (part & 0x7F) << shift;
                if (part >= 0) {
                    return (int) value;
                }
            }
            throw new IllegalArgumentException("a number in it is too long");
        }

        long fixed() {
            if (in.remaining() < Long.BYTES) {
                throw new IllegalArgumentException("it is cut short");
            }
            return in.getLong();
        }

        int count() {
            int count = unsigned();
            if (count < 0 || count > in.remaining()) {
                throw new IllegalArgumentException("a count in it exceeds its bytes");
            }
            return count;
        }

        String text() {
            byte[] bytes = new byte[count()];
            in.get(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }

        List<Integer> numbers() {
            int count = count();
            List<Integer> values = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                values.add(unsigned());
            }
            return values;
        }

        Map<String, String> texts() {
            int count = count();
            Map<String, String> values = new TreeMap<>();
            for (int i = 0; i < count; i++) {
                String key = text();
                values.put(key, text());
            }
            return values;
        }

        void end() {
            if (in.hasRemaining()) {
                throw new IllegalArgumentException("it has more bytes than it should");
            }
        }
    }
}
