package dev.moldau.broker.group;

import static dev.moldau.broker.group.ConsumersUnderTest.GROUP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Consumers of both protocols that join, work, lose answers, crash, come back and leave in random
 * order, over topics that grow and a log that stalls, refuses and loses answers, with coordinators
 * that restart. What must hold:
 *
 * <ul>
 *   <li>no two consumers own a partition at the same time;
 *   <li>a member keeps what stays meant for it;
 *   <li>epochs and generations never fall, whatever protocol the group has;
 *   <li>when the trouble ends every partition is owned, and nobody moves any more;
 *   <li>what is in memory is what the log says.
 * </ul>
 */
class MixedGroupModelTest {

    private static final long SEED = Long.getLong("moldau.test.seed", System.nanoTime());
    private static final int RUNS = Integer.getInteger("moldau.test.schedules", 40);
    private static final int STEPS = 500;

    /** One run's seed repeats that run. */
    static List<Long> seeds() {
        if (Long.getLong("moldau.test.seed") != null) {
            return List.of(SEED);
        }
        return new SplittableRandom(SEED).longs(RUNS).boxed().toList();
    }

    private static final class Run {
        private final SplittableRandom random;
        private final GroupsUnderTest groups;
        private final boolean eager;
        private final List<SimulatedConsumer> consumers = new ArrayList<>();
        private int born;
        private int shardEpoch = 1;
        private boolean holding;
        private int highestEpoch;
        private int conversions;
        private String protocol = "";

        Run(long seed) {
            random = new SplittableRandom(seed);
            eager = random.nextBoolean();
            groups =
                    new GroupsUnderTest(
                            GroupsUnderTest.config(
                                    0,
                                    Integer.MAX_VALUE,
                                    ConsumersUnderTest.config(
                                            random.nextBoolean() ? 0 : 1_000,
                                            Integer.MAX_VALUE,
                                            MigrationPolicy.BIDIRECTIONAL)),
                            new FakeShardLog(),
                            seed);
        }

        SimulatedConsumer born() {
            String name = "c" + born++;
            String instanceId = random.nextInt(3) == 0 ? "i" + random.nextInt(3) : null;
            boolean nameTaken =
                    instanceId != null
                            && consumers.stream().anyMatch(c -> instanceId.equals(c.instanceId()));
            String free = nameTaken ? null : instanceId;
            SimulatedConsumer consumer =
                    random.nextBoolean()
                            ? new SimulatedConsumer.OfConsumerProtocol(name, free, groups, random)
                            : new SimulatedConsumer.OfClassicProtocol(
                                    name, free, groups, random, eager);
            consumers.add(consumer);
            return consumer;
        }

        void step() {
            int dice = random.nextInt(100);
            if (consumers.isEmpty() || (dice < 4 && consumers.size() < 6)) {
                born();
            } else if (dice < 7) {
                consumers.remove(random.nextInt(consumers.size())).leave();
            } else if (dice < 9) {
                consumers.remove(random.nextInt(consumers.size())).crash();
            } else if (dice < 13) {
                trouble();
            } else if (dice < 15) {
                restart();
            } else if (dice < 16) {
                grow();
            } else if (dice < 75) {
                consumers.get(random.nextInt(consumers.size())).act(random.nextInt(6) == 0);
            } else {
                groups.pass(random.nextInt(1, 2_000));
            }
            groups.lane.runAll();
            consumers.forEach(SimulatedConsumer::collect);
            check();
        }

        private void grow() {
            int count = groups.topics.partitionCount("u");
            if (count < 12) {
                groups.topics.with("u", count + 2);
                groups.coordinator.onTopicsChanged(Set.of("u"));
            }
        }

        private void trouble() {
            if (holding) {
                holding = false;
                if (random.nextBoolean()) {
                    groups.log.release();
                } else {
                    groups.log.fail(ErrorCode.KAFKA_STORAGE_ERROR);
                }
                return;
            }
            switch (random.nextInt(4)) {
                case 0 -> groups.log.failNext(ErrorCode.KAFKA_STORAGE_ERROR);
                case 1 -> groups.log.loseNext();
                default -> {
                    holding = true;
                    groups.log.hold();
                }
            }
        }

        private void restart() {
            calm();
            groups.coordinator.onResigned(0, shardEpoch);
            shardEpoch++;
            groups.coordinator.onElected(0, shardEpoch, groups.log);
        }

        private void calm() {
            holding = false;
            groups.log.release();
            groups.lane.runAll();
        }

        private void check() {
            PartitionSet taken = PartitionSet.EMPTY;
            for (SimulatedConsumer consumer : consumers) {
                assertThat(taken.and(consumer.owned()))
                        .as("owned twice, among others by %s: %s", consumer, consumers)
                        .isEqualTo(PartitionSet.EMPTY);
                taken = taken.plus(consumer.owned());
            }
            if (!holding) {
                checkEpoch();
            }
        }

        private void checkEpoch() {
            DurableGroups durable = groups.replayed();
            StoredGroup stored = durable.get(GROUP);
            if (stored == null) {
                return;
            }
            ConsumerGroupState state = stored.consumers();
            StoredGeneration generation = stored.generation();
            int epoch =
                    state != null
                            ? state.epoch()
                            : generation == null ? highestEpoch : generation.generation();
            assertThat(epoch).as("epochs of %s", stored).isGreaterThanOrEqualTo(highestEpoch);
            highestEpoch = epoch;
            String now = state != null ? "consumer" : "classic";
            if (!now.equals(protocol)) {
                conversions++;
                protocol = now;
            }
        }

        void end() {
            calm();
            groups.pass(2 * GroupShard.RELOAD_MS);
            if (consumers.isEmpty()) {
                born();
            }
            for (int round = 0; round < 400; round++) {
                for (SimulatedConsumer consumer : consumers) {
                    consumer.act(false);
                    groups.lane.runAll();
                    consumers.forEach(SimulatedConsumer::collect);
                    check();
                }
                groups.pass(500);
            }
            PartitionSet all = PartitionSet.EMPTY;
            for (SimulatedConsumer consumer : consumers) {
                all = all.plus(consumer.owned());
            }
            assertThat(all.size())
                    .as(
                            "partitions that somebody owns: %s in %s",
                            consumers, groups.now(groups.memory()))
                    .isEqualTo(4 + groups.topics.partitionCount("u"));
            int epoch = highestEpoch;
            for (SimulatedConsumer consumer : consumers) {
                consumer.act(false);
                groups.lane.runAll();
                consumer.collect();
            }
            check();
            assertThat(highestEpoch).as("nobody moves any more").isEqualTo(epoch);
            assertThat(groups.now(groups.memory())).isEqualTo(groups.replayed());
            consumers.forEach(SimulatedConsumer::checkPromises);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whateverHappensAPartitionHasOneOwnerAndCalmFollows(long seed) {
        Run run = new Run(seed);
        for (int i = 0; i < STEPS; i++) {
            run.step();
        }
        run.end();
        assertThat(run.highestEpoch).as("epochs").isGreaterThan(5);
    }

    /** A run that converted nothing proves nothing about conversion. */
    @Test
    void theSchedulesConvertGroupsInBothDirections() {
        int conversions = 0;
        for (long seed : new SplittableRandom(SEED).longs(8).boxed().toList()) {
            Run run = new Run(seed);
            for (int i = 0; i < STEPS; i++) {
                run.step();
            }
            conversions += run.conversions;
        }
        assertThat(conversions).isGreaterThan(5);
    }
}
