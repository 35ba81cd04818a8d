package dev.moldau.client.fake;

import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.EndTransactionMarker;
import dev.moldau.protocol.record.RecordView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which transactions a log has seen begin and end. Part of its log. */
final class FakeTransactions {

    private record Aborted(long producerId, long firstOffset, long lastOffset) {}

    private final Map<Long, Long> open = new HashMap<>();
    private final List<Aborted> aborted = new ArrayList<>();

    void appended(BatchView batch, long baseOffset) {
        if (!batch.isTransactional()) {
            return;
        }
        if (!batch.isControl()) {
            open.putIfAbsent(batch.producerId(), baseOffset);
            return;
        }
        Long first = open.remove(batch.producerId());
        RecordView marker = new RecordView().over(batch);
        boolean isAbort =
                marker.next()
                        && EndTransactionMarker.read(marker)
                                .filter(end -> !end.committed())
                                .isPresent();
        if (first != null && isAbort) {
            aborted.add(new Aborted(batch.producerId(), first, baseOffset));
        }
    }

    /** Up to where everything is decided. */
    long stableOffset(long end) {
        return open.isEmpty() ? end : Collections.min(open.values());
    }

    /** The aborted ones that reach beyond an offset, in no particular order. */
    List<FetchResponse.AbortedTransaction> abortedFrom(long offset) {
        List<FetchResponse.AbortedTransaction> found = new ArrayList<>();
        for (Aborted one : aborted) {
            if (one.lastOffset() >= offset) {
                // The last one first: nobody promises an order.
                found.add(
                        0,
                        new FetchResponse.AbortedTransaction(one.producerId(), one.firstOffset()));
            }
        }
        return found;
    }
}
