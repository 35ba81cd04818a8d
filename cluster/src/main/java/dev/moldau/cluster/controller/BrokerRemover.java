package dev.moldau.cluster.controller;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides about brokers that are to leave the cluster for good. A dead one may leave though
 * partitions name it: it stays one of their replicas until they are moved, but is nobody's hope any
 * more. Where it is the last that was in sync it stays so, because who else could lead is not for
 * the controller to guess: an unclean election decides that.
 */
final class BrokerRemover {

    private final EffectiveConfigs configs;

    BrokerRemover(EffectiveConfigs configs) {
        this.configs = configs;
    }

    Decision<ApiError> decide(ControllerState state, int id) {
        ClusterImage image = state.image();
        BrokerRegistration broker = image.brokers().get(id);
        Optional<ApiError> problem =
                broker == null
                        ? Optional.of(
                                ApiError.of(
                                        ErrorCode.BROKER_ID_NOT_REGISTERED,
                                        "There is no broker " + id + " in this cluster."))
                        : whyNot(image, broker);
        if (broker == null || problem.isPresent()) {
            return Decision.unchanged(state, problem.orElse(ApiError.NONE));
        }
        List<StoreWrite> writes = new ArrayList<>();
        writes.add(new StoreWrite.Delete(StoreRecords.brokerKey(id), StoreWrite.ANY_VERSION));
        if (broker.alive()) {
            writes.add(new StoreWrite.Delete(StoreRecords.presenceKey(id), StoreWrite.ANY_VERSION));
        }
        ClusterImage.Builder next = image.next().withoutBroker(id);
        withdrawn(image, broker).addTo(writes, next);
        return new Decision<>(writes, state.withImage(next.build()), ApiError.NONE);
    }

    private static Optional<ApiError> whyNot(ClusterImage image, BrokerRegistration broker) {
        if (!broker.alive()) {
            return Optional.empty();
        }
        if (!broker.incarnation().equals(Uuid.ZERO)) {
            return Optional.of(
                    ApiError.of(
                            ErrorCode.INVALID_REQUEST,
                            "Broker "
                                    + broker.id()
                                    + " is running; stop it first, or it would be back at once."));
        }
        return image.topics().stream()
                .filter(topic -> hasReplica(topic, broker.id()))
                .findFirst()
                .map(
                        topic ->
                                ApiError.of(
                                        ErrorCode.INVALID_REQUEST,
                                        "Broker "
                                                + broker.id()
                                                + " still has replicas, of topic '"
                                                + topic.name()
                                                + "' among others; move or delete them first."));
    }

    private static boolean hasReplica(TopicImage topic, int broker) {
        return topic.partitions().stream().anyMatch(p -> p.replicas().contains(broker));
    }

    private TopicEdits withdrawn(ClusterImage image, BrokerRegistration broker) {
        TopicEdits edits = new TopicEdits();
        for (TopicImage topic : image.topics()) {
            for (int index = 0; index < topic.partitions().size(); index++) {
                PartitionImage now = topic.partitions().get(index);
                if (now.isr().contains(broker.id()) || now.elr().contains(broker.id())) {
                    edits.put(topic, index, withdrawn(image, topic, now, broker));
                }
            }
        }
        return edits;
    }

    private PartitionImage withdrawn(
            ClusterImage image, TopicImage topic, PartitionImage now, BrokerRegistration broker) {
        PartitionChange change =
                new PartitionChange(now, ReplicationRules.of(configs.broker(image), topic));
        // Whoever gets the number later does not lead what it alone had, unless by the same folder.
        Elections.distrust(change, broker.id(), broker.directory());
        change.noLongerEligible(broker.id());
        return change.after();
    }
}
