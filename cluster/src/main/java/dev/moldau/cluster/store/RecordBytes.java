package dev.moldau.cluster.store;

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
public final class RecordBytes {

    private RecordBytes() {}

    /** Confined to one thread. */
    public static final class Writer {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        public Writer(int format) {
            out.write(format);
        }

        public Writer unsigned(int value) {
            int rest = value;
            while ((rest & ~0x7F) != 0) {
                out.write((rest & 0x7F) | 0x80);
                rest >>>= 7;
            }
            out.write(rest);
            return this;
        }

        public Writer fixed(long value) {
            for (int shift = 56; shift >= 0; shift -= 8) {
                out.write((int) (value >>> shift));
            }
            return this;
        }

        public Writer text(String value) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            unsigned(bytes.length);
            out.writeBytes(bytes);
            return this;
        }

        public Writer numbers(List<Integer> values) {
            unsigned(values.size());
            values.forEach(this::unsigned);
            return this;
        }

        public Writer texts(Map<String, String> values) {
            unsigned(values.size());
            new TreeMap<>(values).forEach((key, value) -> text(key).text(value));
            return this;
        }

        public byte[] bytes() {
            return out.toByteArray();
        }
    }

    /**
     * Confined to one thread. Each method throws {@link IllegalArgumentException} if the bytes
     * cannot be what a writer wrote; no count is believed beyond the bytes that remain.
     */
    public static final class Reader {
        private final ByteBuffer in;
        private final int format;

        public Reader(byte[] bytes, int format) {
            this(bytes, format, format);
        }

        public Reader(byte[] bytes, int oldestFormat, int newestFormat) {
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

        public int format() {
            return format;
        }

        private byte next() {
            if (!in.hasRemaining()) {
                throw new IllegalArgumentException("it is cut short");
            }
            return in.get();
        }

        public int unsigned() {
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

        public long fixed() {
            if (in.remaining() < Long.BYTES) {
                throw new IllegalArgumentException("it is cut short");
            }
            return in.getLong();
        }

        public int count() {
            int count = unsigned();
            if (count < 0 || count > in.remaining()) {
                throw new IllegalArgumentException("a count in it exceeds its bytes");
            }
            return count;
        }

        public String text() {
            byte[] bytes = new byte[count()];
            in.get(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }

        public List<Integer> numbers() {
            int count = count();
            List<Integer> values = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                values.add(unsigned());
            }
            return values;
        }

        public Map<String, String> texts() {
            int count = count();
            Map<String, String> values = new TreeMap<>();
            for (int i = 0; i < count; i++) {
                String key = text();
                values.put(key, text());
            }
            return values;
        }

        public void end() {
            if (in.hasRemaining()) {
                throw new IllegalArgumentException("it has more bytes than it should");
            }
        }
    }
}
