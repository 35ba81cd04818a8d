package dev.moldau.cluster.controller;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.ControllerCommand.AllocateProducerIds;
import dev.moldau.cluster.controller.ControllerCommand.AlterConfigs;
import dev.moldau.cluster.controller.ControllerCommand.AlterPartitions;
import dev.moldau.cluster.controller.ControllerCommand.BalanceLeaders;
import dev.moldau.cluster.controller.ControllerCommand.BrokersPresent;
import dev.moldau.cluster.controller.ControllerCommand.CreatePartitions;
import dev.moldau.cluster.controller.ControllerCommand.CreateTopics;
import dev.moldau.cluster.controller.ControllerCommand.DeleteTopics;
import dev.moldau.cluster.controller.ControllerCommand.ElectLeaders;
import dev.moldau.cluster.controller.ControllerCommand.ForgetDeletedTopics;
import dev.moldau.cluster.controller.ControllerCommand.MovePartitions;
import dev.moldau.cluster.controller.ControllerCommand.ProducerIdBlock;
import dev.moldau.cluster.controller.ControllerCommand.RegisterBroker;
import dev.moldau.cluster.controller.ControllerCommand.StopBroker;
import dev.moldau.cluster.controller.ControllerCommand.UnregisterBroker;
import dev.moldau.cluster.store.StoreWrite;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Decides what a command comes to: a function from the state and the command to writes, the next
 * state and the reply. It has no thread, no clock and no disk, and keeps nothing between two
 * commands, so that a decision whose writes fail is simply dropped.
 */
final class ControllerMachine {

    /** How many producer ids a broker is given at a time. */
    static final int PRODUCER_ID_BLOCK = 1_000;

    private final TopicCreator topicCreator;
    private final TopicDeleter topicDeleter;
    private final PartitionAdder partitionAdder;
    private final ConfigAlterer configAlterer;
    private final BrokerRegistrar brokerRegistrar;
    private final BrokerRemover brokerRemover;
    private final IsrAlterer isrAlterer;
    private final LeaderElector leaderElector;
    private final LeaderBalancer leaderBalancer;
    private final PartitionMover partitionMover;

    /**
     * @param configs the settings of the broker that is controller
     * @param random the source of topic ids and of the brokers with which placing begins
     */
    ControllerMachine(EffectiveConfigs configs, RandomGenerator random) {
        ReplicaPlacer placer = new ReplicaPlacer(random);
        this.topicCreator = new TopicCreator(configs, placer, random);
        this.topicDeleter = new TopicDeleter(configs);
        this.partitionAdder = new PartitionAdder(placer);
        this.configAlterer = new ConfigAlterer(configs);
        this.brokerRegistrar = new BrokerRegistrar(new Settler(configs));
        this.brokerRemover = new BrokerRemover(configs);
        this.isrAlterer = new IsrAlterer(configs);
        this.leaderElector = new LeaderElector(configs);
        this.leaderBalancer = new LeaderBalancer(configs);
        this.partitionMover = new PartitionMover(configs);
    }

    /** What the command comes to in the given state. */
    // Each command declares the type of its reply, and each branch returns a decision of that type.
    @SuppressWarnings("unchecked")
    <R> Decision<R> decide(ControllerState state, ControllerCommand<R> command) {
        return (Decision<R>)
                switch (command) {
                    case CreateTopics c -> topicCreator.decide(state, c);
                    case DeleteTopics c -> topicDeleter.decide(state, c);
                    case ForgetDeletedTopics c -> TopicDeleter.forget(state, c.topics());
                    case CreatePartitions c -> partitionAdder.decide(state, c);
                    case AlterConfigs c -> configAlterer.decide(state, c);
                    case AllocateProducerIds c -> allocateProducerIds(state);
                    case RegisterBroker c -> BrokerRegistrar.register(state, c);
                    case BrokersPresent c -> brokerRegistrar.present(state, c);
                    case StopBroker c -> brokerRegistrar.stop(state, c);
                    case UnregisterBroker c -> brokerRemover.decide(state, c.id());
                    case AlterPartitions c -> isrAlterer.decide(state, c);
                    case ElectLeaders c -> leaderElector.decide(state, c);
                    case BalanceLeaders c -> leaderBalancer.decide(state);
                    case MovePartitions c -> partitionMover.decide(state, c);
                };
    }

    private static Decision<ProducerIdBlock> allocateProducerIds(ControllerState state) {
        long first = state.nextProducerId();
        long next = Math.addExact(first, PRODUCER_ID_BLOCK);
        byte[] value = StoreRecords.encode(next);
        StoreWrite write =
                state.producerIdsStored()
                        ? new StoreWrite.Replace(
                                StoreRecords.PRODUCER_IDS, value, StoreWrite.ANY_VERSION)
                        : new StoreWrite.Create(StoreRecords.PRODUCER_IDS, value);
        return new Decision<>(
                List.of(write),
                new ControllerState(state.image(), next, true),
                new ProducerIdBlock(first, PRODUCER_ID_BLOCK));
    }
}
