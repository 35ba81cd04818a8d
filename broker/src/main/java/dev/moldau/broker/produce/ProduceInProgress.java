package dev.moldau.broker.produce;

import dev.moldau.broker.api.CloseConnectionException;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.partition.AppendResult;
import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionLookup;
import dev.moldau.broker.partition.PendingAppend;
import dev.moldau.broker.topic.Advertised;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.common.Lane;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ProduceRequest;
import dev.moldau.protocol.message.ProduceResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One produce request on its way: which lanes work on it and what they said so far.
 *
 * <p>Filled by the event loop, then shared by the lanes: each writes the results of its own
 * partitions, and the one that brings the last result completes the response, whose completion also
 * ends the life of the frame. Results are published to that one by the counter.
 */
final class ProduceInProgress {

    private static final short FIRST_VERSION_WITH_LEADERS = 10;
    private static final ProduceResponse.Leader NO_LEADER = new ProduceResponse.Leader(-1, -1);

    private final RequestContext context;
    private final ProduceRequest request;
    private final PartitionLookup partitions;
    private final @Nullable AppendResult[] results;
    private final AtomicInteger missing;
    private final List<LaneShare> shares = new ArrayList<>(1);
    private final CompletableFuture<ProduceResponse> response = new CompletableFuture<>();

    ProduceInProgress(RequestContext context, ProduceRequest request, PartitionLookup partitions) {
        this.context = context;
        this.request = request;
        this.partitions = partitions;
        int count = 0;
        for (ProduceRequest.Topic topic : request.topicData()) {
            count += topic.partitionData().size();
        }
        this.results = new AppendResult[count];
        // One more, taken off by start: no lane can complete the response while we fill it.
        this.missing = new AtomicInteger(count + 1);
    }

    CompletableFuture<ProduceResponse> response() {
        return response;
    }

    boolean needsAllReplicas() {
        return request.acks() == -1;
    }

    /** How long the client waits for all replicas, in milliseconds. */
    int timeoutMs() {
        return request.timeoutMs();
    }

    /** The result of a partition is known without asking its lane. */
    void refuse(int index, ErrorCode error, @Nullable String message) {
        settle(index, AppendResult.refused(error, message));
    }

    /** Gives a partition's records to the share of its lane. */
    void add(Partition partition, PendingAppend pending) {
        shareOf(partition.lane()).add(partition, pending);
    }

    private LaneShare shareOf(Lane lane) {
        for (LaneShare share : shares) {
            if (share.lane.equals(lane)) {
                return share;
            }
        }
        LaneShare share = new LaneShare(lane);
        shares.add(share);
        return share;
    }

    /** Sends each lane its share; nothing may be added afterwards. */
    void start() {
        for (LaneShare share : shares) {
            share.send();
        }
        countDown();
    }

    /** The result of a partition; called once for each, by any thread. */
    void settle(int index, AppendResult result) {
        results[index] = result;
        countDown();
    }

    private void countDown() {
        if (missing.decrementAndGet() == 0) {
            complete();
        }
    }

    private void complete() {
        if (request.acks() == 0) {
            completeUnanswered();
            return;
        }
        Map<Integer, ProduceResponse.NodeEndpoint> endpoints = new HashMap<>(0);
        List<ProduceResponse.Topic> topics = new ArrayList<>(request.topicData().size());
        int index = 0;
        for (ProduceRequest.Topic topic : request.topicData()) {
            List<ProduceResponse.Partition> answers = new ArrayList<>(topic.partitionData().size());
            for (ProduceRequest.Partition asked : topic.partitionData()) {
                answers.add(answer(topic, asked.index(), result(index++), endpoints));
            }
            topics.add(new ProduceResponse.Topic(topic.name(), topic.topicId(), answers));
        }
        response.complete(new ProduceResponse(topics, 0, List.copyOf(endpoints.values())));
    }

    private AppendResult result(int index) {
        AppendResult result = results[index];
        if (result == null) {
            throw new IllegalStateException("partition " + index + " of the request has no result");
        }
        return result;
    }

    private void completeUnanswered() {
        for (int index = 0; index < results.length; index++) {
            AppendResult result = result(index);
            if (context.counted(result.error()) != ErrorCode.NONE) {
                response.completeExceptionally(
                        new CloseConnectionException(
                                "a produce with acks=0 failed with " + result.error()));
                return;
            }
        }
        response.complete(new ProduceResponse(List.of(), 0, List.of()));
    }

    private ProduceResponse.Partition answer(
            ProduceRequest.Topic topic,
            int partition,
            AppendResult result,
            Map<Integer, ProduceResponse.NodeEndpoint> endpoints) {
        context.counted(result.error());
        return new ProduceResponse.Partition(
                partition,
                result.error().code(),
                result.baseOffset(),
                result.logAppendTimeMs(),
                result.logStartOffset(),
                result.rejected().stream()
                        .map(r -> new ProduceResponse.RecordError(r.index(), r.message()))
                        .toList(),
                result.message(),
                leader(topic, partition, result.error(), endpoints));
    }

    /** Who leads instead, if this broker does not (KIP-951). */
    private ProduceResponse.Leader leader(
            ProduceRequest.Topic topic,
            int index,
            ErrorCode error,
            Map<Integer, ProduceResponse.NodeEndpoint> endpoints) {
        if (error != ErrorCode.NOT_LEADER_OR_FOLLOWER
                || context.apiVersion() < FIRST_VERSION_WITH_LEADERS) {
            return NO_LEADER;
        }
        Optional<PartitionImage> image = partitions.leaderOf(topic.name(), topic.topicId(), index);
        if (image.isEmpty()) {
            return NO_LEADER;
        }
        int leader = image.get().leader();
        BrokerRegistration broker = partitions.image().brokers().get(leader);
        if (broker != null) {
            Advertised.address(broker, context.connection())
                    .ifPresent(at -> endpoints.put(leader, endpoint(at)));
        }
        return new ProduceResponse.Leader(leader, image.get().leaderEpoch());
    }

    private static ProduceResponse.NodeEndpoint endpoint(Advertised.Address at) {
        BrokerRegistration broker = at.broker();
        return new ProduceResponse.NodeEndpoint(broker.id(), at.host(), at.port(), broker.rack());
    }

    /** The partitions of the request that live on one lane: one command. */
    private static final class LaneShare implements Runnable {
        private final Lane lane;
        private final List<Partition> owners = new ArrayList<>(1);
        private final List<PendingAppend> appends = new ArrayList<>(1);

        LaneShare(Lane lane) {
            this.lane = lane;
        }

        void add(Partition partition, PendingAppend pending) {
            owners.add(partition);
            appends.add(pending);
        }

        void send() {
            try {
                lane.execute(this);
            } catch (RejectedExecutionException e) {
                for (PendingAppend pending : appends) {
                    pending.refuse(ErrorCode.NOT_LEADER_OR_FOLLOWER, "The broker is stopping.");
                }
            }
        }

        @Override
        public void run() {
            for (int i = 0; i < appends.size(); i++) {
                owners.get(i).append(appends.get(i));
            }
        }
    }
}
