package dev.moldau.client.consumer.fetch;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.NoOffsetForPartitionException;
import dev.moldau.common.TopicPartition;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Finds out where to begin: where the group has come to, else where {@code auto.offset.reset} says.
 * Partitions that come in one turn of the loop are asked about together. Confined to the loop.
 */
final class Placer {

    /** Told where a partition begins, or why it cannot. */
    interface Outcome {
        /** It begins here, if the version is still the partition's. */
        void placed(TopicPartition partition, int version, Place at);

        /** It cannot begin, if the version is still the partition's. */
        void refused(TopicPartition partition, int version, ClientException cause);
    }

    private final FetchContext context;
    private final CommittedOffsets committed;
    private final Outcome outcome;
    private final Map<TopicPartition, Integer> unplaced = new LinkedHashMap<>();
    private final Map<TopicPartition, Integer> lost = new LinkedHashMap<>();
    private final Map<TopicPartition, Long> wantedTimestamps = new HashMap<>();
    private boolean scheduled;

    Placer(FetchContext context, CommittedOffsets committed, Outcome outcome) {
        this.context = context;
        this.committed = committed;
        this.outcome = outcome;
    }

    /** A partition begins where its group has come to. */
    void begin(TopicPartition partition, int version) {
        unplaced.put(partition, version);
        schedule();
    }

    /**
     * A partition begins at a time or a special place.
     *
     * @param timestamp null for what {@code auto.offset.reset} says
     */
    void reset(TopicPartition partition, int version, @Nullable Long timestamp) {
        Integer waiting = lost.get(partition);
        if (waiting != null && waiting > version) {
            return; // the application has gone elsewhere since this was asked
        }
        lost.put(partition, version);
        if (timestamp == null) {
            wantedTimestamps.remove(partition);
        } else {
            wantedTimestamps.put(partition, timestamp);
        }
        schedule();
    }

    private void schedule() {
        if (!scheduled) {
            scheduled = true;
            context.loop().execute(this::turn);
        }
    }

    private void turn() {
        scheduled = false;
        if (!unplaced.isEmpty()) {
            askGroup(Map.copyOf(unplaced));
            unplaced.clear();
        }
        if (!lost.isEmpty()) {
            askLeaders(Map.copyOf(lost));
            lost.clear();
            wantedTimestamps.clear();
        }
    }

    private void askGroup(Map<TopicPartition, Integer> versions) {
        committed.find(
                versions.keySet(),
                (places, cause) -> {
                    if (places == null) {
                        versions.forEach((p, v) -> outcome.refused(p, v, orBug(cause)));
                    } else {
                        versions.forEach((p, v) -> committed(p, v, places.get(p)));
                    }
                });
    }

    private void committed(TopicPartition partition, int version, @Nullable Place place) {
        if (place != null) {
            outcome.placed(partition, version, place);
            return;
        }
        if (context.settings().reset() instanceof ResetPolicy.None) {
            outcome.refused(
                    partition,
                    version,
                    new NoOffsetForPartitionException(
                            "no offset is committed for "
                                    + partition
                                    + ", and auto.offset.reset=none: seek to where reading shall"
                                    + " begin",
                            partition,
                            -1,
                            null,
                            null));
            return;
        }
        reset(partition, version, null);
    }

    private void askLeaders(Map<TopicPartition, Integer> versions) {
        Map<TopicPartition, Long> timestamps = new HashMap<>();
        versions.keySet().forEach(partition -> timestamps.put(partition, timestamp(partition)));
        new OffsetLookup(
                        context,
                        timestamps,
                        LeaderQuery.NO_LIMIT,
                        (found, cause) -> {
                            if (found == null) {
                                versions.forEach((p, v) -> outcome.refused(p, v, orBug(cause)));
                            } else {
                                versions.forEach((p, v) -> found(p, v, found.get(p)));
                            }
                        })
                .begin();
    }

    private long timestamp(TopicPartition partition) {
        Long wanted = wantedTimestamps.get(partition);
        if (wanted != null) {
            return wanted;
        }
        OptionalLong byPolicy =
                context.settings().reset().timestamp(context.loop().clock().wallMs());
        return byPolicy.orElse(ResetPolicy.LATEST_TIMESTAMP);
    }

    private void found(TopicPartition partition, int version, @Nullable FoundOffset found) {
        if (found == null || found.offset() < 0) {
            // No record is that young, so that the end is where the first such one will be.
            reset(partition, version, ResetPolicy.LATEST_TIMESTAMP);
            return;
        }
        context.counters().reset();
        outcome.placed(partition, version, new Place(found.offset(), found.epoch()));
    }

    private static ClientException orBug(@Nullable ClientException cause) {
        if (cause == null) {
            throw new IllegalStateException("neither an answer nor a reason");
        }
        return cause;
    }
}
