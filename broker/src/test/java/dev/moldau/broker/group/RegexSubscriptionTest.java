package dev.moldau.broker.group;

import static dev.moldau.broker.group.ConsumersUnderTest.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.protocol.ErrorCode;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Subscriptions by regular expression, evaluated by the broker. */
class RegexSubscriptionTest {

    private final ConsumersUnderTest consumers = new ConsumersUnderTest();

    private ConsumerHeartbeatResult join(String memberId, String regex) {
        return consumers.send(command(memberId, 0, null, Set.of(), regex, PartitionSet.EMPTY));
    }

    private PartitionSet all(String... topics) {
        PartitionSet all = PartitionSet.EMPTY;
        for (String topic : topics) {
            int count = consumers.groups.topics.partitionCount(topic);
            for (int i = 0; i < count; i++) {
                all = all.plus(PartitionSet.of(consumers.topicId(topic), i));
            }
        }
        return all;
    }

    @Test
    void matchingTopicsAreAssigned() {
        consumers.groups.topics.with("orders-1", 2).with("orders-2", 3).with("old-orders-1", 1);
        ConsumerHeartbeatResult result = join("a", "orders-[0-9]+");
        assertThat(result.error()).isEqualTo(ErrorCode.NONE);
        assertThat(result.assignment()).isEqualTo(all("orders-1", "orders-2"));
    }

    @Test
    void namesAndExpressionAddUp() {
        consumers.groups.topics.with("orders-1", 2);
        ConsumerHeartbeatResult result =
                consumers.send(command("a", 0, null, Set.of("t"), "orders-.*", PartitionSet.EMPTY));
        assertThat(result.assignment()).isEqualTo(all("orders-1", "t"));
    }

    @Test
    void aTopicThatComesIsMatchedAndOneThatGoesIsNot() {
        consumers.groups.topics.with("orders-1", 2);
        join("a", "orders-.*");
        consumers.groups.topics.with("orders-2", 3).with("other", 1);
        consumers.groups.topics.without("orders-1");
        consumers.groups.coordinator.onTopicsChanged(Set.of("orders-1", "orders-2", "other"));
        consumers.groups.pass(50);
        consumers.send(command("a", 1, null, null, null, PartitionSet.EMPTY));
        assertThat(consumers.described().assigned("a")).isEqualTo(all("orders-2"));
    }

    @Test
    void topicsOfTheHouseAreNotMeant() {
        assertThat(join("a", ".*").assignment()).isEqualTo(all("t", "u"));
    }

    @Test
    void whatIsNoExpressionIsRefusedAndNothingChanges() {
        ConsumerHeartbeatResult result = join("a", "orders-(");
        assertThat(result.error()).isEqualTo(ErrorCode.INVALID_REGULAR_EXPRESSION);
        assertThat(result.message()).contains("orders-(").contains("RE2");
        assertThat(consumers.groups.replayed().all()).isEmpty();
        assertThat(join("a", "(?=t)t").error()).isEqualTo(ErrorCode.INVALID_REGULAR_EXPRESSION);
    }

    @Test
    void anExpressionThatNobodyUsesAnyMoreIsForgotten() {
        join("a", "t|u");
        assertThat(state().regexes()).containsOnlyKeys("t|u");
        consumers.send(command("a", 1, null, Set.of("t"), "", null));
        assertThat(state().regexes()).isEmpty();
        assertThat(consumers.described().assigned("a")).isEqualTo(all("t"));
        consumers.send(command("a", 1, null, null, null, all("t")));
        assertThat(consumers.described().state()).isEqualTo("Stable");
    }

    private ConsumerGroupState state() {
        StoredGroup stored = consumers.groups.replayed().get(ConsumersUnderTest.GROUP);
        ConsumerGroupState state = stored == null ? null : stored.consumers();
        return state == null ? new ConsumerGroupState() : state;
    }

    @Test
    void theExpressionOutlivesTheCoordinatorAndIsEvaluatedAnew() {
        join("a", "orders-.*");
        consumers.groups.topics.with("orders-9", 2);
        GroupsUnderTest restarted = consumers.groups.restarted();
        restarted.pass(50);
        ConsumersUnderTest next = new ConsumersUnderTest(restarted);
        next.send(command("a", 1, null, null, null, PartitionSet.EMPTY));
        assertThat(next.described().assigned("a")).isEqualTo(all("orders-9"));
        assertThat(next.described().member("a").regex()).isEqualTo("orders-.*");
    }
}
