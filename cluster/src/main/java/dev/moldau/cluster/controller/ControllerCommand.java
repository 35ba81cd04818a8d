package dev.moldau.cluster.controller;

import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.common.Uuid;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something the controller is asked to do. The results of items come in the order of the items.
 *
 * @param <R> what the answer tells
 */
public sealed interface ControllerCommand<R> {

    /**
     * Makes topics, all of one command in one step of the store.
     *
     * @param topics what to make
     * @param validateOnly whether only to say what would happen
     */
    record CreateTopics(List<NewTopic> topics, boolean validateOnly)
            implements ControllerCommand<List<TopicCreation>> {
        public CreateTopics {
            topics = List.copyOf(topics);
        }
    }

    /**
     * Takes topics away.
     *
     * @param topics which
     */
    record DeleteTopics(List<TopicRef> topics) implements ControllerCommand<List<TopicDeletion>> {
        public DeleteTopics {
            topics = List.copyOf(topics);
        }
    }

    /**
     * Says that no broker has files of deleted topics any more.
     *
     * @param topics their identities; those that are not remembered are passed over
     */
    record ForgetDeletedTopics(Collection<Uuid> topics) implements ControllerCommand<Integer> {
        public ForgetDeletedTopics {
            topics = List.copyOf(topics);
        }
    }

    /**
     * Gives topics more partitions.
     *
     * @param topics which, and how many
     * @param validateOnly whether only to say what would happen
     */
    record CreatePartitions(List<MorePartitions> topics, boolean validateOnly)
            implements ControllerCommand<List<ApiError>> {
        public CreatePartitions {
            topics = List.copyOf(topics);
        }
    }

    /**
     * Changes settings of topics, brokers and groups.
     *
     * @param changes what to change; a resource occurs once
     * @param validateOnly whether only to say what would happen
     */
    record AlterConfigs(List<ConfigChange> changes, boolean validateOnly)
            implements ControllerCommand<List<ApiError>> {
        public AlterConfigs {
            changes = List.copyOf(changes);
        }
    }

    /** Hands out a block of producer ids that nobody ever had or will have again. */
    record AllocateProducerIds() implements ControllerCommand<ProducerIdBlock> {}

    /**
     * Says that a broker is there. A broker that registers again replaces its registration.
     *
     * @param id its number
     * @param endpoints its addresses
     * @param rack its rack; null if it names none
     */
    record RegisterBroker(int id, List<Endpoint> endpoints, @Nullable String rack)
            implements ControllerCommand<BrokerRegistration> {
        public RegisterBroker {
            endpoints = List.copyOf(endpoints);
        }
    }

    /**
     * Says which brokers are there, all of them. Those that are not are dead: what they led gets
     * other leaders. Those that are new, were gone or were started anew are registered with a
     * higher epoch, and what has no leader gets one if they can lead it. If the progress is not
     * finished, the command is to be submitted again.
     *
     * @param brokers what each of them says of itself; a number occurs once
     */
    record BrokersPresent(Collection<BrokerPresence> brokers)
            implements ControllerCommand<Progress> {
        public BrokersPresent {
            brokers = List.copyOf(brokers);
        }
    }

    /**
     * Says that a broker is about to stop: leaders move off it, and it is no longer in sync
     * anywhere, as far as there are others. This lasts until it is started anew.
     *
     * @param id its number
     * @param epoch its epoch, or {@link #ANY_EPOCH}
     */
    record StopBroker(int id, long epoch) implements ControllerCommand<StopProgress> {
        /** Stands for "whatever epoch it has". */
        public static final long ANY_EPOCH = -1;
    }

    /**
     * Takes a broker out of the cluster for good. It must be dead, or have no replicas.
     *
     * @param id its number
     */
    record UnregisterBroker(int id) implements ControllerCommand<ApiError> {}

    /**
     * Says which replicas a leader finds in sync.
     *
     * @param brokerId the leader
     * @param brokerEpoch which of its registrations it is, or {@link #ANY_EPOCH}; one that is not
     *     the present one changes nothing
     * @param proposals one for each partition
     */
    record AlterPartitions(int brokerId, long brokerEpoch, List<IsrProposal> proposals)
            implements ControllerCommand<List<IsrOutcome>> {
        /** Stands for "whatever epoch it has", for a leader in the controller's own process. */
        public static final long ANY_EPOCH = -1;

        public AlterPartitions {
            proposals = List.copyOf(proposals);
        }

        /** Proposals of a leader in the controller's own process. */
        public AlterPartitions(int brokerId, List<IsrProposal> proposals) {
            this(brokerId, ANY_EPOCH, proposals);
        }
    }

    /**
     * Elects leaders.
     *
     * @param unclean whether partitions without a leader get any replica that is there, at the
     *     price of lost records; if not, the first replica becomes leader where it is in sync
     * @param partitions which; null for all, of which the answer tells those only for which there
     *     was something to do
     */
    record ElectLeaders(boolean unclean, @Nullable List<PartitionRef> partitions)
            implements ControllerCommand<List<PartitionOutcome>> {
        public ElectLeaders {
            partitions = partitions == null ? null : List.copyOf(partitions);
        }
    }

    /**
     * Gives leaders back to the first replicas where too many are elsewhere, as {@code
     * auto.leader.rebalance.enable} and {@code leader.imbalance.per.broker.percentage} say. If the
     * progress is not finished, the command is to be submitted again.
     */
    record BalanceLeaders() implements ControllerCommand<Progress> {}

    /**
     * Moves partitions to other brokers, or takes moves back.
     *
     * @param moves which partitions, and where to
     * @param allowFactorChange whether a partition may get another number of replicas
     */
    record MovePartitions(List<Move> moves, boolean allowFactorChange)
            implements ControllerCommand<List<ApiError>> {
        public MovePartitions {
            moves = List.copyOf(moves);
        }
    }

    /** Stands for "as many as the broker's configuration says". */
    int DEFAULT_COUNT = -1;

    /**
     * A topic to make.
     *
     * @param name its name
     * @param partitions how many partitions, or {@link #DEFAULT_COUNT}
     * @param replicationFactor how many replicas of each, or {@link #DEFAULT_COUNT}
     * @param assignment the brokers of each partition, by index; empty to let the controller
     *     choose, in which case both counts must be {@link #DEFAULT_COUNT}
     * @param configs its settings; a null value is an error
     */
    record NewTopic(
            String name,
            int partitions,
            int replicationFactor,
            Map<Integer, List<Integer>> assignment,
            Map<String, @Nullable String> configs) {

        /** A topic whose placing is left to the controller. */
        public static NewTopic of(
                String name, int partitions, int replicationFactor, Map<String, String> configs) {
            return new NewTopic(
                    name,
                    partitions,
                    replicationFactor,
                    Map.of(),
                    new java.util.HashMap<String, @Nullable String>(configs));
        }
    }

    /**
     * How the making of a topic ended.
     *
     * @param name the topic's name
     * @param error what was wrong
     * @param id the topic's identity; {@link Uuid#ZERO} after an error or a mere validation
     * @param partitions how many partitions it has; -1 after an error
     * @param replicationFactor how many replicas each has; -1 after an error
     * @param configs the settings made on it
     */
    record TopicCreation(
            String name,
            ApiError error,
            Uuid id,
            int partitions,
            int replicationFactor,
            Map<String, String> configs) {

        /** A topic that was not made. */
        public static TopicCreation failed(String name, ApiError error) {
            return new TopicCreation(name, error, Uuid.ZERO, -1, -1, Map.of());
        }
    }

    /**
     * A topic by name or by identity.
     *
     * @param name the name; null if the identity counts
     * @param id the identity; {@link Uuid#ZERO} if the name counts
     */
    record TopicRef(@Nullable String name, Uuid id) {
        /** A topic by name. */
        public static TopicRef named(String name) {
            return new TopicRef(name, Uuid.ZERO);
        }

        /** A topic by identity. */
        public static TopicRef identified(Uuid id) {
            return new TopicRef(null, id);
        }
    }

    /**
     * How the deletion of a topic ended.
     *
     * @param topic what was asked
     * @param name the topic's name, if it is known
     * @param id the topic's identity; {@link Uuid#ZERO} if it is not known
     * @param error what was wrong
     */
    record TopicDeletion(TopicRef topic, Optional<String> name, Uuid id, ApiError error) {}

    /**
     * A topic that is to have more partitions.
     *
     * @param topic its name
     * @param count how many it is to have in the end
     * @param assignment the brokers of each further partition, in order; empty to let the
     *     controller choose
     */
    record MorePartitions(String topic, int count, List<List<Integer>> assignment) {}

    /**
     * A change of a resource's settings.
     *
     * @param resource what has the settings
     * @param operations what to do, in order
     * @param replaceAll whether settings that no operation names go away
     */
    record ConfigChange(
            ConfigResource resource, List<ConfigOperation> operations, boolean replaceAll) {
        public ConfigChange {
            operations = List.copyOf(operations);
        }
    }

    /**
     * One operation on a setting.
     *
     * @param key the key
     * @param type what to do
     * @param value the operand; null only for {@link Type#DELETE}
     */
    record ConfigOperation(String key, Type type, @Nullable String value) {

        /** What to do; the ids are those of the protocol. */
        public enum Type {
            /** Sets the value. */
            SET,
            /** Goes back to the default. */
            DELETE,
            /** Adds elements to a list. */
            APPEND,
            /** Takes elements out of a list. */
            SUBTRACT;

            /** The type with that id on the wire. */
            public static Optional<Type> of(byte id) {
                return id >= 0 && id < values().length
                        ? Optional.of(values()[id])
                        : Optional.empty();
            }
        }
    }

    /**
     * Producer ids for one broker.
     *
     * @param first the first
     * @param count how many
     */
    record ProducerIdBlock(long first, int count) {}
}
