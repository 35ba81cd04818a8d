package dev.moldau.broker.replication;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.Batches;
import dev.moldau.storage.LogView;
import dev.moldau.storage.ReadBound;
import dev.moldau.storage.ReadOutcome;
import java.util.HashMap;
import java.util.Map;

/**
 * Watches all high watermarks while a cluster runs: none falls within one life of a broker, and
 * below them an offset has one content, whoever is asked and whenever.
 */
final class Watermarks {

    private static final int READ_BYTES = 1 << 16;

    private final SimCluster cluster;
    private final Map<Place, Long> seen = new HashMap<>();
    private final Map<Place, Content> committed = new HashMap<>();

    private record Place(int broker, long life, int partition, long offset) {}

    private record Content(long lastOffset, int epoch, int crc) {}

    Watermarks(SimCluster cluster) {
        this.cluster = cluster;
    }

    void look() {
        for (SimBroker broker : cluster.brokers()) {
            for (int index = 0; !broker.isDown() && index < cluster.partitions(); index++) {
                look(broker, index);
            }
        }
    }

    private void look(SimBroker broker, int index) {
        LogView view = broker.partition(index).view();
        Place place = new Place(broker.id, broker.epoch(), index, 0);
        long before = seen.getOrDefault(place, 0L);
        long mark = view.highWatermark();
        if (mark < before) {
            throw new AssertionError(
                    "the high watermark of " + place + " falls from " + before + " to " + mark);
        }
        if (mark > before) {
            compare(view, Math.max(before, view.logStartOffset()), mark, index);
            seen.put(place, mark);
        }
    }

    private void compare(LogView view, long from, long to, int index) {
        long at = from;
        while (at < to) {
            ReadOutcome outcome = view.read(at, READ_BYTES, ReadBound.LOG_END, true);
            if (!(outcome instanceof ReadOutcome.Data data)) {
                throw new AssertionError("nothing at " + at + " of " + view);
            }
            try (var records = data.records()) {
                Batches walk = new Batches().over(records.toMemory());
                while (walk.next() && walk.batch().baseOffset() < to) {
                    remember(walk.batch(), index);
                    at = walk.batch().lastOffset() + 1;
                }
            }
        }
    }

    private void remember(BatchView batch, int index) {
        Content now = new Content(batch.lastOffset(), batch.partitionLeaderEpoch(), batch.crc());
        Content before = committed.putIfAbsent(new Place(0, 0, index, batch.baseOffset()), now);
        if (before != null && !before.equals(now)) {
            throw new AssertionError(
                    "offset "
                            + batch.baseOffset()
                            + " of partition "
                            + index
                            + " was committed as "
                            + before
                            + " and is "
                            + now);
        }
    }
}
