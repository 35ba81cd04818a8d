package dev.moldau.broker.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.group.assign.Assignor;
import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Consumer groups on virtual time, and the words in which tests speak of their members. */
final class ConsumersUnderTest {

    static final String GROUP = GroupsUnderTest.GROUP;
    static final int REBALANCE_MS = 60_000;
    static final int SESSION_MS = 45_000;
    static final int HEARTBEAT_MS = 5_000;

    final GroupsUnderTest groups;

    ConsumersUnderTest() {
        this(config(0, Integer.MAX_VALUE, MigrationPolicy.BIDIRECTIONAL));
    }

    ConsumersUnderTest(ConsumerGroupConfig config) {
        this(new GroupsUnderTest(GroupsUnderTest.config(0, Integer.MAX_VALUE, config)));
    }

    ConsumersUnderTest(GroupsUnderTest groups) {
        this.groups = groups;
    }

    static ConsumerGroupConfig config(
            int assignmentIntervalMs, int maxSize, MigrationPolicy migrationPolicy) {
        return new ConsumerGroupConfig(
                Assignor.ALL,
                new ConsumerGroupConfig.Span(SESSION_MS, SESSION_MS, 60_000),
                new ConsumerGroupConfig.Span(HEARTBEAT_MS, HEARTBEAT_MS, 15_000),
                new ConsumerGroupConfig.Span(assignmentIntervalMs, 0, 15_000),
                maxSize,
                migrationPolicy);
    }

    Uuid topicId(String topic) {
        return groups.topics.id(topic).orElseThrow();
    }

    /** Partitions of topic t. */
    PartitionSet t(int... partitions) {
        return PartitionSet.of(topicId("t"), partitions);
    }

    ConsumerHeartbeatResult send(ConsumerHeartbeatCommand command) {
        return groups.now(groups.coordinator.heartbeat(command));
    }

    static ConsumerHeartbeatCommand command(
            String memberId,
            int epoch,
            @Nullable String instanceId,
            @Nullable Set<String> topics,
            @Nullable String regex,
            @Nullable PartitionSet owned) {
        return new ConsumerHeartbeatCommand(
                GROUP,
                memberId,
                epoch,
                instanceId,
                null,
                "client",
                "/10.0.0.7",
                topics == null && regex == null ? -1 : REBALANCE_MS,
                topics,
                regex,
                null,
                owned);
    }

    GroupDescriptionView described() {
        return new GroupDescriptionView(groups.now(groups.coordinator.describeConsumers(GROUP)));
    }

    /** A group as an administrator sees it, with what tests ask of it. */
    record GroupDescriptionView(ConsumerGroupDescription description) {

        String state() {
            return description.state();
        }

        int epoch() {
            return description.epoch();
        }

        PartitionSet assigned(String memberId) {
            return member(memberId).assigned();
        }

        ConsumerGroupDescription.Member member(String memberId) {
            return description.members().stream()
                    .filter(member -> member.memberId().equals(memberId))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(memberId + " in " + description));
        }
    }

    /** A member that does what it is told at once, as a consumer without work would. */
    final class Client {
        final String id;
        final @Nullable String instanceId;
        Set<String> topics;
        @Nullable String regex;
        int epoch;
        PartitionSet owned = PartitionSet.EMPTY;
        ConsumerHeartbeatResult last;

        Client(String id, @Nullable String instanceId, Set<String> topics) {
            this.id = id;
            this.instanceId = instanceId;
            this.topics = topics;
            this.last = join();
        }

        ConsumerHeartbeatResult join() {
            owned = PartitionSet.EMPTY;
            return take(send(command(id, 0, instanceId, topics, regex, PartitionSet.EMPTY)));
        }

        /** A heartbeat that says nothing new. */
        ConsumerHeartbeatResult beat() {
            return take(send(command(id, epoch, instanceId, null, null, null)));
        }

        /** A heartbeat that says what the member owns. */
        ConsumerHeartbeatResult tell() {
            return take(send(command(id, epoch, instanceId, null, null, owned)));
        }

        ConsumerHeartbeatResult leave() {
            return send(command(id, instanceId == null ? -1 : -2, instanceId, null, null, null));
        }

        private ConsumerHeartbeatResult take(ConsumerHeartbeatResult result) {
            last = result;
            if (result.error() == ErrorCode.NONE) {
                epoch = result.memberEpoch();
                PartitionSet assignment = result.assignment();
                if (assignment != null) {
                    owned = assignment;
                }
            }
            return result;
        }
    }

    Client join(String id) {
        return join(id, null, "t");
    }

    Client join(String id, @Nullable String instanceId, String... topics) {
        Client client = new Client(id, instanceId, Set.of(topics));
        assertThat(client.last.error()).isEqualTo(ErrorCode.NONE);
        return client;
    }

    /** Lets the members go on until nothing moves. */
    void settle(Client... clients) {
        for (int round = 0; round < 6; round++) {
            for (Client client : clients) {
                assertThat(client.tell().error()).isEqualTo(ErrorCode.NONE);
            }
        }
        assertThat(described().state()).isEqualTo("Stable");
    }
}
