package dev.moldau.broker.fetch;

import dev.moldau.broker.partition.Partition;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.record.CorruptRecordsException;
import dev.moldau.protocol.record.DownConversion;
import dev.moldau.protocol.record.DownConverter;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.record.Records;
import dev.moldau.storage.FileRecords;
import dev.moldau.storage.StorageException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns what was read into the formats of old consumers: messages v0 for fetch versions 0 and 1,
 * messages v1 for 2 and 3. Copies and compresses, so only on disk threads; each conversion has its
 * own codecs, because old consumers are few and disk threads come and go.
 */
final class FetchConversion {

    private static final Logger LOG = LoggerFactory.getLogger(FetchConversion.class);

    /** Later fetch versions get batches as they lie in the log. */
    static final int LAST_VERSION_WITH_OLD_FORMATS = 3;

    /** Converted records are in memory, so a response brings fewer than others do. */
    static final int MAX_CONVERTED_BYTES = 8 << 20;

    private static final int LAST_VERSION_WITH_MAGIC_0 = 1;
    private static final int INFLATED_LIMIT_BYTES = 64 << 20;

    private final FetchReader reader;
    private final ConversionMemory memory;

    FetchConversion(FetchReader reader, ConversionMemory memory) {
        this.reader = reader;
        this.memory = memory;
    }

    /** How many bytes an answer may bring at present, in bytes. */
    int offer(int wantedBytes) {
        return memory.offer(wantedBytes);
    }

    /**
     * Converts all records, and lets go of what was read, also if it fails.
     *
     * @param maxBytes the limit of the converted records together, but for one message
     */
    List<FetchResult> convert(List<FetchResult> results, int version, int maxBytes) {
        int magic = version <= LAST_VERSION_WITH_MAGIC_0 ? 0 : 1;
        List<FetchResult> converted = new ArrayList<>(results.size());
        int leftBytes = maxBytes;
        boolean nothingYet = true;
        try (Codecs codecs = new Codecs()) {
            DownConverter converter = new DownConverter(codecs, INFLATED_LIMIT_BYTES);
            for (FetchResult result : results) {
                int limit = Math.clamp(result.target().asked().partitionMaxBytes(), 0, leftBytes);
                FetchResult old = convert(result, converter, magic, limit, nothingYet);
                nothingYet &= old.sizeBytes() == 0;
                leftBytes = Math.max(0, leftBytes - old.sizeBytes());
                converted.add(old);
            }
        } catch (Throwable fault) {
            FetchResult.release(converted);
            // The one at which it failed has been let go of.
            FetchResult.release(
                    results.subList(
                            Math.min(converted.size() + 1, results.size()), results.size()));
            throw fault;
        }
        return converted;
    }

    private FetchResult convert(
            FetchResult result, DownConverter converter, int magic, int limit, boolean atLeastOne) {
        if (!(result.found().records() instanceof FileRecords file)) {
            return result;
        }
        try (file) {
            Partition partition = reader.find(result.target());
            if (partition == null || !partition.settings().downConverts()) {
                return with(result, ErrorCode.UNSUPPORTED_VERSION, MemoryRecords.EMPTY);
            }
            long from = result.target().asked().fetchOffset();
            ByteBuffer run = file.toMemory();
            return with(
                    result,
                    ErrorCode.NONE,
                    convert(converter, run, magic, from, limit, atLeastOne));
        } catch (CorruptRecordsException | StorageException e) {
            LOG.warn("{} cannot be converted: {}", result.target().key(), e.getMessage());
            return with(result, ErrorCode.KAFKA_STORAGE_ERROR, MemoryRecords.EMPTY);
        }
    }

    private Records convert(
            DownConverter converter,
            ByteBuffer run,
            int magic,
            long fromOffset,
            int limit,
            boolean atLeastOne) {
        if (!memory.take(limit)) {
            return MemoryRecords.EMPTY;
        }
        int taken = limit;
        boolean kept = false;
        try {
            ByteBuffer target = ByteBuffer.allocate(limit);
            DownConversion done = converter.convert(run, magic, fromOffset, target);
            if (done.sizeBytes() == 0 && done.neededBytes() > 0 && atLeastOne) {
                if (!memory.take(done.neededBytes())) {
                    return MemoryRecords.EMPTY;
                }
                taken += done.neededBytes();
                target = ByteBuffer.allocate(done.neededBytes());
                converter.convert(run, magic, fromOffset, target);
            }
            if (target.position() == 0) {
                return MemoryRecords.EMPTY;
            }
            kept = true;
            return keep(target.flip(), taken);
        } finally {
            if (!kept) {
                memory.give(taken);
            }
        }
    }

    /** Most of the room may not have been needed. */
    private ConvertedRecords keep(ByteBuffer converted, int takenBytes) {
        int size = converted.remaining();
        if (size > takenBytes / 2) {
            return new ConvertedRecords(converted, memory, takenBytes);
        }
        ByteBuffer copy = ByteBuffer.allocate(size).put(converted).flip();
        memory.give(takenBytes - size);
        return new ConvertedRecords(copy, memory, size);
    }

    private static FetchResult with(FetchResult result, ErrorCode error, Records records) {
        FetchResponse.Partition found = result.found();
        return new FetchResult(
                result.target(),
                new FetchResponse.Partition(
                        found.partitionIndex(),
                        error == ErrorCode.NONE ? found.errorCode() : error.code(),
                        found.highWatermark(),
                        found.lastStableOffset(),
                        found.logStartOffset(),
                        found.divergingEpoch(),
                        found.currentLeader(),
                        found.snapshotId(),
                        found.abortedTransactions(),
                        found.preferredReadReplica(),
                        records));
    }
}
