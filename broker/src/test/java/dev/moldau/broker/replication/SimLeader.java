package dev.moldau.broker.replication;

import dev.moldau.broker.partition.FollowerFetch;
import dev.moldau.broker.partition.Partition;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.storage.EpochEnd;
import dev.moldau.storage.LogView;
import dev.moldau.storage.ReadBound;
import dev.moldau.storage.ReadOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** How a leader answers fetches, by the protocol's words, with sessions that it may forget. */
final class SimLeader {

    private static final int LOOK_AGAIN_MS = 7;

    private final SimLoop.Life life;
    private final RandomGenerator random;
    private final Function<PartitionKey, @Nullable Partition> partitions;
    private final boolean forgetful;
    private final Map<Integer, Session> sessions = new LinkedHashMap<>();
    private int nextId = 1;

    private static final class Session {
        private final Map<PartitionKey, FetchRequest.Partition> members = new LinkedHashMap<>();
        private final Map<PartitionKey, Long> toldMarks = new HashMap<>();
        private int nextEpoch = 1;

        /** Whether the request that waits is to be answered at once. */
        private boolean hurried;
    }

    SimLeader(
            SimLoop.Life life,
            RandomGenerator random,
            boolean forgetful,
            Function<PartitionKey, @Nullable Partition> partitions) {
        this.life = life;
        this.random = random;
        this.forgetful = forgetful;
        this.partitions = partitions;
    }

    void serve(FetchRequest request, Consumer<FetchResponse> reply) {
        int id = request.sessionId();
        if (request.sessionEpoch() <= 0) {
            sessions.remove(id);
            Session session = new Session();
            enter(session, request);
            int given = 0;
            if (request.sessionEpoch() == 0 && random.nextInt(10) > 0) {
                given = nextId++;
                sessions.put(given, session);
            }
            serve(request, session, given, true, reply);
            return;
        }
        if (forgetful && random.nextInt(40) == 0) {
            sessions.remove(id);
        }
        Session session = sessions.get(id);
        if (session == null) {
            reply.accept(FetchResponse.error(ErrorCode.FETCH_SESSION_ID_NOT_FOUND));
        } else if (session.nextEpoch != request.sessionEpoch()) {
            session.hurried = true;
            reply.accept(FetchResponse.error(ErrorCode.INVALID_FETCH_SESSION_EPOCH));
        } else {
            session.nextEpoch++;
            session.hurried = false;
            enter(session, request);
            serve(request, session, id, false, reply);
        }
    }

    private static void enter(Session session, FetchRequest request) {
        for (FetchRequest.Topic topic : request.topics()) {
            for (FetchRequest.Partition each : topic.partitions()) {
                session.members.put(new PartitionKey(topic.topicId(), each.partition()), each);
            }
        }
        for (FetchRequest.ForgottenTopic topic : request.forgottenTopicsData()) {
            for (int index : topic.partitions()) {
                if (session.members.remove(new PartitionKey(topic.topicId(), index)) == null) {
                    throw new AssertionError("what was never asked is forgotten");
                }
            }
        }
    }

    private void serve(
            FetchRequest request,
            Session session,
            int id,
            boolean full,
            Consumer<FetchResponse> reply) {
        session.members.forEach((key, asked) -> tellLeader(request, key, asked));
        serveUntil(life.clock().monotonicMs() + request.maxWaitMs(), session, id, full, reply);
    }

    private void tellLeader(FetchRequest request, PartitionKey key, FetchRequest.Partition asked) {
        Partition partition = partitions.apply(key);
        if (partition != null) {
            partition.followerFetched(
                    new FollowerFetch(
                            request.followerId(),
                            request.replicaState().replicaEpoch(),
                            asked.currentLeaderEpoch(),
                            asked.fetchOffset(),
                            asked.lastFetchedEpoch(),
                            asked.logStartOffset()));
        }
    }

    private void serveUntil(
            long deadlineMs, Session session, int id, boolean full, Consumer<FetchResponse> reply) {
        List<FetchResponse.Topic> topics = new ArrayList<>();
        Map<PartitionKey, Long> told = new HashMap<>();
        boolean[] news = new boolean[1];
        session.members.forEach(
                (key, asked) -> {
                    FetchResponse.Partition found = answer(key, asked);
                    boolean isNews = isNews(asked, found, session.toldMarks.getOrDefault(key, -1L));
                    news[0] |= isNews;
                    if (full || isNews) {
                        told.put(key, found.errorCode() == 0 ? found.highWatermark() : -1L);
                        topics.add(new FetchResponse.Topic("", key.topicId(), List.of(found)));
                    }
                });
        if (news[0] || session.hurried || life.clock().monotonicMs() >= deadlineMs) {
            session.toldMarks.putAll(told);
            reply.accept(new FetchResponse(0, (short) 0, id, topics, List.of()));
        } else {
            life.schedule(LOOK_AGAIN_MS, () -> serveUntil(deadlineMs, session, id, full, reply));
        }
    }

    private static boolean isNews(
            FetchRequest.Partition asked, FetchResponse.Partition found, long toldMark) {
        return found.errorCode() != 0
                || found.divergingEpoch().endOffset() >= 0
                || (found.records() != null && found.records().sizeBytes() > 0)
                || found.highWatermark() > toldMark
                || found.highWatermark() > asked.highWatermark()
                || found.logStartOffset() > asked.logStartOffset();
    }

    private FetchResponse.Partition answer(PartitionKey key, FetchRequest.Partition asked) {
        Partition partition = partitions.apply(key);
        if (partition == null) {
            return FetchResponse.Partition.error(key.partition(), ErrorCode.UNKNOWN_TOPIC_ID);
        }
        ErrorCode refused = partition.checkLeader(asked.currentLeaderEpoch());
        if (refused != ErrorCode.NONE) {
            return FetchResponse.Partition.error(key.partition(), refused);
        }
        LogView view = partition.view();
        if (asked.lastFetchedEpoch() >= 0) {
            EpochEnd end = view.endOffsetFor(asked.lastFetchedEpoch());
            if (end.equals(EpochEnd.UNKNOWN)) {
                return answer(key, ErrorCode.OFFSET_OUT_OF_RANGE, view, EpochEnd.UNKNOWN, null);
            }
            if (end.leaderEpoch() != asked.lastFetchedEpoch()
                    || end.endOffset() < asked.fetchOffset()) {
                return answer(key, ErrorCode.NONE, view, end, null);
            }
        }
        ReadOutcome outcome =
                view.read(asked.fetchOffset(), asked.partitionMaxBytes(), ReadBound.LOG_END, true);
        return switch (outcome) {
            case ReadOutcome.AtEnd _ -> answer(key, ErrorCode.NONE, view, EpochEnd.UNKNOWN, null);
            case ReadOutcome.OutOfRange _ ->
                    answer(key, ErrorCode.OFFSET_OUT_OF_RANGE, view, EpochEnd.UNKNOWN, null);
            case ReadOutcome.Data data -> {
                try (var records = data.records()) {
                    yield answer(
                            key,
                            ErrorCode.NONE,
                            view,
                            EpochEnd.UNKNOWN,
                            new MemoryRecords(records.toMemory()));
                }
            }
        };
    }

    private static FetchResponse.Partition answer(
            PartitionKey key,
            ErrorCode error,
            LogView view,
            EpochEnd diverging,
            @Nullable MemoryRecords records) {
        return new FetchResponse.Partition(
                key.partition(),
                error.code(),
                view.highWatermark(),
                view.lastStableOffset(),
                view.logStartOffset(),
                new FetchResponse.EpochEndOffset(diverging.leaderEpoch(), diverging.endOffset()),
                FetchResponse.Leader.UNKNOWN,
                FetchResponse.SnapshotId.NONE,
                null,
                -1,
                records == null ? MemoryRecords.EMPTY : records);
    }
}
