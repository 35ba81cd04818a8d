package dev.moldau.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.fuzz.AllocationBound;
import dev.moldau.protocol.fuzz.RandomBytes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.internals.ByteUtils;
import org.junit.jupiter.api.Test;

/** Random values against Kafka's own primitives, and random bytes into every method that reads. */
class WirePropertyTest {

    private static final long SEED = Long.getLong("moldau.fuzz.seed", 20_261_129L);

    private static final List<Consumer<WireReader>> READINGS =
            List.of(
                    WireReader::readBoolean,
                    WireReader::readInt8,
                    WireReader::readInt16,
                    WireReader::readUint16,
                    WireReader::readInt32,
                    WireReader::readInt64,
                    WireReader::readFloat64,
                    WireReader::readUuid,
                    WireReader::readUnsignedVarint,
                    WireReader::readVarint,
                    WireReader::readVarlong,
                    WireReader::readPresence,
                    WireReader::readTag,
                    WireReader::readTaggedCount,
                    WireReader::skipTaggedFields,
                    in -> in.skipTagged(1),
                    in -> in.readTagged(1),
                    in -> in.readString(true, "f"),
                    in -> in.readString(false, "f"),
                    in -> in.readNullableString(true, "f"),
                    in -> in.readNullableString(false, "f"),
                    in -> in.readBytes(true, "f"),
                    in -> in.readNullableBytes(false, "f"),
                    in -> in.readRecords(false, "f"),
                    in -> in.readNullableRecords(true, "f"),
                    in -> in.readArrayCount(true, 1, "f"),
                    in -> in.readArrayCount(false, 7, "f"),
                    in -> in.readNullableArrayCount(true, 100, "f"));

    private static int anyInt(SplittableRandom random) {
        return random.nextInt() >> random.nextInt(32);
    }

    private static long anyLong(SplittableRandom random) {
        return random.nextLong() >> random.nextInt(64);
    }

    @Test
    void varintsAreThoseOfKafka() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 100_000; i++) {
            int number = anyInt(random);
            long large = anyLong(random);
            ByteBuffer theirs = ByteBuffer.allocate(32);
            ByteUtils.writeUnsignedVarint(number, theirs);
            ByteUtils.writeVarint(number, theirs);
            ByteUtils.writeVarlong(large, theirs);
            theirs.flip();
            WireWriter ours = new WireWriter();
            ours.writeUnsignedVarint(number);
            assertThat(ours.position()).isEqualTo(WireWriter.unsignedVarintBytes(number));
            ours.writeVarint(number);
            ours.writeVarlong(large);
            assertThat(ours.toBuffer()).as("seed %d", SEED).isEqualTo(theirs);
            WireReader in = new WireReader(theirs);
            assertThat(in.readUnsignedVarint()).isEqualTo(number);
            assertThat(in.readVarint()).isEqualTo(number);
            assertThat(in.readVarlong()).isEqualTo(large);
            assertThat(in.remaining()).isZero();
        }
    }

    @Test
    void numbersRoundTrip() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 20_000; i++) {
            int number = anyInt(random);
            long large = anyLong(random);
            Uuid id = new Uuid(anyLong(random), large);
            WireWriter out = new WireWriter(WireBuffers.HEAP, 16);
            out.writeBoolean(number > 0);
            out.writeInt8((byte) number);
            out.writeInt16((short) number);
            out.writeUint16(number & 0xffff, "f");
            out.writeInt32(number);
            out.writeInt64(large);
            out.writeFloat64(Double.longBitsToDouble(large));
            out.writeUuid(id);
            out.writePresence(number > 0);
            WireReader in = new WireReader(out.toBuffer());
            assertThat(in.readBoolean()).isEqualTo(number > 0);
            assertThat(in.readInt8()).isEqualTo((byte) number);
            assertThat(in.readInt16()).isEqualTo((short) number);
            assertThat(in.readUint16()).isEqualTo(number & 0xffff);
            assertThat(in.readInt32()).isEqualTo(number);
            assertThat(in.readInt64()).isEqualTo(large);
            assertThat(Double.doubleToRawLongBits(in.readFloat64()))
                    .isEqualTo(Double.doubleToRawLongBits(Double.longBitsToDouble(large)));
            assertThat(in.readUuid()).isEqualTo(id);
            assertThat(in.readPresence()).isEqualTo(number > 0);
            assertThat(in.remaining()).isZero();
        }
    }

    @Test
    void randomBytesAreReadOrMalformedAndNothingElse() {
        SplittableRandom random = new SplittableRandom(SEED);
        AllocationBound bound = new AllocationBound();
        for (int i = 0; i < 300_000; i++) {
            ByteBuffer bytes = RandomBytes.of(random, 40);
            Consumer<WireReader> reading = READINGS.get(i % READINGS.size());
            WireReader in = new WireReader(bytes);
            bound.begin();
            try {
                reading.accept(in);
                assertThat(in.remaining()).isBetween(0, bytes.remaining());
            } catch (MalformedMessageException e) {
                assertThat(e).hasMessageContaining("byte");
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + SEED + ", case " + i, e);
            }
            bound.check(1_000_000, "seed " + SEED + ", case " + i);
        }
    }
}
