package dev.moldau.broker.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LeadershipListenersTest {

    private final List<String> told = new ArrayList<>();

    private LeadershipListener named(String name) {
        return new LeadershipListener() {
            @Override
            public void elected(Partition partition, int leaderEpoch) {
                told.add(name + " elected " + partition + " in " + leaderEpoch);
            }

            @Override
            public void follows(Partition partition, Leadership now) {
                told.add(name + " follows " + now.leaderId());
            }

            @Override
            public void left(List<Partition> partitions) {
                told.add(name + " left " + partitions);
            }

            @Override
            public void told() {
                told.add(name + " knows all");
            }

            @Override
            public void topicsDeleted(List<String> names) {
                told.add(name + " deleted " + names);
            }
        };
    }

    @Test
    void allAreToldOfEverythingInTheirOrder() {
        PartitionsUnderTest partitions = new PartitionsUnderTest();
        Partition partition = Objects.requireNonNull(partitions.topic("t", 1).partition(0));
        LeadershipListener all = new LeadershipListeners(List.of(named("a"), named("b")));
        all.elected(partition, 5);
        all.follows(partition, PartitionsUnderTest.ledBy(2, 6));
        all.left(List.of(partition));
        all.topicsDeleted(List.of("t"));
        all.told();
        assertThat(told)
                .containsExactly(
                        "a elected t-0 in 5",
                        "b elected t-0 in 5",
                        "a follows 2",
                        "b follows 2",
                        "a left [t-0]",
                        "b left [t-0]",
                        "a deleted [t]",
                        "b deleted [t]",
                        "a knows all",
                        "b knows all");
    }
}
