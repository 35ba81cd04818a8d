package dev.moldau.client.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An answer's memory goes back with its read, unless somebody keeps it. */
class KeptAnswersTest {

    private final PooledByteBufAllocator allocator = new PooledByteBufAllocator(true);
    private final List<ByteBuffer> answers = new ArrayList<>();
    private final List<AnswerBytes> kept = new ArrayList<>();
    private boolean keeps;

    private final AnswerFrames frames =
            new AnswerFrames(
                    1 << 20,
                    new AnswerFrames.Sink() {
                        @Override
                        public boolean frame(ByteBuffer answer, AnswerBytes bytes) {
                            if (keeps) {
                                bytes.retain();
                                kept.add(bytes);
                            }
                            answers.add(answer);
                            return true;
                        }

                        @Override
                        public void badSize(int sizeBytes, int correlationId) {
                            throw new AssertionError("size " + sizeBytes);
                        }
                    });

    @Test
    void keptAnswerOfOneReadOutlivesTheRead() {
        keeps = true;
        ByteBuf read = reading(answer((byte) 7, 1000));
        frames.read(read, allocator);
        read.release();
        assertThat(read.refCnt()).isEqualTo(1);
        assertThat(answers.get(0)).isEqualTo(body((byte) 7, 1000));
        kept.get(0).release();
        assertThat(read.refCnt()).isZero();
    }

    @Test
    void keptAnswerOfManyReadsIsNotUsedForTheNext() {
        keeps = true;
        feed(answer((byte) 1, 5000), 700);
        feed(answer((byte) 2, 5000), 700);
        assertThat(answers.get(0)).isEqualTo(body((byte) 1, 5000));
        assertThat(answers.get(1)).isEqualTo(body((byte) 2, 5000));
        kept.forEach(AnswerBytes::release);
    }

    @Test
    void answerThatNobodyKeepsGoesWithItsRead() {
        ByteBuf read = reading(answer((byte) 7, 1000));
        frames.read(read, allocator);
        read.release();
        assertThat(read.refCnt()).isZero();
        assertThat(answers).hasSize(1);
    }

    @Test
    void twoAnswersOfOneReadAreKeptAndReleasedEachForItself() {
        keeps = true;
        ByteBuf read = allocator.directBuffer();
        read.writeBytes(answer((byte) 1, 100)).writeBytes(answer((byte) 2, 100));
        frames.read(read, allocator);
        read.release();
        kept.get(0).release();
        assertThat(answers.get(1)).isEqualTo(body((byte) 2, 100));
        assertThat(read.refCnt()).isEqualTo(1);
        kept.get(1).release();
        assertThat(read.refCnt()).isZero();
    }

    private void feed(ByteBuffer whole, int step) {
        while (whole.hasRemaining()) {
            int count = Math.min(step, whole.remaining());
            ByteBuf read = reading(whole.slice().limit(count));
            frames.read(read, allocator);
            read.release();
            assertThat(read.refCnt()).isZero();
            whole.position(whole.position() + count);
        }
    }

    private ByteBuf reading(ByteBuffer bytes) {
        return allocator.directBuffer().writeBytes(bytes.duplicate());
    }

    private static ByteBuffer answer(byte fill, int size) {
        ByteBuffer body = body(fill, size);
        return ByteBuffer.allocate(Integer.BYTES + size).putInt(size).put(body).flip();
    }

    private static ByteBuffer body(byte fill, int size) {
        ByteBuffer body = ByteBuffer.allocate(size);
        while (body.hasRemaining()) {
            body.put(fill);
        }
        return body.flip();
    }
}
