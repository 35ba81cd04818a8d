package dev.moldau.broker.follow;

import dev.moldau.cluster.controller.ControllerCommand.AlterPartitions;
import dev.moldau.cluster.controller.IsrOutcome;
import dev.moldau.cluster.controller.IsrProposal;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.AlterPartitionRequest;
import dev.moldau.protocol.message.AlterPartitionResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Proposes who is in sync. A proposal that was carried out already is refused when it comes again,
 * because the partition epoch has risen, and the refusal tells the partition as it is now.
 *
 * @param command the proposals
 * @param brokerEpoch the leader's registration, as it is known when a request leaves
 * @param image what the leader knows: the answer tells less of a partition than an image does
 */
record ProposalRequest(AlterPartitions command, LongSupplier brokerEpoch, ClusterImage image)
        implements ControllerRequest<AlterPartitionResponse, List<IsrOutcome>> {

    private static final byte RECOVERED = 0;

    private record Place(Uuid topicId, int partition) {}

    @Override
    public ApiKey api() {
        return ApiKey.ALTER_PARTITION;
    }

    @Override
    public short lowestVersion() {
        return 3;
    }

    @Override
    public short highestVersion() {
        return 3;
    }

    @Override
    public boolean repeatable() {
        return true;
    }

    @Override
    public ApiMessage message(short version) {
        Map<Uuid, List<AlterPartitionRequest.Partition>> topics = new LinkedHashMap<>();
        for (IsrProposal proposal : command.proposals()) {
            topics.computeIfAbsent(proposal.topicId(), id -> new ArrayList<>())
                    .add(written(proposal));
        }
        return new AlterPartitionRequest(
                command.brokerId(),
                brokerEpoch.getAsLong(),
                topics.entrySet().stream()
                        .map(t -> new AlterPartitionRequest.Topic("", t.getKey(), t.getValue()))
                        .toList());
    }

    private static AlterPartitionRequest.Partition written(IsrProposal proposal) {
        List<AlterPartitionRequest.BrokerState> states = new ArrayList<>();
        for (int i = 0; i < proposal.isr().size(); i++) {
            states.add(
                    new AlterPartitionRequest.BrokerState(
                            proposal.isr().get(i),
                            proposal.brokerEpochs().isEmpty()
                                    ? IsrProposal.UNKNOWN_EPOCH
                                    : proposal.brokerEpochs().get(i)));
        }
        return new AlterPartitionRequest.Partition(
                proposal.partition(),
                proposal.leaderEpoch(),
                List.of(),
                states,
                RECOVERED,
                proposal.partitionEpoch());
    }

    @Override
    public ErrorCode error(AlterPartitionResponse answer) {
        return ErrorCode.of(answer.errorCode());
    }

    /** One outcome for each proposal; one that the answer leaves out was not considered. */
    @Override
    public List<IsrOutcome> result(AlterPartitionResponse answer) {
        Map<Place, AlterPartitionResponse.Partition> found = new HashMap<>();
        for (AlterPartitionResponse.Topic topic : answer.topics()) {
            topic.partitions()
                    .forEach(p -> found.put(new Place(topic.topicId(), p.partitionIndex()), p));
        }
        List<IsrOutcome> outcomes = new ArrayList<>();
        for (IsrProposal proposal : command.proposals()) {
            Place place = new Place(proposal.topicId(), proposal.partition());
            outcomes.add(outcome(place, found.get(place)));
        }
        return outcomes;
    }

    private IsrOutcome outcome(Place place, AlterPartitionResponse.@Nullable Partition answer) {
        if (answer == null) {
            return new IsrOutcome(ErrorCode.UNKNOWN_SERVER_ERROR, null);
        }
        boolean told = answer.leaderEpoch() >= 0;
        return new IsrOutcome(
                ErrorCode.of(answer.errorCode()), told ? partition(place, answer) : null);
    }

    private PartitionImage partition(Place place, AlterPartitionResponse.Partition answer) {
        Optional<TopicImage> topic = image.topic(place.topicId());
        Optional<PartitionImage> known = topic.flatMap(t -> t.partition(place.partition()));
        return new PartitionImage(
                known.map(PartitionImage::replicas).orElse(answer.isr()),
                answer.isr(),
                answer.leaderId(),
                answer.leaderEpoch(),
                answer.partitionEpoch(),
                known.map(PartitionImage::addingReplicas).orElse(List.of()),
                known.map(PartitionImage::removingReplicas).orElse(List.of()),
                known.map(PartitionImage::elr).orElse(List.of()));
    }
}
