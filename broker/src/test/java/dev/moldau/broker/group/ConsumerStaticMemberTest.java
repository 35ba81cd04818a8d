package dev.moldau.broker.group;

import static dev.moldau.broker.group.ConsumersUnderTest.command;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.group.ConsumersUnderTest.Client;
import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.protocol.ErrorCode;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Static members of the consumer protocol: they leave for a while and come back to what was theirs.
 */
class ConsumerStaticMemberTest {

    private final ConsumersUnderTest consumers = new ConsumersUnderTest();

    @Test
    void whoLeavesForAWhileComesBackToItsPartitionsAndNobodyIsDisturbed() {
        Client a = consumers.join("a");
        Client first = consumers.join("b", "i", "t");
        consumers.settle(a, first);
        PartitionSet owned = first.owned;
        int epoch = consumers.described().epoch();
        assertThat(first.leave().memberEpoch()).isEqualTo(-2);
        assertThat(first.leave().error()).as("repeated").isEqualTo(ErrorCode.NONE);

        Client second = consumers.join("c", "i", "t");
        assertThat(second.owned).isEqualTo(owned);
        assertThat(second.epoch).isEqualTo(epoch);
        assertThat(consumers.described().epoch()).isEqualTo(epoch);
        assertThat(a.beat().assignment()).isNull();
        assertThat(consumers.groups.now(consumers.groups.memory()))
                .isEqualTo(consumers.groups.replayed());
    }

    @Test
    void aNameThatIsInUseIsNotGivenAway() {
        Client a = consumers.join("a", "i", "t");
        ConsumerHeartbeatResult other =
                consumers.send(command("b", 0, "i", Set.of("t"), null, PartitionSet.EMPTY));
        assertThat(other.error()).isEqualTo(ErrorCode.UNRELEASED_INSTANCE_ID);
        assertThat(a.beat().error()).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void theFormerSelfIsFenced() {
        Client first = consumers.join("a", "i", "t");
        first.leave();
        consumers.join("b", "i", "t");
        assertThat(first.beat().error()).isEqualTo(ErrorCode.FENCED_INSTANCE_ID);
        assertThat(first.leave().error()).isEqualTo(ErrorCode.FENCED_INSTANCE_ID);
    }

    @Test
    void whoDoesNotComeBackInItsSessionLosesItsPlace() {
        Client a = consumers.join("a");
        Client away = consumers.join("b", "i", "t");
        consumers.settle(a, away);
        away.leave();
        for (int i = 0; i < 8; i++) {
            consumers.groups.pass(5_000);
            assertThat(a.tell().assignment()).isNull();
        }
        consumers.groups.pass(5_500);
        assertThat(a.beat().assignment()).isEqualTo(consumers.t(0, 1, 2, 3));
    }

    @Test
    void whatAnotherWasToGetIsKeptForWhoIsAway() {
        Client away = consumers.join("a", "i", "t");
        away.leave();
        Client b = consumers.join("b");
        b.beat();
        assertThat(b.owned).isEqualTo(PartitionSet.EMPTY);
        Client back = consumers.join("c", "i", "t");
        assertThat(back.owned).as("it owns nothing when it starts").isEqualTo(consumers.t(0, 1));
        assertThat(b.beat().assignment()).isEqualTo(consumers.t(2, 3));
    }

    @Test
    void aStaticMemberWithTheSameIdJustJoinsAgain() {
        Client first = consumers.join("a", "i", "t");
        first.leave();
        assertThat(first.join().error()).isEqualTo(ErrorCode.NONE);
        assertThat(first.owned).isEqualTo(consumers.t(0, 1, 2, 3));
    }
}
