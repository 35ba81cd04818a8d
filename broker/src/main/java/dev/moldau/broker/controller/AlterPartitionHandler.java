package dev.moldau.broker.controller;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.cluster.controller.ControllerCommand.AlterPartitions;
import dev.moldau.cluster.controller.IsrOutcome;
import dev.moldau.cluster.controller.IsrProposal;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.AlterPartitionRequest;
import dev.moldau.protocol.message.AlterPartitionResponse;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Takes leaders' proposals of who is in sync. */
final class AlterPartitionHandler
        extends BrokersOnly<AlterPartitionRequest, AlterPartitionResponse> {

    private static final int FIRST_VERSION_WITH_EPOCHS = 3;
    private static final byte RECOVERED = 0;

    private final ControllerOffice office;

    AlterPartitionHandler(ControllerOffice office) {
        super(ApiKey.ALTER_PARTITION, 2, 3);
        this.office = office;
    }

    @Override
    public CompletionStage<AlterPartitionResponse> handle(
            RequestContext context, AlterPartitionRequest request) {
        Optional<ControllerOffice.Acting> acting = office.acting();
        if (acting.isEmpty()) {
            return CompletableFuture.completedFuture(refused(context, ErrorCode.NOT_CONTROLLER));
        }
        if (request.brokerEpoch() < 0) {
            return CompletableFuture.completedFuture(
                    refused(context, ErrorCode.STALE_BROKER_EPOCH));
        }
        List<IsrProposal> proposals = proposals(request, context.apiVersion());
        return acting.get()
                .controller()
                .submit(new AlterPartitions(request.brokerId(), request.brokerEpoch(), proposals))
                .thenApply(outcomes -> response(context, request, outcomes))
                .exceptionally(failure -> refused(context, unavailable(failure)));
    }

    private static List<IsrProposal> proposals(AlterPartitionRequest request, short version) {
        List<IsrProposal> proposals = new ArrayList<>();
        for (AlterPartitionRequest.Topic topic : request.topics()) {
            for (AlterPartitionRequest.Partition partition : topic.partitions()) {
                proposals.add(proposal(topic.topicId(), partition, version));
            }
        }
        return proposals;
    }

    private static IsrProposal proposal(
            Uuid topicId, AlterPartitionRequest.Partition partition, short version) {
        List<AlterPartitionRequest.BrokerState> states = partition.newIsrWithEpochs();
        return version < FIRST_VERSION_WITH_EPOCHS
                ? new IsrProposal(
                        topicId,
                        partition.partitionIndex(),
                        partition.leaderEpoch(),
                        partition.partitionEpoch(),
                        partition.newIsr())
                : new IsrProposal(
                        topicId,
                        partition.partitionIndex(),
                        partition.leaderEpoch(),
                        partition.partitionEpoch(),
                        states.stream().map(AlterPartitionRequest.BrokerState::brokerId).toList(),
                        states.stream()
                                .map(AlterPartitionRequest.BrokerState::brokerEpoch)
                                .toList());
    }

    /** The outcomes come in the order of the proposals, which is that of the request. */
    private static AlterPartitionResponse response(
            RequestContext context, AlterPartitionRequest request, List<IsrOutcome> outcomes) {
        if (!outcomes.isEmpty() && outcomes.stream().allMatch(AlterPartitionHandler::isStale)) {
            return refused(context, ErrorCode.STALE_BROKER_EPOCH);
        }
        Iterator<IsrOutcome> next = outcomes.iterator();
        List<AlterPartitionResponse.Topic> topics = new ArrayList<>();
        for (AlterPartitionRequest.Topic topic : request.topics()) {
            List<AlterPartitionResponse.Partition> partitions = new ArrayList<>();
            for (AlterPartitionRequest.Partition partition : topic.partitions()) {
                partitions.add(answered(context, partition.partitionIndex(), next.next()));
            }
            topics.add(new AlterPartitionResponse.Topic("", topic.topicId(), partitions));
        }
        return new AlterPartitionResponse(NO_THROTTLE, ErrorCode.NONE.code(), topics);
    }

    private static boolean isStale(IsrOutcome outcome) {
        return outcome.error() == ErrorCode.STALE_BROKER_EPOCH && outcome.now() == null;
    }

    private static AlterPartitionResponse.Partition answered(
            RequestContext context, int index, IsrOutcome outcome) {
        short error = context.counted(outcome.error()).code();
        PartitionImage now = outcome.now();
        return now == null
                ? new AlterPartitionResponse.Partition(
                        index, error, PartitionImage.NO_LEADER, -1, List.of(), RECOVERED, -1)
                : new AlterPartitionResponse.Partition(
                        index,
                        error,
                        now.leader(),
                        now.leaderEpoch(),
                        now.isr(),
                        RECOVERED,
                        now.partitionEpoch());
    }

    private static AlterPartitionResponse refused(RequestContext context, ErrorCode error) {
        return new AlterPartitionResponse(NO_THROTTLE, context.counted(error).code(), List.of());
    }
}
