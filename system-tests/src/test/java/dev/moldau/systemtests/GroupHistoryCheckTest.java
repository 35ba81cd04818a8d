package dev.moldau.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.systemtests.Flaw.Kind;
import dev.moldau.systemtests.MemberHistory.Pause;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The judge of groups is judged: histories that are made up, good and bad in each way. */
class GroupHistoryCheckTest {

    private static final long SESSION_MS = 100;

    @Test
    void ordinaryHandoverIsGood() {
        MemberHistory one =
                member("one", "1 A t 0", "2 P t 0 0 0", "3 T t 0 1", "4 C t 0 1", "5 R t 0", "6 Z");
        MemberHistory two = member("two", "6 A t 0", "7 P t 0 1 1");
        assertThat(history(2, one, two)).isEmpty();
    }

    @Test
    void whatWasNotCommittedMayComeAgainAndWhatWasTriedNeedNot() {
        MemberHistory one =
                member(
                        "one",
                        "1 A t 0",
                        "2 P t 0 0 0",
                        "3 T t 0 1",
                        "4 C t 0 1",
                        "5 P t 0 1 1",
                        "6 T t 0 2",
                        "7 R t 0");
        assertThat(history(3, one, member("two", "8 A t 0", "9 P t 0 1 1", "10 P t 0 2 2")))
                .isEmpty();
        assertThat(history(3, one, member("two", "8 A t 0", "9 P t 0 2 2"))).isEmpty();
    }

    @Test
    void aRecordThatNobodyProcessedIsLost() {
        assertThat(history(2, member("one", "1 A t 0", "2 P t 0 0 0"))).containsExactly(Kind.LOST);
    }

    @Test
    void aGapWithinAnAssignmentIsASkip() {
        MemberHistory one = member("one", "1 A t 0", "2 P t 0 0 0", "3 P t 0 2 2");
        MemberHistory two = member("two", "0 A t 0", "0 P t 0 0 0", "0 P t 0 1 1", "0 R t 0");
        assertThat(history(3, two, one)).containsExactly(Kind.SKIPPED);
    }

    @Test
    void aBeginningBeyondWhatWasCommittedIsASkip() {
        MemberHistory one =
                member(
                        "one",
                        "1 A t 0",
                        "2 P t 0 0 0",
                        "3 P t 0 1 1",
                        "4 T t 0 1",
                        "5 C t 0 1",
                        "6 R t 0");
        MemberHistory two = member("two", "7 A t 0", "8 P t 0 2 2");
        assertThat(history(3, one, two)).containsExactly(Kind.SKIPPED);
    }

    @Test
    void anOffsetThatDoesNotRiseIsNotMonotonic() {
        assertThat(
                        history(
                                2,
                                member(
                                        "one",
                                        "1 A t 0",
                                        "2 P t 0 0 0",
                                        "3 P t 0 1 1",
                                        "4 P t 0 1 1")))
                .containsExactly(Kind.NOT_MONOTONIC);
        assertThat(
                        history(
                                2,
                                member(
                                        "one",
                                        "1 A t 0",
                                        "2 P t 0 0 0",
                                        "3 P t 0 1 1",
                                        "4 P t 0 0 0")))
                .containsExactly(Kind.NOT_MONOTONIC);
    }

    @Test
    void aBeginningBeforeWhatWasCommittedIsARepetition() {
        MemberHistory one =
                member("one", "1 A t 0", "2 P t 0 0 0", "3 T t 0 1", "4 C t 0 1", "5 R t 0");
        MemberHistory two = member("two", "6 A t 0", "7 P t 0 0 0", "8 P t 0 1 1");
        assertThat(history(2, one, two)).containsExactly(Kind.REPEATED);
    }

    @Test
    void whoGetsAPartitionBeforeItIsGivenUpIsASecondOwner() {
        MemberHistory one = member("one", "1 A t 0", "2 P t 0 0 0", "9 R t 0");
        assertThat(history(1, one, member("two", "8 A t 0"))).containsExactly(Kind.TWO_OWNERS);
        assertThat(history(1, one, member("two", "9 A t 0"))).isEmpty();
    }

    @Test
    void whoseCommitIsTakenAfterAnotherGotThePartitionIsASecondOwnerEvenIfItLostIt() {
        MemberHistory lost = member("one", "1 A t 0", "2 P t 0 0 0", "50 L t 0");
        assertThat(history(1, lost, member("two", "8 A t 0"))).isEmpty();
        MemberHistory heard =
                member("one", "1 A t 0", "2 P t 0 0 0", "20 T t 0 1", "21 C t 0 1", "50 L t 0");
        assertThat(history(1, heard, member("two", "8 A t 0"))).containsExactly(Kind.TWO_OWNERS);
    }

    @Test
    void whoLearnsOfItsLastCommitOnlyAfterAPauseIsNoSecondOwner() {
        MemberHistory paused =
                new MemberHistory(
                        "one",
                        false,
                        events("1 A t 0", "2 P t 0 0 0", "3 T t 0 1", "20 C t 0 1", "50 R t 0"),
                        List.of(new Pause(4, 19)),
                        MemberHistory.NEVER);
        assertThat(history(1, paused, member("two", "8 A t 0"))).isEmpty();
        assertThat(history(1, paused, member("two", "2 A t 0"))).containsExactly(Kind.TWO_OWNERS);
    }

    @Test
    void whoseProcessStandsStillMayBeReplacedFromThenOnAndNotBefore() {
        MemberHistory paused =
                new MemberHistory(
                        "one",
                        true,
                        events("1 A t 0", "2 P t 0 0 0", "900 R t 0"),
                        List.of(new Pause(500, 800)),
                        MemberHistory.NEVER);
        assertThat(history(1, paused, member("two", "600 A t 0"))).isEmpty();
        assertThat(history(1, paused, member("two", "850 A t 0"))).isEmpty();
        assertThat(history(1, paused, member("two", "400 A t 0"))).containsExactly(Kind.TWO_OWNERS);
    }

    @Test
    void aPauseLongPastExcusesNothing() {
        MemberHistory paused =
                new MemberHistory(
                        "one",
                        true,
                        events("1 A t 0", "2 P t 0 0 0", "2000 R t 0"),
                        List.of(new Pause(100, 110)),
                        MemberHistory.NEVER);
        assertThat(history(1, paused, member("two", "1500 A t 0")))
                .containsExactly(Kind.TWO_OWNERS);
    }

    @Test
    void whoWasKilledMayBeReplacedFromThenOnAndNotBefore() {
        MemberHistory killed =
                new MemberHistory("one", true, events("1 A t 0", "2 P t 0 0 0"), List.of(), 500);
        assertThat(history(1, killed, member("two", "500 A t 0"))).isEmpty();
        assertThat(history(1, killed, member("two", "499 A t 0"))).containsExactly(Kind.TWO_OWNERS);
    }

    @Test
    void aRecordOfAPartitionThatTheMemberGaveUpIsNotItsOwn() {
        assertThat(history(1, member("one", "1 A t 0", "2 R t 0", "3 P t 0 0 0")))
                .containsExactly(Kind.NOT_ITS_OWN);
    }

    @Test
    void aRecordWithAnotherNumberIsChanged() {
        assertThat(history(1, member("one", "1 A t 0", "2 P t 0 0 7")))
                .containsExactly(Kind.CHANGED);
    }

    @Test
    void aHistoryIsCompleteWhenEveryRecordWasProcessed() {
        MemberHistory one = member("one", "1 A t 0", "2 P t 0 0 0");
        assertThat(new GroupHistory(List.of(one), Map.of("t-0", 1L), SESSION_MS).isComplete())
                .isTrue();
        assertThat(new GroupHistory(List.of(one), Map.of("t-0", 2L), SESSION_MS).isComplete())
                .isFalse();
    }

    private static List<Kind> history(long records, MemberHistory... members) {
        return new GroupHistory(List.of(members), Map.of("t-0", records), SESSION_MS)
                .flaws().stream().map(Flaw::kind).toList();
    }

    private static MemberHistory member(String name, String... lines) {
        return new MemberHistory(name, true, events(lines), List.of(), MemberHistory.NEVER);
    }

    private static List<GroupEvent> events(String... lines) {
        return List.of(lines).stream().map(GroupEvent::of).toList();
    }
}
