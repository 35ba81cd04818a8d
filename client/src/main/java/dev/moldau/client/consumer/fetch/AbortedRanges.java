package dev.moldau.client.consumer.fetch;

import dev.moldau.protocol.message.FetchResponse.AbortedTransaction;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.EndTransactionMarker;
import dev.moldau.protocol.record.RecordView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells, batch by batch and in their order, which belong to transactions that were aborted: those
 * of a producer from the offset where its aborted transaction begins up to the marker that ends it.
 */
final class AbortedRanges {

    private final RecordView marker = new RecordView();
    private final Set<Long> open = new HashSet<>();
    private List<AbortedTransaction> begins = List.of();
    private int next;

    /** Begins with the first batch of a chunk. */
    void over(List<AbortedTransaction> aborted) {
        open.clear();
        next = 0;
        begins = aborted;
        if (aborted.size() > 1) {
            begins = new ArrayList<>(aborted);
            begins.sort(Comparator.comparingLong(AbortedTransaction::firstOffset));
        }
    }

    /** Whether the batch, which follows the one asked about before, is to be passed over. */
    boolean covers(BatchView batch) {
        if (begins.isEmpty()) {
            return false;
        }
        while (next < begins.size() && begins.get(next).firstOffset() <= batch.lastOffset()) {
            open.add(begins.get(next++).producerId());
        }
        if (!batch.hasProducerId() || !batch.isTransactional()) {
            return false;
        }
        if (batch.isControl()) {
            if (endsByAbort(batch)) {
                open.remove(batch.producerId());
            }
            return false;
        }
        return open.contains(batch.producerId());
    }

    private boolean endsByAbort(BatchView batch) {
        marker.over(batch);
        return marker.next()
                && EndTransactionMarker.read(marker).filter(end -> !end.committed()).isPresent();
    }
}
