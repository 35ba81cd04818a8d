package dev.moldau.protocol.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.header.RequestFrame;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.wire.MalformedMessageException;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random and damaged bytes into every codec: they come out as a message or as malformed, and the
 * memory they cost is bounded by their size. What is read can be written and reads alike again.
 */
class CodecFuzzTest {

    private static final int MAX_BYTES = 600;

    /** An element of one byte costs a slice and a record at most, and a place in a list. */
    private static final int ALLOCATED_PER_BYTE = 300;

    private static final List<MessageCodec<?>> CODECS = codecs();

    private final AllocationBound bound = new AllocationBound();

    /** A codec's first use loads classes, which is not the message's cost. */
    private boolean measuring;

    private static List<MessageCodec<?>> codecs() {
        List<MessageCodec<?>> codecs = new ArrayList<>();
        for (ApiKey api : ApiKey.values()) {
            ApiCodecs.request(api).ifPresent(codecs::add);
            ApiCodecs.response(api).ifPresent(codecs::add);
        }
        return codecs;
    }

    @Test
    void bytesAreAMessageOrMalformedAndNothingElse() {
        assertThat(CODECS).hasSizeGreaterThan(100);
        warmUp();
        int[] read = new int[1];
        long cases =
                Fuzzing.run(
                        "CodecFuzzTest",
                        random -> {
                            MessageCodec<?> codec = CODECS.get(random.nextInt(CODECS.size()));
                            if (fuzz(codec, anyVersion(codec, random), random)) {
                                read[0]++;
                            }
                        });
        if (!Fuzzing.isRerun()) {
            assertThat(read[0])
                    .as("messages among %d cases", cases)
                    .isGreaterThan((int) cases / 50);
        }
    }

    @Test
    void framesAreARequestOrMalformedAndNothingElse() {
        warmUp();
        Fuzzing.run(
                "CodecFuzzTest, frames",
                random -> {
                    ByteBuffer frame = frame(random);
                    begin();
                    try {
                        if (RequestFrame.read(frame) instanceof RequestFrame.Known known) {
                            assertThat(known.readBody()).isNotNull();
                        }
                    } catch (MalformedMessageException e) {
                        assertThat(e.position()).isBetween(0, frame.remaining());
                    }
                    check(frame, "frame");
                });
    }

    private void warmUp() {
        measuring = false;
        SplittableRandom random = new SplittableRandom(7);
        for (MessageCodec<?> codec : CODECS) {
            for (int i = 0; i < 30; i++) {
                fuzz(codec, anyVersion(codec, random), random);
            }
        }
        measuring = true;
    }

    private static short anyVersion(MessageCodec<?> codec, SplittableRandom random) {
        return (short) random.nextInt(codec.lowestVersion(), codec.highestVersion() + 1);
    }

    /** A header that is right, so that bodies are reached, and a body that is not. */
    private static ByteBuffer frame(SplittableRandom random) {
        ByteBuffer frame = ByteBuffer.allocate(MAX_BYTES + 16);
        frame.putShort((short) random.nextInt(76)).putShort((short) random.nextInt(14));
        frame.putInt(random.nextInt()).putShort((short) (random.nextInt(3) - 1));
        frame.put(RandomBytes.of(random, MAX_BYTES)).flip();
        return frame;
    }

    private <M extends ApiMessage> boolean fuzz(
            MessageCodec<M> codec, short version, SplittableRandom random) {
        ByteBuffer bytes = RandomBytes.of(random, MAX_BYTES);
        M message = read(codec, version, bytes);
        for (int tries = 0; message == null && tries < 3; tries++) {
            bytes = RandomBytes.of(random, MAX_BYTES);
            message = read(codec, version, bytes);
        }
        if (message == null) {
            return false;
        }
        ByteBuffer valid = write(codec, version, message);
        assertThat(read(codec, version, valid)).isEqualTo(message);
        ByteBuffer damaged = valid;
        for (int i = 0; i < 5; i++) {
            damaged = RandomBytes.mutated(random, i % 2 == 0 ? valid : damaged);
            M other = read(codec, version, damaged);
            if (other != null) {
                assertThat(read(codec, version, write(codec, version, other))).isEqualTo(other);
            }
        }
        return true;
    }

    /** The message, or null if the bytes are malformed. */
    private <M extends ApiMessage> @Nullable M read(
            MessageCodec<M> codec, short version, ByteBuffer bytes) {
        WireReader in = new WireReader(bytes);
        String what = codec.type().getSimpleName() + " v" + version;
        begin();
        try {
            M message = codec.read(in, version);
            check(bytes, what);
            return message;
        } catch (MalformedMessageException e) {
            assertThat(e.position()).isBetween(0, bytes.remaining());
            check(bytes, what);
            return null;
        } catch (RuntimeException e) {
            throw new AssertionError(what + " of " + hex(bytes), e);
        }
    }

    private static <M extends ApiMessage> ByteBuffer write(
            MessageCodec<M> codec, short version, M message) {
        WireWriter out = new WireWriter();
        codec.write(message, out, version);
        return out.toBuffer();
    }

    private void begin() {
        bound.begin();
    }

    private void check(ByteBuffer bytes, String what) {
        if (measuring) {
            bound.check(50_000 + (long) ALLOCATED_PER_BYTE * bytes.remaining(), what);
        }
    }

    private static String hex(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return HexFormat.of().formatHex(copy);
    }
}
