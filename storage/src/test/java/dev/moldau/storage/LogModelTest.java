package dev.moldau.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.record.BatchSettings;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.Batches;
import dev.moldau.storage.disk.DiskFault;
import dev.moldau.storage.disk.MemoryDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random operations on a log and on a list of batches; whatever happens, the log shows what the
 * list has. A crash may take from the end what was not flushed, and nothing else.
 */
class LogModelTest {

    private static final int STEPS = 400;
    private static final int PRODUCERS = 3;

    /** What the log is to hold: a batch with a mark in its timestamp that no other one has. */
    private record Expected(long first, long last, long mark, int producer, int sequence) {
        int records() {
            return (int) (last - first + 1);
        }
    }

    private final ManualClock clock = new ManualClock();
    private final MemoryDisk disk = new MemoryDisk(clock);
    private final List<Expected> batches = new ArrayList<>();
    private boolean powerFailed;
    private long marks = 1;
    private long start;
    private long end;
    private Random random = new Random(0);
    private TestFolder folder = new TestFolder(disk, Path.of("/data"), clock, 5);
    private LogSettings settings =
            LogSettings.DEFAULTS
                    .withSegments(3000, 1_000_000)
                    .withIndexes(1 << 20, 200)
                    .withRetention(-1, -1);
    private PartitionLog log = folder.create(settings);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void theLogShowsWhatTheListHas(long seed) throws IOException {
        random = new Random(seed);
        for (int step = 0; step < STEPS; step++) {
            try {
                step();
                compare();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ", step " + step + ", " + log, e);
            }
        }
    }

    private void step() throws IOException {
        clock.advanceMs(1 + random.nextInt(50));
        int dice = random.nextInt(100);
        if (dice < 50) {
            append();
        } else if (dice < 60) {
            retry();
        } else if (dice < 64) {
            truncate();
        } else if (dice < 68) {
            raiseStart();
        } else if (dice < 72) {
            log.roll();
        } else if (dice < 76) {
            retain();
        } else if (dice < 80) {
            log.flush();
            assertThat(log.recoveryPoint()).isEqualTo(end);
        } else if (dice < 84) {
            log = folder.restart(log);
            log.moveHighWatermark(end);
            validate();
        } else if (dice < 88) {
            crash(false);
        } else if (dice < 92) {
            crash(true);
        } else if (dice < 94) {
            fillDisk();
        } else if (dice < 96) {
            failWrites();
        } else if (dice < 98) {
            folder.directory.writeCheckpoints();
        } else {
            folder.settle();
        }
    }

    private void append() {
        List<Append> appends = new ArrayList<>();
        List<Expected> expected = new ArrayList<>();
        long next = end;
        for (int i = random.nextInt(5); i >= 0; i--) {
            int records = 1 + random.nextInt(4);
            int producer = random.nextInt(PRODUCERS + 2);
            int sequence = producer < PRODUCERS ? nextSequence(producer, expected) : -1;
            Expected batch = new Expected(next, next + records - 1, marks++, producer, sequence);
            expected.add(batch);
            appends.add(Append.produced(bytes(batch, random.nextInt(200)), 5));
            next += records;
        }
        log.append(appends);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(appends.get(i).outcome())
                    .isEqualTo(
                            new AppendOutcome.Appended(
                                    expected.get(i).first, expected.get(i).last));
        }
        batches.addAll(expected);
        end = next;
        log.moveHighWatermark(end);
    }

    private ByteBuffer bytes(Expected batch, int valueBytes) {
        BatchSettings plain = BatchSettings.PLAIN;
        BatchSettings of =
                batch.producer < PRODUCERS
                        ? plain.withProducer(1000 + batch.producer, (short) 0, batch.sequence)
                        : plain;
        return TestBatches.batch(of, batch.records(), valueBytes, batch.mark);
    }

    private int nextSequence(int producer, List<Expected> pending) {
        int next = 0;
        for (List<Expected> list : List.of(batches, pending)) {
            for (Expected batch : list) {
                if (batch.producer == producer) {
                    next = batch.sequence + batch.records();
                }
            }
        }
        return next;
    }

    /** Any of a producer's last five batches may come again, after crashes and restarts too. */
    private void retry() {
        int producer = random.nextInt(PRODUCERS);
        List<Expected> own =
                batches.stream()
                        .filter(batch -> batch.producer == producer && batch.first >= start)
                        .toList();
        if (own.isEmpty()) {
            return;
        }
        int back = random.nextInt(Math.min(5, own.size()));
        Expected again = own.get(own.size() - 1 - back);
        assertThat(TestFolder.append(log, bytes(again, 3)))
                .isEqualTo(new AppendOutcome.Duplicate(again.first, again.last));
    }

    private void truncate() {
        long offset = start + (long) (random.nextDouble() * (end - start + 1));
        long kept = end;
        while (!batches.isEmpty() && batches.getLast().last >= offset) {
            kept = batches.removeLast().first;
        }
        end = Math.max(start, Math.min(end, Math.min(offset, kept)));
        assertThat(log.truncateTo(offset)).isEqualTo(end);
    }

    private void raiseStart() {
        long offset = start + (long) (random.nextDouble() * (end - start + 1));
        log.raiseLogStart(offset);
        start = Math.max(start, offset);
    }

    private void retain() {
        log.configure(settings.withRetention(-1, 6000));
        log.maintain();
        log.configure(settings);
        assertThat(log.view().logStartOffset()).isGreaterThanOrEqualTo(start);
        start = log.view().logStartOffset();
    }

    private void crash(boolean powerToo) throws IOException {
        long durable = log.recoveryPoint();
        powerFailed |= powerToo;
        if (powerToo) {
            disk.loseUnsynced(random);
        } else {
            disk.endProcess();
            durable = end;
        }
        log = folder.reopen(settings);
        LogView view = log.view();
        assertThat(view.logEndOffset()).isBetween(Math.min(durable, end), Math.max(end, start));
        // A start that no checkpoint had yet is forgotten; the records are still there.
        start = view.logStartOffset();
        while (!batches.isEmpty() && batches.getLast().last >= view.logEndOffset()) {
            batches.removeLast();
        }
        end = view.logEndOffset();
        log.moveHighWatermark(end);
        if (powerToo) {
            findDamagedIndexes();
        }
        validate();
    }

    /** Has every segment looked at; what is found to be damaged is made anew. */
    private void findDamagedIndexes() {
        for (Expected batch : batches) {
            if (batch.last >= start) {
                ReadOutcome outcome = log.view().read(batch.last, 1, ReadBound.LOG_END, true);
                assertThat(outcome).as("%s", batch).isInstanceOf(ReadOutcome.Data.class);
                ((ReadOutcome.Data) outcome).records().close();
            }
        }
        log.maintain();
        folder.settle();
    }

    private void fillDisk() {
        disk.capacityBytes(disk.usedBytes() + random.nextInt(400));
        Append append = Append.produced(TestBatches.plain(2, 300, marks++), 5);
        try {
            log.append(List.of(append));
            throw new AssertionError("600 bytes fitted into 400");
        } catch (DiskFullException e) {
            assertThat(append.outcome()).isInstanceOf(AppendOutcome.Failed.class);
        } catch (DiskFailureException e) { // while a segment was begun
            assertThat(append.outcome()).isInstanceOf(AppendOutcome.Failed.class);
        } finally {
            disk.capacityBytes(Long.MAX_VALUE);
            log.maintain(); // an index may not have been written either
            folder.settle();
        }
    }

    private void failWrites() {
        disk.fault(
                (operation, path) -> {
                    if (operation == DiskFault.Operation.WRITE) {
                        throw new IOException("I/O error");
                    }
                });
        List<Append> appends = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int producer = i % PRODUCERS;
            Expected lost =
                    new Expected(end, end, marks++, producer, nextSequence(producer, List.of()));
            appends.add(Append.produced(bytes(lost, 10), 5));
        }
        try {
            log.append(appends);
            throw new AssertionError("written to a broken disk");
        } catch (DiskFailureException e) {
            assertThat(appends)
                    .allSatisfy(
                            append ->
                                    assertThat(append.outcome())
                                            .isInstanceOf(AppendOutcome.Failed.class));
        } finally {
            disk.fault(DiskFault.NONE);
        }
    }

    private void compare() {
        LogView view = log.view();
        assertThat(view.logStartOffset()).isEqualTo(start);
        assertThat(view.logEndOffset()).isEqualTo(end);
        if (start == end) {
            return;
        }
        long from = start + (long) (random.nextDouble() * (end - start));
        int at = 0;
        while (at < batches.size() && batches.get(at).last < from) {
            at++;
        }
        int maxBytes = 1 + random.nextInt(2000);
        if (at == batches.size()) {
            assertThat(view.read(from, maxBytes, ReadBound.LOG_END, true))
                    .isInstanceOf(ReadOutcome.AtEnd.class);
            return;
        }
        ReadOutcome.Data data =
                (ReadOutcome.Data) view.read(from, maxBytes, ReadBound.LOG_END, true);
        try (FileRecords records = data.records()) {
            Batches walk = new Batches().over(records.toMemory());
            assertThat(walk.next()).isTrue();
            do {
                BatchView batch = walk.batch();
                Expected expected = batches.get(at++);
                assertThat(batch.baseOffset()).isEqualTo(expected.first);
                assertThat(batch.lastOffset()).isEqualTo(expected.last);
                assertThat(batch.maxTimestamp()).isEqualTo(expected.mark);
                assertThat(batch.checksumMatches()).isTrue();
            } while (walk.next());
        }
        Expected timed = batches.get(random.nextInt(batches.size()));
        if (timed.first >= start) {
            assertThat(view.offsetForTime(timed.mark, ReadBound.LOG_END))
                    .contains(new OffsetAtTime(timed.mark, timed.first, 5));
        }
    }

    private void validate() throws IOException {
        new StructureValidator(disk, folder.folder())
                .afterPowerFailure(powerFailed)
                .validate(log.view());
    }
}
