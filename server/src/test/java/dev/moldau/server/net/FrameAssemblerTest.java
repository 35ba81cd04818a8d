package dev.moldau.server.net;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameAssemblerTest {

    private static final int MAX_BYTES = 100 << 20;

    private final PooledByteBufAllocator allocator = new PooledByteBufAllocator(true);
    private final RequestMemory memory = new RequestMemory(64 << 20);
    private final FrameAssembler assembler = new FrameAssembler(memory, MAX_BYTES);

    @AfterEach
    void everythingIsGivenBack() {
        assembler.close();
        assertThat(memory.usedBytes()).isZero();
        assertThat(allocator.pinnedDirectMemory()).isZero();
    }

    @Test
    void framesComeOutWholeWhereverTheStreamIsCut() throws Exception {
        byte[] stream = stream(payload(8), payload(9), payload(300), payload(20_000));
        for (int cut = 0; cut <= stream.length; cut += cut < 400 ? 1 : 997) {
            List<byte[]> frames = new ArrayList<>();
            feed(stream, 0, cut, frames);
            feed(stream, cut, stream.length, frames);
            assertThat(frames)
                    .describedAs("cut at %d", cut)
                    .usingElementComparator(java.util.Arrays::compare)
                    .containsExactly(payload(8), payload(9), payload(300), payload(20_000));
        }
    }

    @Test
    void framesComeOutWholeInRandomPieces() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            byte[][] payloads = new byte[1 + random.nextInt(6)][];
            for (int i = 0; i < payloads.length; i++) {
                payloads[i] = payload(8 + random.nextInt(1 << (4 + random.nextInt(17))));
            }
            byte[] stream = stream(payloads);
            List<byte[]> frames = new ArrayList<>();
            for (int at = 0; at < stream.length; ) {
                int end = Math.min(stream.length, at + 1 + random.nextInt(70_000));
                feed(stream, at, end, frames);
                at = end;
            }
            assertThat(frames)
                    .describedAs("seed %d round %d", seed, round)
                    .usingElementComparator(java.util.Arrays::compare)
                    .containsExactly(payloads);
        }
    }

    @Test
    void restOfALargeFrameIsReadIntoItsOwnBuffer() throws Exception {
        byte[] payload = payload(3 << 20);
        byte[] stream = stream(payload);
        List<byte[]> frames = new ArrayList<>();
        feed(stream, 0, 1000, frames);

        int at = 1000;
        while (frames.isEmpty()) {
            ByteBuf room = requireNonNull(assembler.directRoom());
            int count = Math.min(room.writableBytes(), 50_000);
            count = Math.min(count, stream.length - at);
            room.writeBytes(stream, at, count);
            at += count;
            assertThat(assembler.isRoom(room)).isTrue();
            take(Unpooled.EMPTY_BUFFER, frames);
            if (frames.isEmpty() && assembler.directRoom() == null) {
                feed(stream, at, stream.length, frames);
            }
        }
        assertThat(frames.getFirst()).isEqualTo(payload);
    }

    @ParameterizedTest(name = "field report 58: {0}")
    @CsvSource({
        "HTTP,           0x47455420, speaks HTTP on a Kafka listener",
        "HTTP/2,         0x50524920, speaks HTTP",
        "TLS,            0x16030100, speaks TLS on a Kafka listener",
        "TLS 1.2,        0x160303A0, speaks TLS",
        "SSH,            0x5353482D, speaks SSH",
        "the PROXY header, 0x50524F58, speaks the PROXY protocol",
        "2 GB,           0x7FFFFFFF, announced a request of 2147483647 bytes",
        "100 MB and one, 0x06400001, socket.request.max.bytes allows 104857600",
        "negative,       0xFFFFFFFF, sent -1 as the size of a request",
        "zero,           0x00000000, less than a request header",
    })
    void sizesThatNoClientSendsAreNamed(String what, String word, String expected) {
        ByteBuf in = Unpooled.buffer().writeInt(Integer.parseUnsignedInt(word.substring(2), 16));
        in.writeZero(20);
        assertThatThrownBy(() -> assembler.next(in, allocator))
                .describedAs(what)
                .isInstanceOf(BadPeerException.class)
                .hasMessageContaining(expected);
    }

    @Test
    void strangersAreOnlyLookedForAtTheBeginningOfAConnection() throws Exception {
        List<byte[]> frames = new ArrayList<>();
        byte[] stream = stream(payload(10));
        feed(stream, 0, stream.length, frames);
        ByteBuf in = Unpooled.buffer().writeInt(0x47455420);
        assertThatThrownBy(() -> assembler.next(in, allocator))
                .hasMessageContaining("announced a request of 1195725856 bytes");
    }

    @Test
    void announcedBytesAreNotAllocatedBeforeTheyCome() throws Exception {
        List<FrameAssembler> silent = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            FrameAssembler one = new FrameAssembler(memory, MAX_BYTES);
            ByteBuf in = Unpooled.buffer().writeInt(MAX_BYTES).writeZero(10);
            assertThat(one.next(in, allocator)).isNull();
            silent.add(one);
        }
        assertThat(memory.usedBytes()).isLessThan(memory.limitBytes());
        List<byte[]> frames = new ArrayList<>();
        byte[] stream = stream(payload(1000));
        feed(stream, 0, stream.length, frames);
        assertThat(frames).hasSize(1);
        silent.forEach(FrameAssembler::close);
    }

    @Test
    void aFrameWaitsForMemoryAndGoesOnWhereItStopped() throws Exception {
        RequestMemory small = new RequestMemory(100_000);
        FrameAssembler one = new FrameAssembler(small, MAX_BYTES);
        assertThat(small.take(90_000)).isTrue();
        byte[] payload = payload(30_000);
        ByteBuf in = Unpooled.wrappedBuffer(stream(payload));

        assertThat(one.next(in, allocator)).isNull();
        assertThat(one.isStarved()).isTrue();
        assertThat(in.readableBytes()).isEqualTo(30_000);

        small.give(90_000);
        Frame frame = requireNonNull(one.next(in, allocator));
        assertThat(one.isStarved()).isFalse();
        assertThat(bytes(frame)).isEqualTo(payload);
        frame.release();
        assertThat(small.usedBytes()).isZero();
    }

    @Test
    void incompleteFramesDoNotBlockEachOtherForGood() throws Exception {
        RequestMemory small = new RequestMemory(120_000);
        assertThat(small.take(60_000)).isTrue();
        FrameAssembler[] two = {
            new FrameAssembler(small, MAX_BYTES), new FrameAssembler(small, MAX_BYTES)
        };
        byte[] payload = payload(400_000);
        ByteBuf[] ins = {
            Unpooled.wrappedBuffer(stream(payload)), Unpooled.wrappedBuffer(stream(payload))
        };
        // Both begin, then neither fits: the first one that asks may exceed the budget.
        assertThat(two[0].next(ins[0].readSlice(10_000), allocator)).isNull();
        assertThat(two[1].next(ins[1].readSlice(10_000), allocator)).isNull();
        Frame first = requireNonNull(two[0].next(ins[0], allocator));
        assertThat(two[1].next(ins[1], allocator)).isNull();
        assertThat(two[1].isStarved()).isTrue();

        first.release();
        small.give(60_000);
        Frame second = requireNonNull(two[1].next(ins[1], allocator));
        assertThat(bytes(second)).isEqualTo(payload);
        second.release();
        assertThat(small.usedBytes()).isZero();
    }

    private void feed(byte[] stream, int from, int to, List<byte[]> frames) throws Exception {
        ByteBuf in = allocator.directBuffer(Math.max(1, to - from));
        in.writeBytes(stream, from, to - from);
        try {
            take(in, frames);
            assertThat(in.isReadable()).isFalse();
        } finally {
            in.release();
        }
    }

    private void take(ByteBuf in, List<byte[]> frames) throws Exception {
        Frame frame = assembler.next(in, allocator);
        while (frame != null) {
            frames.add(bytes(frame));
            frame.release();
            frame = assembler.next(in, allocator);
        }
    }

    private static byte[] bytes(Frame frame) {
        byte[] bytes = new byte[frame.sizeBytes()];
        frame.bytes().get(bytes);
        return bytes;
    }

    private static byte[] payload(int size) {
        byte[] payload = new byte[size];
        for (int i = 0; i < size; i++) {
            payload[i] = (byte) (i * 31 + size);
        }
        return payload;
    }

    private static byte[] stream(byte[]... payloads) {
        int total = 0;
        for (byte[] payload : payloads) {
            total += Integer.BYTES + payload.length;
        }
        ByteBuffer stream = ByteBuffer.allocate(total);
        for (byte[] payload : payloads) {
            stream.putInt(payload.length).put(payload);
        }
        return stream.array();
    }
}
