package dev.moldau.broker.replication;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FetchRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An incremental fetch session seen from the side that fetches (KIP-227): what the leader knows of
 * this fetcher's wishes, so that a request names only what changed.
 *
 * <p>Confined to the loop. At most one request is under way; each {@link #next} is followed by
 * {@link #answered} or {@link #lost}. Invariant: between two requests {@code told} is what the
 * leader's session holds, or the next request opens another session.
 */
final class LeaderSession {

    /** The epoch that opens a session. */
    private static final int OPENING = 0;

    /** The epoch that ends a session, or goes without. */
    static final int CLOSING = -1;

    private static final int NONE = 0;

    private final Map<PartitionKey, FetchRequest.Partition> told = new HashMap<>();

    /** What the last request asked for; the same again needs no comparison. */
    private Map<PartitionKey, FetchRequest.Partition> last = Map.of();

    private int id = NONE;
    private int epoch = OPENING;
    private long brokerEpoch;

    /** Whether the leader had no room for a session when it was last asked for one. */
    private boolean refused;

    /**
     * What a request says of its session.
     *
     * @param id the session, 0 for none
     * @param epoch 0 to open one
     * @param waits whether the leader may keep the request until something happens
     * @param topics what is new or has changed
     * @param forgotten what leaves the session
     */
    record Wishes(
            int id,
            int epoch,
            boolean waits,
            List<FetchRequest.Topic> topics,
            List<FetchRequest.ForgottenTopic> forgotten) {}

    /** The session's number at the leader, 0 if there is none. */
    int id() {
        return id;
    }

    /** How many partitions the leader knows of. */
    int size() {
        return told.size();
    }

    /**
     * Says what is to be fetched, all of it; answers what has to be said of it.
     *
     * @param wanted not changed afterwards; if it is the very same as before, nothing is compared
     * @param registration which of this broker's registrations asks: the leader must hear of
     *     another one for every partition, or the controller would not let them be in sync
     */
    @SuppressWarnings("ReferenceEquality")
    Wishes next(Map<PartitionKey, FetchRequest.Partition> wanted, long registration) {
        List<PartitionKey> dropped = new ArrayList<>();
        if (registration != brokerEpoch) {
            brokerEpoch = registration;
            lost();
        }
        if (epoch == OPENING) {
            told.clear();
        } else if (wanted == last) {
            return new Wishes(id, epoch, true, List.of(), List.of());
        }
        last = wanted;
        for (PartitionKey known : told.keySet()) {
            if (!wanted.containsKey(known)) {
                dropped.add(known);
            }
        }
        dropped.forEach(told::remove);
        Map<Uuid, List<FetchRequest.Partition>> changed = new LinkedHashMap<>();
        wanted.forEach(
                (key, partition) -> {
                    if (!partition.equals(told.put(key, partition))) {
                        changed.computeIfAbsent(key.topicId(), topic -> new ArrayList<>())
                                .add(partition);
                    }
                });
        // What opens a session cannot be hurried, and so the leader is not to keep it.
        boolean waits = epoch != OPENING || refused;
        return new Wishes(id, epoch, waits, topics(changed), forgotten(dropped));
    }

    private static List<FetchRequest.Topic> topics(
            Map<Uuid, List<FetchRequest.Partition>> changed) {
        List<FetchRequest.Topic> topics = new ArrayList<>(changed.size());
        changed.forEach((id, of) -> topics.add(new FetchRequest.Topic("", id, of)));
        return topics;
    }

    private static List<FetchRequest.ForgottenTopic> forgotten(List<PartitionKey> dropped) {
        Map<Uuid, List<Integer>> byTopic = new LinkedHashMap<>();
        for (PartitionKey key : dropped) {
            byTopic.computeIfAbsent(key.topicId(), topic -> new ArrayList<>()).add(key.partition());
        }
        List<FetchRequest.ForgottenTopic> topics = new ArrayList<>(byTopic.size());
        byTopic.forEach((id, of) -> topics.add(new FetchRequest.ForgottenTopic("", id, of)));
        return topics;
    }

    /**
     * The leader answered.
     *
     * @param error of the whole answer
     * @param sessionId the session that the answer names, 0 if the leader keeps none
     */
    void answered(ErrorCode error, int sessionId) {
        boolean kept = error == ErrorCode.NONE && sessionId != NONE;
        refused = error == ErrorCode.NONE && sessionId == NONE;
        if (error == ErrorCode.FETCH_SESSION_ID_NOT_FOUND || (error == ErrorCode.NONE && !kept)) {
            id = NONE;
            epoch = OPENING;
        } else if (!kept || (epoch != OPENING && sessionId != id)) {
            lost();
        } else {
            id = sessionId;
            epoch = epoch == Integer.MAX_VALUE ? 1 : epoch + 1;
        }
    }

    /**
     * Nobody knows what the leader knows: the next request opens another session, and names this
     * one so that the leader can drop it.
     */
    void lost() {
        epoch = OPENING;
    }
}
