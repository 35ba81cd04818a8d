package dev.moldau.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.controller.ControllerCommand.CreateTopics;
import dev.moldau.cluster.controller.ControllerCommand.NewTopic;
import dev.moldau.cluster.controller.ControllerCommand.StopBroker;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicaPlacerTest {

    private final long seed = Long.getLong("moldau.test.seed", System.nanoTime());
    private final ReplicaPlacer placer = new ReplicaPlacer(new Random(seed));

    private static List<BrokerRegistration> brokers(int count, int racks) {
        List<BrokerRegistration> brokers = new ArrayList<>();
        for (int id = 1; id <= count; id++) {
            String rack = racks == 0 ? null : "r" + id % racks;
            brokers.add(new BrokerRegistration(id, 0, List.of(), rack, true));
        }
        return brokers;
    }

    @ParameterizedTest
    @CsvSource({"4, 2, 2", "6, 3, 3", "6, 3, 2", "9, 3, 3", "5, 2, 3", "4, 2, 4", "6, 0, 3"})
    void noRackHasTwoReplicasAsLongAsOneHasNoneAndTheLoadSpreads(
            int count, int racks, int replicationFactor) {
        int partitions = count * (count - 1);
        Map<Integer, Integer> leaders = new HashMap<>();
        Map<Integer, Integer> replicas = new HashMap<>();
        for (List<Integer> placed :
                placer.place(brokers(count, racks), partitions, replicationFactor)) {
            leaders.merge(placed.getFirst(), 1, Integer::sum);
            placed.forEach(id -> replicas.merge(id, 1, Integer::sum));
            assertThat(new HashSet<>(placed)).as("seed %d", seed).hasSize(replicationFactor);
            if (racks > 0) {
                Set<Integer> used = new HashSet<>();
                placed.forEach(id -> used.add(id % racks));
                assertThat(used)
                        .as("seed %d: racks of %s", seed, placed)
                        .hasSize(Math.min(racks, replicationFactor));
            }
        }
        assertThat(leaders.values()).as("seed %d", seed).allMatch(n -> n == count - 1);
        int fair = partitions * replicationFactor / count;
        if (racks == 0 || count % racks == 0) {
            assertThat(replicas.values())
                    .as("seed %d: replicas of each broker", seed)
                    .allMatch(n -> Math.abs(n - fair) <= fair / 4);
        }
    }

    @Test
    void onlyBrokersThatAreThereAndAreNotAboutToStopGetReplicas() {
        MachineUnderTest cluster = new MachineUnderTest(Map.of());
        cluster.start(1, 2, 3, 4);
        cluster.kill(2);
        cluster.run(new StopBroker(3, StopBroker.ANY_EPOCH));
        List<NewTopic> topics =
                List.of(NewTopic.of("t", 20, 2, Map.of()), NewTopic.of("wide", 1, 3, Map.of()));
        assertThat(cluster.run(new CreateTopics(topics, false)))
                .extracting(t -> t.error().code())
                .containsExactly(ErrorCode.NONE, ErrorCode.INVALID_REPLICATION_FACTOR);
        assertThat(cluster.topic("t").partitions())
                .extracting(PartitionImage::replicas)
                .allSatisfy(ids -> assertThat(ids).containsExactlyInAnyOrder(1, 4));
    }
}
