package dev.moldau.broker.fetch;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.partition.PartitionLookup;
import dev.moldau.broker.topic.Advertised;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FetchResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Puts what was read into responses, and tells sessions what their clients now know. */
final class FetchAnswers {

    private static final int FIRST_VERSION_WITH_ENDPOINTS = 16;
    private static final int NO_SESSION = 0;

    private final FetchSessionCache sessions;
    private final PartitionLookup partitions;

    FetchAnswers(FetchSessionCache sessions, PartitionLookup partitions) {
        this.sessions = sessions;
        this.partitions = partitions;
    }

    /** The response that says that the whole request failed. */
    static FetchResponse failed(ErrorCode error, int sessionId) {
        return new FetchResponse(0, error.code(), sessionId, List.of(), List.of());
    }

    /** The response with what was read. */
    FetchResponse of(RequestContext context, FetchPlan plan, List<FetchResult> results) {
        return switch (plan) {
            case FetchPlan.SessionError(ErrorCode error, int sessionId) -> failed(error, sessionId);
            case FetchPlan.Full full -> full(context, full, results);
            case FetchPlan.Incremental incremental ->
                    response(
                            context,
                            incremental.session().id(),
                            incremental.session().news(results));
        };
    }

    private FetchResponse full(
            RequestContext context, FetchPlan.Full plan, List<FetchResult> results) {
        int sessionId = NO_SESSION;
        if (plan.opensSession() && !results.isEmpty()) {
            FetchSession session =
                    sessions.open(FetchHandler.usesTopicIds(context), plan.targets());
            if (session != null) {
                session.toldAll(results);
                sessionId = session.id();
            }
        }
        return response(context, sessionId, results);
    }

    private FetchResponse response(
            RequestContext context, int sessionId, List<FetchResult> results) {
        List<FetchResponse.Topic> topics = new ArrayList<>();
        List<FetchResponse.Partition> current = new ArrayList<>();
        FetchTarget before = null;
        for (FetchResult result : results) {
            FetchTarget target = result.target();
            if (before == null
                    || !before.topic().equals(target.topic())
                    || !before.topicId().equals(target.topicId())) {
                current = new ArrayList<>();
                topics.add(new FetchResponse.Topic(target.topic(), target.topicId(), current));
            }
            context.counted(ErrorCode.of(result.found().errorCode()));
            current.add(result.found());
            before = target;
        }
        return new FetchResponse(0, (short) 0, sessionId, topics, endpoints(context, results));
    }

    private List<FetchResponse.NodeEndpoint> endpoints(
            RequestContext context, List<FetchResult> results) {
        if (context.apiVersion() < FIRST_VERSION_WITH_ENDPOINTS) {
            return List.of();
        }
        Map<Integer, FetchResponse.NodeEndpoint> found = new HashMap<>(0);
        for (FetchResult result : results) {
            int leader = result.found().currentLeader().leaderId();
            BrokerRegistration broker =
                    leader < 0 ? null : partitions.image().brokers().get(leader);
            if (broker != null) {
                Advertised.address(broker, context.connection())
                        .ifPresent(at -> found.put(leader, endpoint(at)));
            }
        }
        return List.copyOf(found.values());
    }

    private static FetchResponse.NodeEndpoint endpoint(Advertised.Address at) {
        BrokerRegistration broker = at.broker();
        return new FetchResponse.NodeEndpoint(broker.id(), at.host(), at.port(), broker.rack());
    }
}
