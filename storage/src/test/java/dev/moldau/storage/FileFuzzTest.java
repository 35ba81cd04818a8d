package dev.moldau.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.storage.checkpoint.EpochCheckpoint;
import dev.moldau.storage.checkpoint.MetaProperties;
import dev.moldau.storage.checkpoint.OffsetCheckpoint;
import dev.moldau.storage.checkpoint.PartitionMetadata;
import dev.moldau.storage.disk.DamagedFileException;
import dev.moldau.storage.disk.MemoryDisk;
import dev.moldau.storage.producer.ProducerSnapshot;
import dev.moldau.storage.producer.SnapshotEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever bytes a file has, reading it answers or says that it is damaged; nothing else. */
class FileFuzzTest {

    private static final Path FOLDER = Path.of("/data");
    private static final int ROUNDS = 3000;

    private final ManualClock clock = new ManualClock();
    private final MemoryDisk disk = new MemoryDisk(clock);

    @BeforeEach
    void folder() throws IOException {
        disk.createFolders(FOLDER);
    }

    private interface Reader {
        Object read() throws IOException;
    }

    /** Reads mutations of a good file. */
    private void fuzz(String name, byte[] good, Reader reader) throws IOException {
        for (int seed = 0; seed < ROUNDS; seed++) {
            Random random = new Random(seed);
            byte[] bytes = mutated(good, random);
            disk.replace(FOLDER, name, bytes, false);
            try {
                assertThat(reader.read()).isNotNull();
            } catch (DamagedFileException e) {
                assertThat(e).hasMessageContaining(name);
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + " of " + name, e);
            }
        }
    }

    private static byte[] mutated(byte[] good, Random random) {
        byte[] bytes = good.clone();
        switch (random.nextInt(4)) {
            case 0 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 10));
            case 1 -> {
                bytes = new byte[random.nextInt(200)];
                random.nextBytes(bytes);
            }
            default -> {
                for (int i = random.nextInt(6); i >= 0; i--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                }
            }
        }
        return bytes;
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void checkpoints() throws IOException {
        String name = OffsetCheckpoint.RECOVERY_POINTS;
        OffsetCheckpoint checkpoint = new OffsetCheckpoint(disk, FOLDER, name);
        Map<TopicPartition, Long> offsets =
                Map.of(
                        new TopicPartition("a", 0),
                        5L,
                        new TopicPartition("b-c", 12),
                        7_000_000_000L);
        checkpoint.write(offsets);
        assertThat(checkpoint.read()).isEqualTo(offsets);
        fuzz(name, text("0\n2\na 0 5\nb-c 12 7000000000\n"), checkpoint::read);
    }

    @Test
    void epochs() throws IOException {
        List<EpochCheckpoint.Entry> entries =
                List.of(new EpochCheckpoint.Entry(1, 0), new EpochCheckpoint.Entry(4, 99));
        EpochCheckpoint.write(disk, FOLDER, entries, true);
        assertThat(EpochCheckpoint.read(disk, FOLDER)).isEqualTo(entries);
        fuzz(
                EpochCheckpoint.NAME,
                text("0\n2\n1 0\n4 99\n"),
                () -> EpochCheckpoint.read(disk, FOLDER));
    }

    @Test
    void metadataOfAPartition() throws IOException {
        assertThat(PartitionMetadata.read(disk, FOLDER)).isEmpty();
        PartitionMetadata.write(disk, FOLDER, new Uuid(3, 4));
        assertThat(PartitionMetadata.read(disk, FOLDER)).contains(new Uuid(3, 4));
        fuzz(
                PartitionMetadata.NAME,
                text("version: 0\ntopic_id: " + new Uuid(3, 4)),
                () -> PartitionMetadata.read(disk, FOLDER));
    }

    @Test
    void metaProperties() throws IOException {
        MetaProperties properties =
                new MetaProperties(
                        Optional.of("abc"), OptionalInt.of(3), Optional.of(new Uuid(1, 2)), true);
        properties.write(disk, FOLDER);
        assertThat(MetaProperties.read(disk, FOLDER)).contains(properties);
        fuzz(
                MetaProperties.NAME,
                text("version=1\ncluster.id=abc\nnode.id=3\ndirectory.id=" + new Uuid(1, 2)),
                () -> MetaProperties.read(disk, FOLDER));
        disk.replace(FOLDER, MetaProperties.NAME, text("version=0\nbroker.id=7\n"), false);
        MetaProperties kafkas = MetaProperties.read(disk, FOLDER).orElseThrow();
        assertThat(kafkas.nodeId()).hasValue(7);
        assertThat(kafkas.ownLogs()).isFalse();
    }

    @Test
    void snapshots() throws IOException {
        List<SnapshotEntry> entries = new ArrayList<>();
        entries.add(new SnapshotEntry(1, (short) 2, 3, 4, 1, 5, 6, -1));
        entries.add(new SnapshotEntry(9, (short) 0, -1, -1, 0, 5, -1, 77));
        byte[] good = ProducerSnapshot.encode(entries);
        Path path = Path.of("x.snapshot");
        assertThat(ProducerSnapshot.decode(good, path)).isEqualTo(entries);
        fuzz(
                "x.snapshot",
                good,
                () -> ProducerSnapshot.decode(disk.readSmall(FOLDER.resolve(path), 1 << 20), path));
        byte[] flipped = good.clone();
        flipped[20] ^= 1;
        assertThatThrownBy(() -> ProducerSnapshot.decode(flipped, path))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("checksum");
    }

    /** Every file of a log but the batches may be anything: the log opens and shows all of it. */
    @Test
    void aLogOpensWithAnyDamageToItsCaches() throws IOException {
        LogSettings settings =
                LogSettings.DEFAULTS
                        .withSegments(2000, 60_000)
                        .withIndexes(1 << 20, 200)
                        .withRetention(-1, -1);
        for (int seed = 0; seed < 150; seed++) {
            Random random = new Random(seed);
            MemoryDisk own = new MemoryDisk(clock);
            TestFolder folder = new TestFolder(own, FOLDER, clock);
            PartitionLog log = folder.create(settings);
            for (int i = 0; i < 40; i++) {
                TestFolder.append(log, TestBatches.idempotent(5, 0, i, 1, i));
            }
            log.close();
            folder.settle();
            folder.directory.close();
            boolean clean = random.nextBoolean();
            for (Path file : own.paths()) {
                String name = file.toString();
                boolean cache =
                        name.endsWith("index")
                                || name.endsWith("snapshot")
                                || name.endsWith("epoch-checkpoint");
                if (cache && random.nextInt(3) == 0) {
                    byte[] good = own.readSmall(file, 1 << 20);
                    if (good.length > 0) {
                        own.replace(
                                folder.folder(),
                                String.valueOf(file.getFileName()),
                                mutated(good, random),
                                false);
                    }
                }
                if (!clean && name.endsWith("cleanshutdown")) {
                    own.delete(file);
                }
            }
            log = folder.reopen(settings);
            for (int round = 0; round < 2; round++) {
                assertThat(log.view().logEndOffset()).as("seed %s", seed).isEqualTo(40);
                log.moveHighWatermark(40);
                for (long offset = 0; offset < 40; offset++) {
                    ReadOutcome outcome = log.view().read(offset, 1, ReadBound.LOG_END, true);
                    assertThat(outcome).as("seed %s", seed).isInstanceOf(ReadOutcome.Data.class);
                    try (FileRecords records = ((ReadOutcome.Data) outcome).records()) {
                        assertThat(records.toMemory().getLong(0)).isEqualTo(offset);
                    }
                }
                log.maintain();
                folder.settle();
            }
        }
    }
}
