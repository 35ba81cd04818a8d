package dev.moldau.storage.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tail either does not know, or knows exactly. */
class BatchTailTest {

    private static final int BATCH_BYTES = 70;

    /** Batches of two records and {@link #BATCH_BYTES} bytes each, from an offset on. */
    private static BatchTail tail(long from, int batches) {
        BatchTail tail = new BatchTail(from);
        for (int i = 0; i < batches; i++) {
            tail = tail.add(from + 2L * i + 1, i * BATCH_BYTES);
        }
        return tail;
    }

    @Test
    void anEmptyTailKnowsThatNothingFollowsTheEnd() {
        BatchTail tail = new BatchTail(100);
        assertThat(tail.ceiling(100, 4_000)).isEqualTo(Place.of(4_000, 0));
        assertThat(tail.ceiling(99, 4_000)).isEqualTo(BatchTail.UNKNOWN);
        assertThat(tail.floorBatchStart(3_999)).isEqualTo(BatchTail.NONE);
    }

    @Test
    void eachOffsetOfABatchLeadsToItsStartWithItsSize() {
        BatchTail tail = tail(100, 5);
        int end = 5 * BATCH_BYTES;
        for (int i = 0; i < 5; i++) {
            long place = Place.of(i * BATCH_BYTES, BATCH_BYTES);
            assertThat(tail.ceiling(100 + 2L * i, end)).isEqualTo(place);
            assertThat(tail.ceiling(101 + 2L * i, end)).isEqualTo(place);
        }
        assertThat(tail.ceiling(110, end)).isEqualTo(Place.of(end, 0));
        assertThat(tail.ceiling(99, end)).isEqualTo(BatchTail.UNKNOWN);
    }

    @Test
    void whatWasAddedSinceAReadersEndIsNotThereForIt() {
        BatchTail tail = tail(0, 6);
        int end = 4 * BATCH_BYTES; // the reader's view is two batches old
        assertThat(tail.ceiling(7, end)).isEqualTo(Place.of(3 * BATCH_BYTES, BATCH_BYTES));
        assertThat(tail.ceiling(8, end)).isEqualTo(Place.of(end, 0));
        assertThat(tail.ceiling(11, end)).isEqualTo(Place.of(end, 0));
    }

    @Test
    void positionsAreRoundedDownToTheStartOfABatch() {
        BatchTail tail = tail(0, 5);
        assertThat(tail.floorBatchStart(0)).isZero();
        assertThat(tail.floorBatchStart(BATCH_BYTES - 1)).isZero();
        assertThat(tail.floorBatchStart(BATCH_BYTES)).isEqualTo(BATCH_BYTES);
        assertThat(tail.floorBatchStart(10_000)).isEqualTo(4 * BATCH_BYTES);
    }

    @Test
    void theNewestBatchesStayKnownHoweverManyThereAre() {
        for (int batches = 1; batches < 400; batches++) {
            BatchTail tail = tail(0, batches);
            int end = batches * BATCH_BYTES;
            int known = Math.min(batches, 64);
            for (int i = batches - known; i < batches; i++) {
                assertThat(tail.ceiling(2L * i, end))
                        .as("batch %d of %d", i, batches)
                        .isEqualTo(Place.of(i * BATCH_BYTES, BATCH_BYTES));
                assertThat(tail.floorBatchStart(i * BATCH_BYTES + 3)).isEqualTo(i * BATCH_BYTES);
            }
        }
    }

    @Test
    void randomBatchesWithGapsAgreeWithAList() {
        for (long seed = 1; seed <= 100; seed++) {
            Random random = new Random(seed);
            long from = random.nextInt(1_000);
            BatchTail tail = new BatchTail(from);
            List<long[]> model = new ArrayList<>(); // last offset, position, size
            long next = from;
            int end = 0;
            int batches = random.nextInt(300);
            for (int i = 0; i < batches; i++) {
                next += random.nextInt(3); // offsets may be missing
                long last = next + random.nextInt(4);
                int size = 61 + random.nextInt(50);
                tail = tail.add(last, end);
                model.add(new long[] {last, end, size});
                end += size;
                next = last + 1;
            }
            for (long offset = from; offset <= next; offset++) {
                long wanted = offset;
                long expected =
                        model.stream()
                                .filter(batch -> batch[0] >= wanted)
                                .findFirst()
                                .map(batch -> Place.of((int) batch[1], (int) batch[2]))
                                .orElse(Place.of(end, 0));
                assertThat(tail.ceiling(offset, end))
                        .as("seed %d, offset %d", seed, offset)
                        .isIn(expected, BatchTail.UNKNOWN);
            }
        }
    }

    /** The owner adds while a reader asks about what was published to it. */
    @Test
    @Timeout(20)
    void aReaderOnAnotherThreadNeverSeesAWrongPlace() throws InterruptedException {
        record Published(BatchTail tail, int batches) {}
        AtomicReference<Published> published =
                new AtomicReference<>(new Published(new BatchTail(0), 0));
        List<String> wrong = new ArrayList<>();
        int all = 300_000;
        Thread reader =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    Random random = new Random(3);
                                    int seen = 0;
                                    while (seen < all && wrong.isEmpty()) {
                                        Published now = Objects.requireNonNull(published.get());
                                        seen = now.batches;
                                        int i = Math.max(0, seen - 1 - random.nextInt(80));
                                        int end = seen * BATCH_BYTES;
                                        long place = now.tail.ceiling(2L * i + 1, end);
                                        long right =
                                                seen == 0
                                                        ? Place.of(0, 0)
                                                        : Place.of(i * BATCH_BYTES, BATCH_BYTES);
                                        if (place != BatchTail.UNKNOWN && place != right) {
                                            wrong.add(i + " of " + seen + ": " + place);
                                        }
                                    }
                                });
        BatchTail tail = new BatchTail(0);
        for (int i = 0; i < all; i++) {
            tail = tail.add(2L * i + 1, i * BATCH_BYTES);
            published.set(new Published(tail, i + 1));
        }
        reader.join();
        assertThat(wrong).isEmpty();
    }
}
