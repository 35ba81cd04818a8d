package dev.moldau.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.Batches;
import dev.moldau.storage.disk.DamagedFileException;
import dev.moldau.storage.disk.Disk;
import dev.moldau.storage.disk.DiskEntry;
import dev.moldau.storage.producer.ProducerSnapshot;
import dev.moldau.storage.segment.FileNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Reads the files of a log with code of its own and checks that they fit together: whole batches
 * with rising offsets, segments that begin where the one before ends, indexes that point to starts
 * of batches, readable snapshots.
 */
final class StructureValidator {

    private static final int LIMIT_BYTES = 1 << 26;

    private final Disk disk;
    private final Path folder;
    private boolean powerFailed;

    StructureValidator(Disk disk, Path folder) {
        this.disk = disk;
        this.folder = folder;
    }

    StructureValidator afterPowerFailure(boolean failed) {
        powerFailed = failed;
        return this;
    }

    void validate(LogView view) throws IOException {
        TreeMap<Long, String> logs = new TreeMap<>();
        for (DiskEntry entry : disk.list(folder)) {
            OptionalLong base = FileNames.offsetOf(entry.name(), FileNames.LOG);
            if (base.isPresent()) {
                logs.put(base.getAsLong(), entry.name());
            }
            OptionalLong snapshot = FileNames.offsetOf(entry.name(), FileNames.SNAPSHOT);
            if (snapshot.isPresent()) {
                validateSnapshot(entry.name());
            }
        }
        long next = 0;
        long bytes = 0;
        for (Map.Entry<Long, String> log : logs.entrySet()) {
            validateBase(log.getKey(), next, log.getValue(), logs.firstKey());
            byte[] content = read(log.getValue());
            bytes += content.length;
            next = validateSegment(log.getKey(), content);
        }
        assertThat(bytes).as("bytes in files and in the view").isEqualTo(view.sizeBytes());
        assertThat(next).as("end in files").isLessThanOrEqualTo(view.logEndOffset());
    }

    private static void validateBase(long base, long next, String name, long first) {
        if (base == first || base - next > Integer.MAX_VALUE) {
            assertThat(base).as("base of %s", name).isGreaterThanOrEqualTo(next);
        } else {
            assertThat(base).as("base of %s", name).isEqualTo(next);
        }
    }

    private void validateSnapshot(String name) throws IOException {
        try {
            ProducerSnapshot.decode(read(name), folder.resolve(name));
        } catch (DamagedFileException e) {
            // One that nobody needed since the power failed; it goes when somebody does.
            assertThat(powerFailed).as(e.getMessage()).isTrue();
        }
    }

    private long validateSegment(long base, byte[] content) throws IOException {
        Map<Integer, Long> ends = new HashMap<>();
        Batches batches = new Batches().over(ByteBuffer.wrap(content));
        long next = base;
        long maxTimestamp = -1;
        while (batches.next()) {
            BatchView batch = batches.batch();
            assertThat(batch.checksumMatches()).isTrue();
            assertThat(batch.baseOffset()).isGreaterThanOrEqualTo(next);
            ends.put(batch.start(), batch.lastOffset());
            next = batch.lastOffset() + 1;
            maxTimestamp = Math.max(maxTimestamp, batch.maxTimestamp());
        }
        assertThat(batches.remainingBytes()).as("torn bytes in segment %s", base).isZero();
        validateIndex(base, ends);
        validateTimeIndex(base, next, maxTimestamp);
        return next;
    }

    private void validateIndex(long base, Map<Integer, Long> ends) throws IOException {
        ByteBuffer index = ByteBuffer.wrap(readIfThere(FileNames.of(base, FileNames.INDEX)));
        assertThat(index.remaining() % 8).isZero();
        long before = -1;
        while (index.hasRemaining()) {
            long offset = base + index.getInt();
            assertThat(offset).isGreaterThan(before);
            assertThat(ends).containsEntry(index.getInt(), offset);
            before = offset;
        }
    }

    private void validateTimeIndex(long base, long next, long maxTimestamp) throws IOException {
        ByteBuffer index = ByteBuffer.wrap(readIfThere(FileNames.of(base, FileNames.TIME_INDEX)));
        assertThat(index.remaining() % 12).isZero();
        long before = -1;
        while (index.hasRemaining()) {
            long timestamp = index.getLong();
            assertThat(timestamp).isGreaterThan(before).isLessThanOrEqualTo(maxTimestamp);
            assertThat(base + index.getInt()).isLessThan(next);
            before = timestamp;
        }
    }

    private byte[] readIfThere(String name) throws IOException {
        return disk.exists(folder.resolve(name)) ? read(name) : new byte[0];
    }

    private byte[] read(String name) throws IOException {
        return disk.readSmall(folder.resolve(name), LIMIT_BYTES);
    }
}
