package dev.moldau.storage;

import dev.moldau.common.TopicPartition;
import dev.moldau.storage.segment.Segment;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done for segments beside reading and writing: the files of those that left the log are
 * deleted after a while, when nobody reads them any more; lost indexes are made anew.
 *
 * <p>Part of its {@link PartitionLog} and owned by the same lane; the disk works in the background.
 */
final class SegmentUpkeep {

    private static final Logger LOG = LoggerFactory.getLogger(SegmentUpkeep.class);

    private final TopicPartition partition;
    private final Executor background;
    private final ArrayDeque<Retired> retired = new ArrayDeque<>(1);

    /** A removed segment whose files wait to be deleted. */
    private record Retired(Segment segment, long dueMs) {}

    SegmentUpkeep(TopicPartition partition, Executor background) {
        this.partition = partition;
        this.background = background;
    }

    /** Takes over segments that left the log: their files get other names at once. */
    void retire(Segment[] removed, long dueMs) throws IOException {
        for (Segment segment : removed) {
            segment.retire();
            retired.addLast(new Retired(segment, dueMs));
        }
    }

    /** Deletes the files of those that have waited long enough and that nobody reads. */
    void deleteRetired(long nowMs) {
        for (int left = retired.size(); left > 0; left--) {
            Retired next = retired.removeFirst();
            if (next.dueMs > nowMs || next.segment.isInUse()) {
                retired.addLast(next);
            } else {
                background.execute(() -> deleteFiles(next.segment));
            }
        }
    }

    private void deleteFiles(Segment segment) {
        try {
            segment.delete();
        } catch (IOException e) {
            LOG.warn("{}: cannot delete {}: {}", partition, segment.log(), e.getMessage());
        }
    }

    /** Has damaged and missing indexes of segments that grow no more made anew. */
    void repairIndexes(Segment[] segments, int indexIntervalBytes) {
        for (int i = 0; i < segments.length - 1; i++) {
            Segment segment = segments[i];
            if (segment.needsIndexes() && segment.beginRepair()) {
                LOG.info("{}: the indexes of {} are made anew", partition, segment.log());
                background.execute(() -> repair(segment, indexIntervalBytes));
            }
        }
    }

    private void repair(Segment segment, int interval) {
        try {
            segment.rebuildIndexes(interval);
        } catch (IOException e) {
            LOG.warn("{}: no indexes for {}: {}", partition, segment.log(), e.getMessage());
        } finally {
            segment.endRepair();
        }
    }

    /** Lets go of the open files of retired segments. */
    void release() {
        for (Retired next : retired) {
            next.segment.release();
        }
    }
}
