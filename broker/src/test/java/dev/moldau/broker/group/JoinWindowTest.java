package dev.moldau.broker.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JoinWindowTest {

    private static final int REBALANCE_MS = 60_000;

    @Test
    void aLoneConsumerWaitsATenthOfASecond() {
        JoinWindow window = JoinWindow.open(GroupConfig.DEFAULT, 1_000, REBALANCE_MS);
        assertThat(window.remainingMs(1_000, false)).isEqualTo(100);
        assertThat(window.remainingMs(1_100, false)).isZero();
    }

    @Test
    void eachFurtherMemberMakesTheQuietLongerThatIsAskedFor() {
        JoinWindow window = JoinWindow.open(GroupConfig.DEFAULT, 0, REBALANCE_MS);
        window.memberArrived(90, 2);
        assertThat(window.remainingMs(90, false)).isEqualTo(200);
        window.memberArrived(200, 5);
        assertThat(window.remainingMs(200, false)).isEqualTo(500);
        window.memberArrived(300, 50);
        assertThat(window.remainingMs(300, false)).isEqualTo(1_000);
    }

    @Test
    void membersThatKeepComingDelayItByThreeSecondsAtMost() {
        JoinWindow window = JoinWindow.open(GroupConfig.DEFAULT, 0, REBALANCE_MS);
        for (int i = 2; i < 100; i++) {
            window.memberArrived(i * 50L, i);
        }
        assertThat(window.remainingMs(2_900, true)).isEqualTo(100);
        assertThat(window.remainingMs(3_000, true)).isZero();
    }

    @Test
    void aClientThatWasSentAwayForAnIdIsWaitedFor() {
        JoinWindow window = JoinWindow.open(GroupConfig.DEFAULT, 0, REBALANCE_MS);
        assertThat(window.remainingMs(500, true)).isEqualTo(100);
        assertThat(window.remainingMs(500, false)).isNegative();
    }

    @Test
    void itIsNeverLongerThanMembersAreReadyToWait() {
        JoinWindow window = JoinWindow.open(GroupConfig.DEFAULT, 0, 50);
        assertThat(window.remainingMs(0, true)).isEqualTo(50);
    }

    @Test
    void aDelayThatIsSetIsKeptAndBeginsAgainWhileMembersCome() {
        JoinWindow window = JoinWindow.open(GroupsUnderTest.config(3_000), 0, REBALANCE_MS);
        assertThat(window.remainingMs(0, false)).isEqualTo(3_000);
        window.memberArrived(1_000, 2);
        assertThat(window.remainingMs(1_000, false)).isEqualTo(2_000);
        assertThat(window.remainingMs(3_000, false)).isEqualTo(3_000);
        assertThat(window.remainingMs(6_000, false)).isZero();
    }

    @Test
    void aDelayThatIsSetEndsWithTheRebalanceTimeout() {
        JoinWindow window = JoinWindow.open(GroupsUnderTest.config(3_000), 0, 4_000);
        window.memberArrived(10, 2);
        assertThat(window.remainingMs(3_000, false)).isEqualTo(1_000);
        window.memberArrived(3_500, 3);
        assertThat(window.remainingMs(4_000, false)).isZero();
    }
}
