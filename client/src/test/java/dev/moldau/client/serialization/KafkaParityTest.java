package dev.moldau.client.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.moldau.client.errors.RefusedException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each serializer and deserializer against Kafka's own: the same bytes, and each reads both. */
class KafkaParityTest {

    private static final String TOPIC = "parity";

    /** Ours, Kafka's, and what to write. */
    record Pair<T>(
            String name,
            Serializer<T> serializer,
            Deserializer<T> deserializer,
            Serde<T> kafka,
            List<T> samples) {

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Pair<?>> pairs() {
        return Stream.of(
                new Pair<>(
                        "string",
                        new StringSerializer(),
                        new StringDeserializer(),
                        Serdes.String(),
                        List.of("", "text", "Größe \uD83D\uDE80", "a\u0000b", "\uD800 alone")),
                new Pair<>(
                        "bytes",
                        new ByteArraySerializer(),
                        new ByteArrayDeserializer(),
                        Serdes.ByteArray(),
                        List.of(new byte[0], new byte[] {0, -1, 127})),
                new Pair<>(
                        "buffer",
                        new ByteBufferSerializer(),
                        new ByteBufferDeserializer(),
                        Serdes.ByteBuffer(),
                        List.of(
                                ByteBuffer.allocate(0),
                                ByteBuffer.wrap(new byte[] {1, 2, 3}),
                                ByteBuffer.wrap(new byte[] {1, 2, 3}).limit(2),
                                ByteBuffer.wrap(new byte[] {1, 2, 3}, 1, 2).slice(),
                                ByteBuffer.allocateDirect(4).putInt(0, 7))),
                new Pair<>(
                        "int",
                        new IntegerSerializer(),
                        new IntegerDeserializer(),
                        Serdes.Integer(),
                        List.of(0, -1, 1, Integer.MIN_VALUE, Integer.MAX_VALUE)),
                new Pair<>(
                        "long",
                        new LongSerializer(),
                        new LongDeserializer(),
                        Serdes.Long(),
                        List.of(0L, -1L, 1L << 40, Long.MIN_VALUE, Long.MAX_VALUE)),
                new Pair<>(
                        "short",
                        new ShortSerializer(),
                        new ShortDeserializer(),
                        Serdes.Short(),
                        List.of((short) 0, (short) -2, Short.MIN_VALUE, Short.MAX_VALUE)),
                new Pair<>(
                        "float",
                        new FloatSerializer(),
                        new FloatDeserializer(),
                        Serdes.Float(),
                        List.of(0f, -0f, 1.5f, Float.NaN, Float.NEGATIVE_INFINITY)),
                new Pair<>(
                        "double",
                        new DoubleSerializer(),
                        new DoubleDeserializer(),
                        Serdes.Double(),
                        List.of(0d, -0d, 1.5d, Double.NaN, Double.MIN_VALUE)),
                new Pair<>(
                        "boolean",
                        new BooleanSerializer(),
                        new BooleanDeserializer(),
                        Serdes.Boolean(),
                        List.of(true, false)),
                new Pair<>(
                        "uuid",
                        new UUIDSerializer(),
                        new UUIDDeserializer(),
                        Serdes.UUID(),
                        List.of(new UUID(0, 0), new UUID(-1, 5), new UUID(1L << 60, -1))),
                new Pair<>(
                        "void",
                        new VoidSerializer(),
                        new VoidDeserializer(),
                        Serdes.Void(),
                        List.of()),
                lists(
                        "shorts",
                        new ShortSerializer(),
                        new ShortDeserializer(),
                        Serdes.Short(),
                        (short) 4),
                lists(
                        "ints",
                        new IntegerSerializer(),
                        new IntegerDeserializer(),
                        Serdes.Integer(),
                        4),
                lists("longs", new LongSerializer(), new LongDeserializer(), Serdes.Long(), 4L),
                lists("floats", new FloatSerializer(), new FloatDeserializer(), Serdes.Float(), 4f),
                lists(
                        "doubles",
                        new DoubleSerializer(),
                        new DoubleDeserializer(),
                        Serdes.Double(),
                        4d),
                lists(
                        "booleans",
                        new BooleanSerializer(),
                        new BooleanDeserializer(),
                        Serdes.Boolean(),
                        true),
                lists(
                        "uuids",
                        new UUIDSerializer(),
                        new UUIDDeserializer(),
                        Serdes.UUID(),
                        new UUID(1, 2)),
                lists(
                        "strings",
                        new StringSerializer(),
                        new StringDeserializer(),
                        Serdes.String(),
                        "four"));
    }

    private static <T> Pair<List<T>> lists(
            String name,
            Serializer<T> serializer,
            Deserializer<T> deserializer,
            Serde<T> kafka,
            T element) {
        @SuppressWarnings({"unchecked", "rawtypes"})
        Serde<List<T>> theirs = Serdes.ListSerde((Class) ArrayList.class, kafka);
        return new Pair<>(
                "list of " + name,
                new ListSerializer<>(serializer),
                new ListDeserializer<>(deserializer),
                theirs,
                List.of(List.of(), List.of(element), Arrays.asList(null, element, element, null)));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    <T> void theBytesAreThoseOfKafkasSerializer(Pair<T> pair) {
        for (T sample : pair.samples()) {
            assertThat(pair.serializer().serialize(TOPIC, List.of(), sample))
                    .isEqualTo(pair.kafka().serializer().serialize(TOPIC, sample));
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    <T> void eachReadsWhatTheOtherWrote(Pair<T> pair) {
        for (T sample : pair.samples()) {
            byte[] theirs = pair.kafka().serializer().serialize(TOPIC, sample);
            byte[] ours = pair.serializer().serialize(TOPIC, List.of(), sample);
            T read = pair.deserializer().deserialize(TOPIC, List.of(), theirs);
            assertThat(read).isEqualTo(pair.kafka().deserializer().deserialize(TOPIC, ours));
            assertThat(pair.serializer().serialize(TOPIC, List.of(), read)).isEqualTo(theirs);
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    <T> void nullStaysNull(Pair<T> pair) {
        assertThat(pair.serializer().serialize(TOPIC, List.of(), null)).isNull();
        assertThat(pair.deserializer().deserialize(TOPIC, List.of(), null)).isNull();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    <T> void whatKafkasReaderRefusesIsRefusedWithTheTopicsName(Pair<T> pair) {
        for (byte[] bytes : malformed()) {
            boolean refused = refusedByKafka(pair, bytes);
            if (refused) {
                assertThatExceptionOfType(RefusedException.class)
                        .as("%s", Arrays.toString(bytes))
                        .isThrownBy(() -> pair.deserializer().deserialize(TOPIC, List.of(), bytes))
                        .withMessageStartingWith("What was read from topic parity is not ");
            }
        }
    }

    private static <T> boolean refusedByKafka(Pair<T> pair, byte[] bytes) {
        try {
            pair.kafka().deserializer().deserialize(TOPIC, bytes);
            return false;
        } catch (RuntimeException | OutOfMemoryError e) {
            return true;
        }
    }

    private static List<byte[]> malformed() {
        List<byte[]> all = new ArrayList<>();
        for (int size : new int[] {0, 1, 2, 3, 4, 5, 7, 8, 9, 35, 37}) {
            byte[] bytes = new byte[size];
            all.add(bytes);
            byte[] others = new byte[size];
            Arrays.fill(others, (byte) 2);
            all.add(others);
        }
        // A list that claims more than there is, in both forms, and a size below -1.
        all.add(ByteBuffer.allocate(9).put((byte) 1).putInt(Integer.MAX_VALUE).array());
        all.add(ByteBuffer.allocate(9).put((byte) 1).putInt(1).putInt(9).array());
        all.add(ByteBuffer.allocate(9).put((byte) 1).putInt(1).putInt(-2).array());
        all.add(ByteBuffer.allocate(9).put((byte) 0).putInt(Integer.MAX_VALUE).array());
        all.add(ByteBuffer.allocate(9).put((byte) 0).putInt(0).putInt(1 << 30).array());
        all.add(ByteBuffer.allocate(9).put((byte) 0).putInt(-1).array());
        return all;
    }

    @ParameterizedTest
    @MethodSource("dev.moldau.client.serialization.EncodingTest#settings")
    void theCharacterSetIsChosenAsKafkaDoes(Map<String, String> settings) {
        for (boolean isKey : new boolean[] {true, false}) {
            StringSerializer ours = new StringSerializer();
            ours.configure(settings, isKey);
            StringDeserializer reader = new StringDeserializer();
            reader.configure(settings, isKey);
            try (var theirs = new org.apache.kafka.common.serialization.StringSerializer();
                    var theirReader =
                            new org.apache.kafka.common.serialization.StringDeserializer()) {
                theirs.configure(settings, isKey);
                theirReader.configure(settings, isKey);
                byte[] bytes = ours.serialize(TOPIC, List.of(), "Größe");
                assertThat(bytes).isEqualTo(theirs.serialize(TOPIC, "Größe"));
                assertThat(reader.deserialize(TOPIC, List.of(), bytes))
                        .isEqualTo(theirReader.deserialize(TOPIC, bytes));
            }
        }
    }
}
