package dev.moldau.client.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** An answer's memory goes back with its read, unless somebody keeps it. */
class KeptAnswersTest {

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
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

    @Test
    void memoryOfALargeAnswerIsUsedForTheNextOnceNobodyKeepsIt() {
        keeps = true;
        feed(answer((byte) 1, 300_000), 64_000);
        feed(answer((byte) 2, 300_000), 64_000);
        assertThat(answers.get(0)).isEqualTo(body((byte) 1, 300_000));
        kept.get(0).release();
        feed(answer((byte) 3, 310_000), 64_000);
        assertThat(answers.get(0)).as("the same memory").isEqualTo(body((byte) 3, 300_000));
        assertThat(answers.get(1)).isEqualTo(body((byte) 2, 300_000));
        assertThat(answers.get(2)).isEqualTo(body((byte) 3, 310_000));
        kept.get(1).release();
        kept.get(2).release();
        assertThatThrownBy(() -> kept.get(2).release()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void largeAnswerThatIsKeptBySeveralStaysUntilTheLastIsDone() {
        keeps = true;
        feed(answer((byte) 1, 300_000), 64_000);
        kept.get(0).retain();
        kept.get(0).release();
        feed(answer((byte) 2, 300_000), 64_000);
        assertThat(answers.get(0)).isEqualTo(body((byte) 1, 300_000));
        kept.forEach(AnswerBytes::release);
    }

    @Test
    void claimOfALargeAnswerTakesNoMoreThanWhatCame() {
        ByteBuf read = reading(ByteBuffer.allocate(100).putInt(0, 1_000_000));
        frames.read(read, allocator);
        read.release();
        assertThat(frames.isMidFrame()).isTrue();
        assertThat(direct()).isLessThanOrEqualTo(64 << 10);
        frames.close();
    }

    @Test
    void claimOfASizeThatCameBeforeIsBelieved() {
        keeps = true;
        feed(answer((byte) 1, 1_000_000), 250_000);
        long before = direct();
        ByteBuf read = reading(ByteBuffer.allocate(100).putInt(0, 900_000));
        frames.read(read, allocator);
        read.release();
        assertThat(direct() - before).as("in one piece").isBetween(900_000L, 1_048_576L);
        kept.get(0).release();
        frames.close();
        assertThat(direct()).isZero();
    }

    @Test
    void everythingGoesOnceTheConnectionAndWhoKeepsAnswersAreDone() {
        keeps = true;
        feed(answer((byte) 1, 300_000), 64_000);
        feed(answer((byte) 2, 300_000), 64_000);
        kept.get(0).release();
        frames.close();
        assertThat(direct()).isGreaterThanOrEqualTo(300_000);
        assertThat(answers.get(1)).isEqualTo(body((byte) 2, 300_000));
        kept.get(1).release();
        assertThat(direct()).isZero();
    }

    @Test
    void spareMemoryIsBounded() {
        keeps = true;
        for (int i = 0; i < 40; i++) {
            feed(answer((byte) i, 1_000_000), 250_000);
        }
        kept.forEach(AnswerBytes::release);
        keeps = false;
        feed(answer((byte) 1, 10), 14);
        assertThat(direct()).isBetween(1L, (long) AnswerMemory.MAX_SPARE_BYTES);
        frames.close();
        assertThat(direct()).isZero();
    }

    @Test
    void restOfALargeAnswerIsReadToWhereItIsGathered() {
        keeps = true;
        for (int i = 1; i <= 3; i++) {
            ByteBuffer whole = answer((byte) i, 300_000);
            feed(piece(whole, 1_000), 1_000);
            while (whole.hasRemaining()) {
                whole = readIntoLent(whole, 40_000);
            }
            assertThat(answers.get(i - 1)).isEqualTo(body((byte) i, 300_000));
            assertThat(frames.lend()).as("nothing has begun").isNull();
            kept.get(i - 1).release();
        }
        frames.close();
        assertThat(direct()).isZero();
    }

    @Test
    void whatIsLentEndsWithTheAnswer() {
        ByteBuffer whole = answer((byte) 1, 300_000);
        feed(whole, 64_000);
        ByteBuffer next = answer((byte) 2, 300_000);
        feed(piece(next, 100_000), 64_000);
        ByteBuf lent = Objects.requireNonNull(frames.lend());
        assertThat(lent.writableBytes()).isEqualTo(Integer.BYTES + 300_000 - 100_000);
        lent.release();
        // What was lent and not used changes nothing.
        feed(next, 64_000);
        assertThat(answers.get(1)).isEqualTo(body((byte) 2, 300_000));
    }

    @Test
    void smallAnswersAreNotReadInto() {
        feed(piece(answer((byte) 1, 5_000), 1_000), 1_000);
        assertThat(frames.isMidFrame()).isTrue();
        assertThat(frames.lend()).isNull();
    }

    /** Takes the first bytes away, to be fed. */
    private static ByteBuffer piece(ByteBuffer whole, int count) {
        ByteBuffer piece = whole.slice(whole.position(), count);
        whole.position(whole.position() + count);
        return piece;
    }

    /** As a socket does that has so many bytes at most; returns what is left. */
    private ByteBuffer readIntoLent(ByteBuffer whole, int most) {
        ByteBuf lent = frames.lend();
        int room = lent == null ? most : lent.writableBytes();
        int count = Math.min(whole.remaining(), Math.min(most, room));
        ByteBuf read = lent == null ? allocator.directBuffer() : lent;
        read.writeBytes(piece(whole, count));
        frames.read(read, allocator);
        assertThat(read.isReadable()).isFalse();
        read.release();
        return whole;
    }

    /** Bytes of buffers that have not been released. */
    private long direct() {
        return allocator.metric().usedDirectMemory();
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
