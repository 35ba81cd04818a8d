package dev.moldau.client.consumer.fetch;

import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a broker remembers of our fetches, so that a request names only the partitions that changed
 * (KIP-227). Owned by the loop; one request at a time.
 *
 * <p>Both sides count requests; whatever goes wrong begins a new session, whose first request names
 * all partitions and drops the old one.
 */
final class FetchSession {

    /** From this version on there are sessions. */
    private static final int WITH_SESSIONS = 7;

    /** From this version on topics go by their ids. */
    static final int WITH_TOPIC_IDS = 13;

    private static final int OPENING = 0;
    private static final int WITHOUT = -1;

    /**
     * What is wanted of a partition.
     *
     * @param topicId {@link Uuid#ZERO} if not known
     */
    record Wanted(Uuid topicId, FetchRequest.Partition ask) {}

    private final Map<TopicPartition, Wanted> known = new LinkedHashMap<>();
    private final Map<Uuid, String> names = new HashMap<>();
    private int id;
    private int epoch = OPENING;
    private boolean byId;

    /** Begins anew with the next request. */
    void reset() {
        epoch = OPENING;
    }

    /** The next request: these partitions and no others are wanted. */
    FetchRequest next(
            short version,
            FetchSettings settings,
            FetchBounds bounds,
            Map<TopicPartition, Wanted> asked) {
        Map<TopicPartition, Wanted> wanted =
                version < Answers.TELLS_CUTS ? withoutEpochsRead(asked) : asked;
        boolean ids = version >= WITH_TOPIC_IDS;
        if (ids != byId || hasOtherIds(wanted)) {
            reset();
        }
        byId = ids;
        wanted.forEach((partition, one) -> names.put(one.topicId(), partition.topic()));
        if (version < WITH_SESSIONS || epoch == OPENING) {
            known.clear();
            known.putAll(wanted);
            names.keySet().retainAll(wanted.values().stream().map(Wanted::topicId).toList());
            return request(version, settings, bounds, topics(wanted), List.of());
        }
        List<FetchRequest.ForgottenTopic> forgotten = forget(wanted);
        return request(version, settings, bounds, topics(changed(wanted)), forgotten);
    }

    /** Old versions cannot say in which epoch the last record was. */
    private static Map<TopicPartition, Wanted> withoutEpochsRead(
            Map<TopicPartition, Wanted> asked) {
        Map<TopicPartition, Wanted> wanted = new LinkedHashMap<>();
        asked.forEach(
                (partition, one) -> {
                    FetchRequest.Partition ask = one.ask();
                    wanted.put(
                            partition,
                            new Wanted(
                                    one.topicId(),
                                    new FetchRequest.Partition(
                                            ask.partition(),
                                            ask.currentLeaderEpoch(),
                                            ask.fetchOffset(),
                                            Place.NO_EPOCH,
                                            ask.logStartOffset(),
                                            ask.partitionMaxBytes(),
                                            ask.replicaDirectoryId(),
                                            ask.highWatermark())));
                });
        return wanted;
    }

    /** A topic made anew under the same name: its partitions cannot be told apart by name. */
    private boolean hasOtherIds(Map<TopicPartition, Wanted> wanted) {
        for (Map.Entry<TopicPartition, Wanted> entry : wanted.entrySet()) {
            Wanted before = known.get(entry.getKey());
            if (before != null && !before.topicId().equals(entry.getValue().topicId())) {
                return true;
            }
        }
        return false;
    }

    private List<FetchRequest.ForgottenTopic> forget(Map<TopicPartition, Wanted> wanted) {
        Map<String, FetchRequest.ForgottenTopic> topics = new LinkedHashMap<>();
        Iterator<Map.Entry<TopicPartition, Wanted>> all = known.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<TopicPartition, Wanted> entry = all.next();
            TopicPartition partition = entry.getKey();
            if (!wanted.containsKey(partition)) {
                Uuid topicId = entry.getValue().topicId();
                topics.computeIfAbsent(
                                partition.topic(),
                                name ->
                                        new FetchRequest.ForgottenTopic(
                                                name, topicId, new ArrayList<>()))
                        .partitions()
                        .add(partition.partition());
                all.remove();
            }
        }
        return List.copyOf(topics.values());
    }

    private Map<TopicPartition, Wanted> changed(Map<TopicPartition, Wanted> wanted) {
        Map<TopicPartition, Wanted> changed = new LinkedHashMap<>();
        wanted.forEach(
                (partition, one) -> {
                    if (!one.equals(known.put(partition, one))) {
                        changed.put(partition, one);
                    }
                });
        return changed;
    }

    private FetchRequest request(
            short version,
            FetchSettings settings,
            FetchBounds bounds,
            List<FetchRequest.Topic> topics,
            List<FetchRequest.ForgottenTopic> forgotten) {
        boolean sessions = version >= WITH_SESSIONS;
        return new FetchRequest(
                null,
                WITHOUT,
                FetchRequest.Replica.CLIENT,
                bounds.maxWaitMs(),
                settings.minBytes(),
                bounds.maxBytes(),
                settings.isolationLevel(),
                sessions ? id : 0,
                sessions ? epoch : WITHOUT,
                topics,
                forgotten,
                settings.rack());
    }

    private static List<FetchRequest.Topic> topics(Map<TopicPartition, Wanted> wanted) {
        Map<String, FetchRequest.Topic> topics = new LinkedHashMap<>();
        wanted.forEach(
                (partition, one) ->
                        topics.computeIfAbsent(
                                        partition.topic(),
                                        name ->
                                                new FetchRequest.Topic(
                                                        name, one.topicId(), new ArrayList<>()))
                                .partitions()
                                .add(one.ask()));
        return List.copyOf(topics.values());
    }

    /** Takes note of an answer; the session goes on, ends, or there is none. */
    void answered(FetchResponse response, short version) {
        if (version < WITH_SESSIONS) {
            return;
        }
        if (response.errorCode() != ErrorCode.NONE.code() || response.sessionId() == 0) {
            id = response.errorCode() == ErrorCode.NONE.code() ? 0 : id;
            reset();
        } else {
            id = response.sessionId();
            // After the highest comes 1, for 0 opens a session.
            epoch = epoch == Integer.MAX_VALUE ? 1 : epoch + 1;
        }
    }

    /** Which topic an answer means; null if it is none that was asked for. */
    @Nullable String topic(FetchResponse.Topic topic) {
        return byId ? names.get(topic.topicId()) : topic.topic();
    }
}
