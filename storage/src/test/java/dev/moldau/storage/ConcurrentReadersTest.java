package dev.moldau.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.common.Lane;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.Batches;
import dev.moldau.storage.disk.NioDisk;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Readers on views of their own while the owner appends, rolls, truncates above the high watermark,
 * raises the start, and removes old segments whose files go at once. Whatever is read was appended,
 * byte for byte, and nothing is missing.
 */
class ConcurrentReadersTest {

    private static final long BUDGET_MS = Long.getLong("readers.ms", 3_000);
    private static final int READERS = 3;

    @TempDir Path temporary;

    private final long seed = Long.getLong("readers.seed", System.nanoTime());

    /** The checksum of each batch below the high watermark, by base offset. */
    private final Map<Long, Integer> committed = new ConcurrentHashMap<>();

    private final AtomicLong batchesRead = new AtomicLong();
    private volatile boolean over;

    /** The thread that calls first owns it; what others send it runs when it says so. */
    private static final class OwnLane implements Lane {
        private final List<Runnable> commands = new ArrayList<>();
        private volatile Thread owner = Thread.currentThread();

        @Override
        public boolean isCurrent() {
            return Thread.currentThread() == owner;
        }

        @Override
        public String name() {
            return "owner";
        }

        @Override
        public synchronized void execute(Runnable command) {
            commands.add(command);
        }

        void runAll() {
            List<Runnable> now;
            synchronized (this) {
                now = List.copyOf(commands);
                commands.clear();
            }
            now.forEach(Runnable::run);
        }
    }

    @Test
    @Timeout(60)
    void whatReadersSeeWasAppendedAndNothingIsMissing() throws Exception {
        System.out.println("ConcurrentReadersTest: -Dreaders.seed=" + seed);
        try (ExecutorService background = Executors.newFixedThreadPool(2);
                ExecutorService readers = Executors.newFixedThreadPool(READERS)) {
            OwnLane lane = new OwnLane();
            LogDirectory directory =
                    LogDirectory.open(
                            temporary.resolve("data"),
                            TestFolder.IDENTITY,
                            new LogEnvironment(
                                    new NioDisk(),
                                    new ManualClock(),
                                    background,
                                    new Random(7),
                                    4));
            PartitionLog log =
                    directory.create(TestFolder.PARTITION, TestFolder.TOPIC_ID, settings(), lane);
            List<Future<?>> reading = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                long its = seed + i + 1;
                reading.add(readers.submit(() -> read(log, new Random(its))));
            }
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(BUDGET_MS);
            Random random = new Random(seed);
            try {
                while (System.nanoTime() < until && reading.stream().noneMatch(Future::isDone)) {
                    act(log, random);
                    lane.runAll();
                }
            } finally {
                over = true;
            }
            for (Future<?> one : reading) {
                one.get(10, TimeUnit.SECONDS);
            }
            assertThat(log.view().logStartOffset()).as("old segments went").isPositive();
            assertThat(batchesRead.get()).as("batches read").isGreaterThan(1_000);
            directory.delete(log);
            directory.close();
        }
    }

    private static LogSettings settings() {
        LogSettings d =
                LogSettings.DEFAULTS
                        .withSegments(6_000, 60_000_000)
                        .withIndexes(1 << 20, 200)
                        .withRetention(-1, 60_000);
        return new LogSettings(
                d.segmentBytes(),
                d.segmentMs(),
                0,
                d.segmentIndexBytes(),
                d.indexIntervalBytes(),
                d.retentionMs(),
                d.retentionBytes(),
                true,
                0, // files go at once
                d.flushMessages(),
                d.flushMs(),
                d.producerExpirationMs(),
                d.maxProducers());
    }

    private void act(PartitionLog log, Random random) {
        LogView view = log.view();
        switch (random.nextInt(40)) {
            case 0 -> log.roll();
            case 1 -> log.maintain();
            case 2 -> {
                long above = view.logEndOffset() - view.highWatermark();
                log.truncateTo(view.highWatermark() + random.nextInt((int) above + 1));
            }
            case 3 -> {
                if (view.highWatermark() - view.logStartOffset() > 500) {
                    log.raiseLogStart(view.logStartOffset() + random.nextInt(100));
                }
            }
            case 4, 5, 6, 7, 8, 9 -> commit(log);
            default -> {
                List<Append> appends = new ArrayList<>();
                for (int left = random.nextInt(4); left >= 0; left--) {
                    byte[] value = new byte[random.nextInt(120)];
                    random.nextBytes(value);
                    ByteBuffer batch =
                            TestBatches.plain(1 + random.nextInt(3), 1 + value.length, 1);
                    scramble(batch, random);
                    appends.add(Append.produced(batch, 5));
                }
                log.append(appends);
            }
        }
    }

    /** Makes two batches of one size differ, so that a mix-up is seen. */
    private static void scramble(ByteBuffer bytes, Random random) {
        BatchView batch = new BatchView().wrap(bytes, 0);
        batch.maxCreateTime(1 + random.nextInt(1_000_000));
    }

    /** What is below the high watermark stays: notes it, then says so. */
    private void commit(PartitionLog log) {
        LogView view = log.view();
        long next = view.highWatermark();
        while (view.read(next, 100_000, ReadBound.LOG_END, true)
                instanceof ReadOutcome.Data(FileRecords records)) {
            try (records) {
                Batches batches = new Batches().over(records.toMemory());
                while (batches.next()) {
                    committed.put(batches.batch().baseOffset(), batches.batch().crc());
                    next = batches.batch().lastOffset() + 1;
                }
            }
        }
        log.moveHighWatermark(next);
    }

    private void read(PartitionLog log, Random random) {
        long at = 0;
        while (!over) {
            LogView view = log.view();
            if (random.nextInt(30) == 0) {
                long span = view.highWatermark() - view.logStartOffset();
                at = view.logStartOffset() + (span == 0 ? 0 : random.nextLong(span));
            }
            int maxBytes = 1 + random.nextInt(8_000);
            switch (view.read(at, maxBytes, ReadBound.HIGH_WATERMARK, true)) {
                case ReadOutcome.Data(FileRecords records) -> {
                    try (records) {
                        at = check(records, at);
                    }
                }
                case ReadOutcome.AtEnd _ ->
                        assertThat(at).as(this + ": at the end").isEqualTo(view.highWatermark());
                case ReadOutcome.OutOfRange _ -> {
                    assertThat(at)
                            .as(this + ": gone only what lies below the start")
                            .isLessThan(log.view().logStartOffset());
                    at = log.view().logStartOffset();
                }
            }
            if (random.nextInt(50) == 0) {
                Optional<OffsetAtTime> found = view.offsetForTime(1, ReadBound.HIGH_WATERMARK);
                found.ifPresent(
                        place ->
                                assertThat(place.offset())
                                        .isBetween(view.logStartOffset(), view.highWatermark()));
            }
        }
    }

    private long check(FileRecords records, long from) {
        Batches batches = new Batches().over(records.toMemory());
        long next = from;
        boolean first = true;
        while (batches.next()) {
            BatchView batch = batches.batch();
            if (first) {
                assertThat(from)
                        .as(this + ": the first batch holds the offset")
                        .isBetween(batch.baseOffset(), batch.lastOffset());
            } else {
                assertThat(batch.baseOffset()).as(this + ": no gap").isEqualTo(next);
            }
            first = false;
            assertThat(batch.checksumMatches()).as(this + ": whole").isTrue();
            assertThat(committed.get(batch.baseOffset()))
                    .as(this + ": batch " + batch.baseOffset())
                    .isEqualTo(batch.crc());
            next = batch.lastOffset() + 1;
            batchesRead.incrementAndGet();
        }
        assertThat(first).as(this + ": at least one batch").isFalse();
        return next;
    }

    @Override
    public String toString() {
        return "seed " + seed;
    }
}
