package dev.moldau.client.consumer;

import dev.moldau.client.fake.FakeGroups;
import dev.moldau.common.TopicPartition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the consumers of a group were given, and whether that was right. A stay is the time from the
 * moment that a consumer gets a partition until it loses it.
 *
 * <ul>
 *   <li>Poll-skip: within a stay each record follows the one before.
 *   <li>Non-monotonic poll: within a stay no record comes twice or goes back.
 *   <li>Duplicate: a stay begins no earlier than what was committed when it began.
 *   <li>Lost: a stay begins no later than the first record that nobody was given, and in the end
 *       everything was given to somebody.
 * </ul>
 */
final class PolledHistory {

    private record Place(String consumer, TopicPartition partition) {}

    private static final class Stay {
        final long committed;
        long next = -1;

        Stay(long committed) {
            this.committed = committed;
        }
    }

    private final Map<Place, Stay> stays = new HashMap<>();
    private final Map<TopicPartition, BitSet> given = new HashMap<>();
    private final List<String> violations = new ArrayList<>();
    private final Map<TopicPartition, FakeGroups.Committed> committed;
    long records;
    long duplicates;
    long begun;

    PolledHistory(Map<TopicPartition, FakeGroups.Committed> committed) {
        this.committed = committed;
    }

    private long committedIn(TopicPartition partition) {
        FakeGroups.Committed now = committed.get(partition);
        return now == null ? 0 : now.offset();
    }

    void begins(String consumer, TopicPartition partition) {
        begun++;
        if (stays.put(new Place(consumer, partition), new Stay(committedIn(partition))) != null) {
            violations.add(consumer + " gets " + partition + " twice");
        }
    }

    void ends(String consumer, TopicPartition partition) {
        if (stays.remove(new Place(consumer, partition)) == null) {
            violations.add(consumer + " loses " + partition + " that it does not have");
        }
    }

    /** The consumer is gone without a word. */
    void dies(String consumer) {
        stays.keySet().removeIf(place -> place.consumer().equals(consumer));
    }

    void polled(String consumer, ConsumerRecords<byte[], byte[]> polled) {
        for (ConsumerRecord<byte[], byte[]> record : polled) {
            one(consumer, record.topicPartition(), record.offset());
        }
    }

    private void one(String consumer, TopicPartition partition, long offset) {
        records++;
        Stay stay = stays.get(new Place(consumer, partition));
        BitSet known = given.computeIfAbsent(partition, key -> new BitSet());
        String what = consumer + " is given offset " + offset + " of " + partition;
        if (stay == null) {
            violations.add(what + ", which it does not have");
            return;
        }
        if (stay.next >= 0 && offset > stay.next) {
            violations.add("poll-skip: " + what + " after " + (stay.next - 1));
        } else if (stay.next >= 0 && offset < stay.next) {
            violations.add("non-monotonic: " + what + " after " + (stay.next - 1));
        } else if (stay.next < 0 && offset < stay.committed) {
            violations.add("duplicate: " + what + ", but " + stay.committed + " is committed");
        } else if (stay.next < 0 && known.nextClearBit(0) < offset) {
            violations.add("lost: " + what + ", but nobody was given " + known.nextClearBit(0));
        }
        stay.next = offset + 1;
        if (known.get((int) offset)) {
            duplicates++;
        }
        known.set((int) offset);
    }

    /** Whether everything up to an end was given to somebody. */
    boolean isComplete(TopicPartition partition, long end) {
        return given.computeIfAbsent(partition, key -> new BitSet()).nextClearBit(0) >= end;
    }

    void violation(String what) {
        violations.add(what);
    }

    List<String> violations() {
        return violations;
    }
}
