package dev.moldau.storage;

import static dev.moldau.storage.TestFolder.append;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.Batches;
import dev.moldau.storage.AppendOutcome.Appended;
import dev.moldau.storage.AppendOutcome.Duplicate;
import dev.moldau.storage.disk.NioDisk;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.server.util.KafkaScheduler;
import org.apache.kafka.storage.internals.log.FetchDataInfo;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.LogSegment;
import org.apache.kafka.storage.internals.log.ProducerStateEntry;
import org.apache.kafka.storage.internals.log.ProducerStateManager;
import org.apache.kafka.storage.internals.log.ProducerStateManagerConfig;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.apache.kafka.storage.log.metrics.BrokerTopicStats;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kafka's own log reads what ours wrote, and ours reads what Kafka's wrote. */
class KafkaFormatsTest {

    @TempDir Path temporary;

    private final ManualClock clock = new ManualClock();
    private final KafkaScheduler scheduler = new KafkaScheduler(1);
    private TestFolder folder;

    @BeforeEach
    void open() {
        scheduler.startup();
        // Kafka's log forgets producers by the machine's clock.
        clock.advanceMs(Time.SYSTEM.milliseconds() - clock.wallMs());
        folder = new TestFolder(new NioDisk(), temporary.resolve("data"), clock);
    }

    @AfterEach
    void stop() throws InterruptedException {
        scheduler.shutdown();
    }

    private static LogSettings settings() {
        return LogSettings.DEFAULTS
                .withSegments(4000, 60_000)
                .withIndexes(1 << 20, 300)
                .withRetention(-1, -1);
    }

    private UnifiedLog kafka(boolean clean) throws IOException {
        LogConfig config =
                new LogConfig(
                        Map.of(
                                "internal.segment.bytes", 4000,
                                "index.interval.bytes", 300,
                                "segment.index.bytes", 40_000,
                                "retention.ms", -1));
        File path = folder.folder().toFile();
        Files.createDirectories(path.toPath());
        return UnifiedLog.create(
                path,
                config,
                0,
                0,
                scheduler,
                new BrokerTopicStats(),
                Time.SYSTEM,
                60_000,
                new ProducerStateManagerConfig(86_400_000, false),
                600_000,
                new LogDirFailureChannel(1),
                clean,
                Optional.empty());
    }

    @Test
    void kafkaReadsOurSegmentsIndexesSnapshotsAndEpochs() throws IOException {
        PartitionLog log = folder.create(settings());
        log.beginEpoch(3);
        long stamp = clock.wallMs();
        for (int i = 0; i < 60; i++) {
            append(log, TestBatches.idempotent(77, 1, i * 2, 2, stamp + i));
            append(log, TestBatches.plain(1, 200, stamp + i));
        }
        append(log, TestBatches.transactional(88, 0, 0, 2, stamp + 100));
        log.append(List.of(Append.coordinated(TestBatches.marker(88, 0, false, 4, stamp), 5)));
        log.moveHighWatermark(183);
        log.close();
        folder.settle();
        folder.directory.close();

        try (UnifiedLog kafka = kafka(true)) {
            assertThat(kafka.logEndOffset()).isEqualTo(183);
            kafka.updateHighWatermark(183);
            for (LogSegment segment : kafka.logSegments()) {
                segment.sanityCheck(false);
                segment.offsetIndex().sanityCheck();
                segment.timeIndex().sanityCheck();
            }
            List<Long> offsets = new ArrayList<>();
            while (offsets.size() < 183) {
                FetchDataInfo read = kafka.read(offsets.size(), 1000, FetchIsolation.LOG_END, true);
                long next = offsets.size();
                read.records
                        .records()
                        .forEach(
                                r -> {
                                    if (r.offset() >= next) {
                                        offsets.add(r.offset());
                                    }
                                });
            }
            assertThat(offsets).isEqualTo(LongStream.range(0, 183).boxed().toList());
            assertThat(kafka.latestEpoch()).contains(5);
            assertThat(kafka.collectAbortedTransactions(170, 183))
                    .singleElement()
                    .satisfies(
                            aborted -> {
                                assertThat(aborted.producerId()).isEqualTo(88);
                                assertThat(aborted.firstOffset()).isEqualTo(180);
                                assertThat(aborted.lastOffset()).isEqualTo(182);
                            });
            assertThat(kafka.activeProducersWithLastSequence()).containsEntry(77L, 119);
        }
        File snapshot = folder.folder().resolve("00000000000000000183.snapshot").toFile();
        List<ProducerStateEntry> entries = ProducerStateManager.readSnapshot(snapshot);
        assertThat(entries).filteredOn(e -> e.producerId() == 77).hasSize(5);
        assertThat(entries)
                .filteredOn(e -> e.producerId() == 77)
                .last()
                .satisfies(e -> assertThat(e.lastDataOffset()).isEqualTo(178));
        assertThat(entries)
                .filteredOn(e -> e.producerId() == 88)
                .allSatisfy(e -> assertThat(e.coordinatorEpoch()).isEqualTo(4));
    }

    private static MemoryRecords idempotent(int sequence) {
        return MemoryRecords.withIdempotentRecords(
                Compression.lz4().build(),
                9L,
                (short) 2,
                sequence,
                new SimpleRecord(1000L + sequence, new byte[0], new byte[100]),
                new SimpleRecord(1000L + sequence + 1, new byte[0], new byte[150]));
    }

    private void writtenByKafka(UnifiedLog kafka) throws IOException {
        for (int i = 0; i < 50; i++) {
            kafka.appendAsLeader(idempotent(i * 2), 7);
        }
    }

    @Test
    void weReadWhatKafkaWroteAndClosed() throws IOException {
        try (UnifiedLog kafka = kafka(true)) {
            writtenByKafka(kafka);
        }
        Files.write(folder.path.resolve(".kafka_cleanshutdown"), new byte[0]);
        folder.directory.close();
        checkWhatKafkaWrote(folder.reopen(settings()));
    }

    @Test
    void weRecoverWhatKafkaWroteAndDidNotClose() throws IOException {
        try (UnifiedLog kafka = kafka(true)) {
            writtenByKafka(kafka);
            Path crashed = temporary.resolve("crashed").resolve("orders-3");
            Files.createDirectories(crashed);
            try (var files = Files.list(folder.folder())) {
                for (Path file : files.toList()) { // indexes at full length, with zeros behind
                    Files.copy(
                            file,
                            crashed.resolve(file.getFileName()),
                            StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
            folder.directory.close();
        }
        folder = new TestFolder(new NioDisk(), temporary.resolve("crashed"), clock);
        PartitionLog log = folder.open(settings());
        checkWhatKafkaWrote(log);
    }

    private void checkWhatKafkaWrote(PartitionLog log) throws IOException {
        assertThat(log.view().logEndOffset()).isEqualTo(100);
        log.moveHighWatermark(100);
        for (long offset = 0; offset < 100; offset++) {
            assertThat(firstOffset(log, offset)).isEqualTo(offset / 2 * 2);
        }
        assertThat(log.view().leaderEpoch()).isEqualTo(7);
        assertThat(log.view().offsetForTime(1051, ReadBound.HIGH_WATERMARK))
                .contains(new OffsetAtTime(1051, 51, 7));
        assertThat(append(log, idempotent(98).buffer())).isEqualTo(new Duplicate(98, 99));
        assertThat(append(log, idempotent(100).buffer())).isEqualTo(new Appended(100, 101));
        new StructureValidator(folder.disk, folder.folder()).validate(log.view());
    }

    private static long firstOffset(PartitionLog log, long offset) {
        ReadOutcome.Data data =
                (ReadOutcome.Data) log.view().read(offset, 1, ReadBound.LOG_END, true);
        try (FileRecords records = data.records()) {
            Batches walk = new Batches().over(records.toMemory());
            assertThat(walk.next()).isTrue();
            BatchView batch = walk.batch();
            assertThat(batch.lastOffset()).isGreaterThanOrEqualTo(offset);
            return batch.isV2() ? batch.baseOffset() : batch.lastOffset();
        }
    }

    @ParameterizedTest
    @CsvSource({"0,NONE", "1,NONE", "0,GZIP", "1,GZIP"})
    void oldMessageSetsAreReadRecoveredAndTruncated(byte magic, String codec) throws IOException {
        Files.createDirectories(folder.folder());
        Path file = folder.folder().resolve("00000000000000000000.log");
        boolean compressed = codec.equals("GZIP");
        ByteBuffer all = ByteBuffer.allocate(1 << 20);
        for (int i = 0; i < 40; i++) {
            MemoryRecordsBuilder builder =
                    MemoryRecords.builder(
                            ByteBuffer.allocate(4096),
                            magic,
                            compressed ? Compression.gzip().build() : Compression.NONE,
                            TimestampType.CREATE_TIME,
                            i * 3L,
                            RecordBatch.NO_TIMESTAMP);
            for (int r = 0; r < 3; r++) {
                builder.append(magic == 0 ? -1 : 500 + i, null, new byte[60]);
            }
            all.put(builder.build().buffer());
        }
        byte[] bytes = new byte[all.flip().remaining()];
        all.get(bytes);
        Files.write(file, bytes);
        folder.directory.close();

        PartitionLog log = folder.reopen(settings());
        assertThat(log.view().logEndOffset()).isEqualTo(120);
        for (long offset = 0; offset < 120; offset++) {
            assertThat(firstOffset(log, offset))
                    .isEqualTo(compressed ? offset / 3 * 3 + 2 : offset);
        }
        if (magic == 1) {
            assertThat(log.view().offsetForTime(510, ReadBound.LOG_END))
                    .contains(new OffsetAtTime(510, 30, -1));
        }
        assertThat(log.truncateTo(61)).isEqualTo(compressed ? 60 : 61);
        assertThat(append(log, TestBatches.plain(2, 10, 9)))
                .isEqualTo(new Appended(compressed ? 60 : 61, compressed ? 61 : 62));
        log = folder.restart(log);
        assertThat(log.view().logEndOffset()).isEqualTo(compressed ? 62 : 63);
    }
}
