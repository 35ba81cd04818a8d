import java.nio.charset.StandardCharsets;

/**
 * What a record of the suite carries. All of it follows from where the record belongs, so that whoever reads it can tell whether it is
 * the right record in the right place, whole, without having seen what was sent.
 */
final class Payload {

    private static final int SHORTEST = 24;

    private Payload() {}

    /** Names topic, partition and number: a record that lands elsewhere betrays itself. */
    static byte[] key(String topic, int partition, int number) {
        return (topic + '/' + partition + '/' + number).getBytes(StandardCharsets.UTF_8);
    }

    /** Letters that compress by about a half, of a length between a few and the most bytes. */
    static byte[] value(String topic, int partition, int number, int mostBytes) {
        long state = topic.hashCode() * 1_000_003L + partition * 7_919L + ((long) number << 32);
        state = mix(state);
        byte[] value = new byte[SHORTEST + (int) Long.remainderUnsigned(state, Math.max(1, mostBytes - SHORTEST))];
        for (int i = 0; i < value.length; i += 8) {
            // Each group of eight comes twice.
            if ((i & 8) == 0) {
                state = mix(state + 0x9E3779B97F4A7C15L);
            }
            for (int j = i; j < Math.min(i + 8, value.length); j++) {
                value[j] = (byte) ('a' + (state >>> (8 * (j & 7)) & 15));
            }
        }
        return value;
    }

    /** Every tenth record has a header. */
    static boolean hasHeader(int number) {
        return number % 10 == 0;
    }

    static byte[] header(int number) {
        return Integer.toString(number).getBytes(StandardCharsets.UTF_8);
    }

    /** A time that differs from its neighbours' and stays near the base, as brokers demand. */
    static long timestampMs(long baseMs, int number) {
        return baseMs + number % 1_000;
    }

    private static long mix(long z) {
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
