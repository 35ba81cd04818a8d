package dev.moldau.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.reference.ReferenceMessage.Sample;
import dev.moldau.protocol.wire.MalformedMessageException;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.UnsupportedFieldException;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every message in every version against the classes that Kafka generates for itself: made-up
 * messages go from Kafka's bytes into our records and back.
 *
 * <p>The seed is new in each run and part of each failure; {@code -Dmoldau.seed=...} repeats one.
 */
class RoundTripTest {

    private static final int SAMPLES = 40;
    private static final int OTHER_SAMPLES = 10;
    private static final int MOST_CUTS = 50;
    private static final long SEED = Long.getLong("moldau.seed", System.nanoTime());

    @BeforeAll
    static void printSeed() {
        System.out.println("RoundTripTest: -Dmoldau.seed=" + SEED);
    }

    static List<JudgedMessage> messages() {
        return JudgedMessage.all();
    }

    @ParameterizedTest
    @MethodSource("messages")
    void readsWhatKafkaWritesAndWritesWhatKafkaReads(JudgedMessage message) {
        SplittableRandom random = new SplittableRandom(SEED ^ message.name().hashCode());
        for (JudgedMessage.Version version : message.versions()) {
            for (int i = 0; i < SAMPLES; i++) {
                Sample sample = version.judge().sample(version.theirs(), random);
                try {
                    check(message.codec(), version, sample);
                } catch (AssertionError | RuntimeException e) {
                    throw new AssertionError(
                            message.name()
                                    + " v"
                                    + version.ours()
                                    + ", sample "
                                    + i
                                    + ", seed "
                                    + SEED
                                    + ": "
                                    + sample.message()
                                    + " as "
                                    + hex(sample.encoded()),
                            e);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void noticesEveryCut(JudgedMessage message) {
        SplittableRandom random = new SplittableRandom(SEED ^ message.name().hashCode());
        for (JudgedMessage.Version version : message.versions()) {
            ByteBuffer bytes = version.judge().sample(version.theirs(), random).encoded();
            int cuts = Math.min(bytes.remaining(), MOST_CUTS);
            for (int i = 0; i < cuts; i++) {
                int length = random.nextInt(bytes.remaining());
                WireReader in = new WireReader(bytes.slice(0, length));
                assertThatThrownBy(() -> message.codec().read(in, version.ours()))
                        .as("v%d, %d bytes, seed %d", version.ours(), length, SEED)
                        .isInstanceOf(MalformedMessageException.class);
            }
        }
    }

    /** A value that a version lacks is left out or refused, as the declaration says. */
    @ParameterizedTest
    @MethodSource("messages")
    void writesOtherVersionsAsKafkaDoes(JudgedMessage message) {
        SplittableRandom random = new SplittableRandom(SEED ^ message.name().hashCode());
        for (JudgedMessage.Version from : message.versions()) {
            for (JudgedMessage.Version to : message.versions()) {
                if (from.judge().equals(to.judge())) {
                    checkOtherVersion(message, from, to, random);
                }
            }
        }
        for (JudgedMessage.Version from : message.oldVersions()) {
            for (JudgedMessage.Version to : message.oldVersions()) {
                checkOtherVersion(message, from, to, random);
            }
        }
    }

    private static void checkOtherVersion(
            JudgedMessage message,
            JudgedMessage.Version from,
            JudgedMessage.Version to,
            SplittableRandom random) {
        for (int i = 0; i < OTHER_SAMPLES; i++) {
            Object sample = from.judge().sample(from.theirs(), random).message();
            from.judge().thinOut(sample, random);
            Optional<ByteBuffer> bytes = from.judge().write(sample, from.theirs());
            if (bytes.isEmpty()) {
                continue; // A default of Kafka's that its own version cannot carry.
            }
            Optional<String> theirs = to.judge().write(sample, to.theirs()).map(RoundTripTest::hex);
            Optional<String> ours = rewrite(message.codec(), from.ours(), to.ours(), bytes.get());
            if (theirs.isPresent() || message.isRequest()) {
                assertThat(ours)
                        .as("v%d as v%d, seed %d: %s", from.ours(), to.ours(), SEED, sample)
                        .isEqualTo(theirs);
            }
        }
    }

    private static <M extends ApiMessage> Optional<String> rewrite(
            MessageCodec<M> codec, short from, short to, ByteBuffer bytes) {
        M message = read(codec, from, bytes);
        try {
            return Optional.of(hex(write(codec, to, message)));
        } catch (UnsupportedFieldException e) {
            return Optional.empty();
        }
    }

    private static <M extends ApiMessage> void check(
            MessageCodec<M> codec, JudgedMessage.Version version, Sample sample) {
        M message = read(codec, version.ours(), sample.encoded());
        Values.assertSame(Values.of((Record) message), version.judge().values(sample.message()));

        ByteBuffer written = write(codec, version.ours(), message);
        assertThat(hex(written)).as("our bytes").isEqualTo(hex(sample.canonical()));
        assertThat(version.judge().read(written, version.theirs())).isEqualTo(sample.message());
        assertThat(read(codec, version.ours(), written)).isEqualTo(message);

        M tolerant = read(codec, version.ours(), sample.withUnknownTags());
        assertThat(tolerant).as("unknown tagged fields").isEqualTo(message);
    }

    private static <M extends ApiMessage> M read(
            MessageCodec<M> codec, short version, ByteBuffer bytes) {
        WireReader in = new WireReader(bytes.duplicate());
        M message = codec.read(in, version);
        assertThat(in.remaining()).as("bytes left").isZero();
        return message;
    }

    private static <M extends ApiMessage> ByteBuffer write(
            MessageCodec<M> codec, short version, M message) {
        WireWriter out = new WireWriter();
        codec.write(message, out, version);
        return out.toBuffer();
    }

    private static String hex(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return HexFormat.of().formatHex(copy);
    }
}
