package dev.moldau.client.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.consumer.BalancedGroup.Member;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.CommitFailedException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.fake.Fault;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ConsumerGroupHeartbeatRequest;
import dev.moldau.protocol.message.OffsetCommitRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Members of groups that brokers balance, and when they are classic members after all. */
class BalancedGroupTest {

    private static final TopicPartition T0 = new TopicPartition("t", 0);

    private final BalancedGroup group = new BalancedGroup();
    private int turns;

    BalancedGroupTest() {
        group.cluster.createTopic("t", 4);
    }

    @AfterEach
    void close() {
        group.close();
    }

    private int joins() {
        return group.cluster.brokers().stream()
                .mapToInt(broker -> broker.arrivals(ApiKey.JOIN_GROUP))
                .sum();
    }

    // ---- which protocol

    @Test
    void brokersBalanceUnlessToldOtherwise() {
        group.append("t", 0, 3);
        Member member = group.member().subscribe("t");
        group.until(() -> member.records.size() == 3, member);
        assertThat(joins()).isZero();
        assertThat(member.given).hasSize(4);
        ConsumerGroupHeartbeatRequest first = group.heartbeats.get(0);
        assertThat(first.memberEpoch()).isZero();
        assertThat(first.memberId()).isNotEmpty();
        assertThat(first.rebalanceTimeoutMs()).isEqualTo(300_000);
    }

    @Test
    void withBrokersThatDoNotKnowTheProtocolItIsTheClassicOne() {
        group.cluster
                .brokers()
                .forEach(broker -> broker.versions().withhold(ApiKey.CONSUMER_GROUP_HEARTBEAT));
        readsAsAClassicMember();
    }

    @Test
    void withBrokersThatHaveOnlyItsPreviewItIsTheClassicOne() {
        group.cluster
                .brokers()
                .forEach(broker -> broker.versions().serve(ApiKey.CONSUMER_GROUP_HEARTBEAT, 0, 0));
        readsAsAClassicMember();
    }

    @ParameterizedTest
    @EnumSource(names = {"UNSUPPORTED_VERSION", "GROUP_ID_NOT_FOUND"})
    void whereTheProtocolIsRefusedItIsTheClassicOne(ErrorCode error) {
        group.heartbeatFaults(heartbeat -> Fault.refuse(error));
        readsAsAClassicMember();
    }

    private void readsAsAClassicMember() {
        group.append("t", 0, 3);
        Member member = group.member().subscribe("t");
        group.until(() -> member.records.size() == 3, member);
        assertThat(joins()).isPositive();
        assertThat(group.book()).isEmpty();
        member.consumer.commitSync();
        assertThat(group.groups.committed(BalancedGroup.GROUP)).containsKey(T0);
    }

    @Test
    void whoAsksForTheProtocolIsToldThatItCannotBeHad() {
        group.cluster
                .brokers()
                .forEach(broker -> broker.versions().withhold(ApiKey.CONSUMER_GROUP_HEARTBEAT));
        Member member = group.member("group.protocol", "consumer").subscribe("t");
        assertThatThrownBy(() -> group.until(() -> false, member))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("group g")
                .hasMessageContaining("CONSUMER_GROUP_HEARTBEAT")
                .hasMessageContaining("group.protocol=classic");
        assertThat(joins()).isZero();
    }

    @Test
    void aMemberWhoseGroupIsForgottenComesBackByTheSameProtocol() {
        Member member = group.member().subscribe("t");
        group.until(() -> member.given.size() == 4, member);
        AtomicInteger left = new AtomicInteger(1);
        group.heartbeatFaults(
                heartbeat ->
                        left.getAndDecrement() > 0
                                ? Fault.refuse(ErrorCode.GROUP_ID_NOT_FOUND)
                                : Fault.none());
        group.until(() -> member.lost.size() == 4 && member.given.size() == 4, member);
        assertThat(joins()).isZero();
    }

    // ---- rebalances

    @Test
    void whatStaysIsNeverRevokedAndWhatGoesIsCommittedAndThenGivenAway() {
        for (int i = 0; i < 4; i++) {
            group.append("t", i, 5);
        }
        Member first = group.member("enable.auto.commit", "true").subscribe("t");
        group.until(() -> first.records.size() == 20, first);
        AtomicInteger calls = new AtomicInteger();
        Member second = group.member();
        first.whenRevoked =
                () -> {
                    calls.incrementAndGet();
                    group.time.runFor(2_000); // heartbeats go on meanwhile
                    assertThat(group.book()).as("not given away yet").contains(Set.copyOf(all()));
                    assertThat(second.given).isEmpty();
                };
        second.subscribe("t");
        group.until(() -> second.given.size() == 2, first, second);
        assertThat(calls).hasValue(1);
        assertThat(first.revoked).hasSize(2).containsExactlyInAnyOrderElementsOf(second.given);
        assertThat(first.given).hasSize(2);
        second.given.forEach(
                partition ->
                        assertThat(group.groups.committed(BalancedGroup.GROUP))
                                .hasEntrySatisfying(
                                        partition, mark -> assertThat(mark.offset()).isEqualTo(5)));
        group.until(this::isLongEnough, first, second);
        assertThat(second.records).as("it was committed").isEmpty();
    }

    private boolean isLongEnough() {
        return turns++ > 100;
    }

    private static List<TopicPartition> all() {
        List<TopicPartition> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(new TopicPartition("t", i));
        }
        return all;
    }

    @Test
    void nothingOfARevokedPartitionIsReturnedThoughItWasFetched() {
        Member first = group.member("max.poll.records", "1").subscribe("t");
        group.until(() -> first.given.size() == 4, first);
        for (int i = 0; i < 4; i++) {
            group.append("t", i, 200);
        }
        Member second = group.member().subscribe("t");
        // Each poll checks that the record's partition is the member's at that moment.
        group.until(() -> second.given.size() == 2 && second.records.size() > 100, first, second);
        assertThat(first.revoked).hasSize(2);
    }

    @Test
    void anAssignmentComesInStepsAsOthersGiveUp() {
        Member first = group.member().subscribe("t");
        group.until(() -> first.given.size() == 4, first);
        Member second = group.member().subscribe("t");
        group.until(() -> second.assignments == 1, second);
        assertThat(second.given).as("nothing is free yet").isEmpty();
        group.until(() -> second.given.size() == 2, first, second);
        assertThat(second.assignments).isEqualTo(2);
        assertThat(second.figure("memberships_lost_total")).isZero();
    }

    @Test
    void topicsThatComeAreReadAndTopicsThatGoAreGivenUp() {
        Member member = group.member().subscribe("t", "u");
        group.until(() -> member.given.size() == 4, member);
        group.cluster.createTopic("u", 2);
        group.until(() -> member.given.size() == 6, member);
        group.cluster.deleteTopic("t");
        group.until(() -> member.given.size() == 2, member);
        group.cluster.createTopic("t", 4);
        group.append("t", 3, 1);
        group.until(() -> member.records.size() == 1, member);
    }

    @Test
    void aTopicMadeAnewIsReadFromItsOwnBeginning() {
        group.append("t", 0, 3);
        Member member = group.member().subscribe("t");
        group.until(() -> member.records.size() == 3, member);
        group.cluster.deleteTopic("t");
        group.cluster.createTopic("t", 4);
        group.append("t", 0, 2);
        group.until(() -> member.records.size() == 5, member);
        assertThat(member.revoked).hasSize(4);
        assertThat(member.given).hasSize(4);
    }

    /**
     * FIELD-REPORTS row 27: a topic that comes later and that the broker assigns is read, for it is
     * the broker that decides what the expression matches.
     */
    @Test
    void brokersFindTopicsByAnExpression() {
        group.cluster.createTopic("orders-1", 2);
        group.append("orders-1", 1, 2);
        Member member = group.member();
        member.consumer.subscribe(new SubscriptionPattern("orders-[0-9]+"), member);
        group.until(() -> member.records.size() == 2, member);
        assertThat(member.given).hasSize(2);
        group.cluster.createTopic("orders-2", 1);
        group.append("orders-2", 0, 1);
        group.until(() -> member.records.size() == 3, member);
        assertThat(group.heartbeats)
                .filteredOn(heartbeat -> heartbeat.memberEpoch() > 0)
                .as("said once")
                .allMatch(heartbeat -> heartbeat.subscribedTopicRegex() == null);

        member.consumer.subscribe(List.of("t"), member);
        group.until(() -> member.given.equals(Set.copyOf(all())), member);
    }

    @Test
    void anExpressionTakesTheConsumerProtocol() {
        Member classic = group.member("group.protocol", "classic");
        assertThatThrownBy(() -> classic.consumer.subscribe(new SubscriptionPattern("t"), classic))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("java.util.regex.Pattern");

        group.cluster
                .brokers()
                .forEach(broker -> broker.versions().withhold(ApiKey.CONSUMER_GROUP_HEARTBEAT));
        Member either = group.member().subscribe("t");
        group.until(() -> either.given.size() == 4, either);
        either.consumer.subscribe(new SubscriptionPattern("t"), either);
        assertThatThrownBy(() -> group.until(() -> false, either))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("java.util.regex.Pattern");
        assertThat(either.given).isEmpty();
    }

    @Test
    void askingForARebalanceMovesNothing() {
        Member member = group.member().subscribe("t");
        group.until(() -> member.given.size() == 4, member);
        int before = group.heartbeats.size();
        member.consumer.enforceRebalance("why not");
        member.poll();
        group.time.runFor(100);
        assertThat(group.heartbeats).hasSize(before + 1);
        assertThat(member.revoked).isEmpty();
    }

    // ---- trouble

    /** FIELD-REPORTS, groups and consumers, row 25. */
    @Test
    void heartbeatsThatAreRepeatedOnABadNetworkFenceNobodyRow25() {
        Member first = group.member().subscribe("t");
        Member second = group.member();
        AtomicInteger turn = new AtomicInteger();
        group.heartbeatFaults(
                heartbeat ->
                        switch (turn.getAndIncrement() % 4) {
                            case 0 -> new Fault.Disconnect(true);
                            case 1 -> new Fault.Silence(true);
                            case 2 -> new Fault.CutAnswer(9);
                            default -> Fault.none();
                        });
        group.until(() -> first.given.size() == 4, first);
        second.subscribe("t");
        group.until(() -> first.given.size() == 2 && second.given.size() == 2, first, second);
        group.faults(arrival -> Fault.none());
        assertThat(first.figure("memberships_lost_total")).isZero();
        assertThat(second.figure("memberships_lost_total")).isZero();
        assertThat(first.revoked).hasSize(2);
    }

    /**
     * A member whose application is slow has been given partitions and has not claimed them; a
     * heartbeat says so, the coordinator gives one of them to a third member, and the answer that
     * tells is lost. Then the application goes on.
     */
    @Test
    void nothingIsTakenOverBecauseOfAnAnswerThatIsTooOld() {
        group.cluster.createTopic("six", 6);
        Member first = group.member().subscribe("six");
        group.until(() -> first.given.size() == 6, first);
        Member slow = group.member().subscribe("six");
        slow.consumer.poll(Duration.ZERO);
        group.until(() -> first.given.size() == 3, first);
        group.time.runFor(6_000); // the slow one's heartbeats go on
        String slowId =
                group.heartbeats.stream()
                        .map(ConsumerGroupHeartbeatRequest::memberId)
                        .filter(id -> !id.equals(group.heartbeats.get(0).memberId()))
                        .findFirst()
                        .orElseThrow();
        Set<TopicPartition> offered = book(slowId);
        assertThat(offered).hasSize(3);
        assertThat(slow.given).isEmpty();

        group.heartbeatFaults(
                heartbeat ->
                        heartbeat.memberId().equals(slowId)
                                ? new Fault.Disconnect(true)
                                : Fault.none());
        Member third = group.member().subscribe("six");
        group.until(() -> third.given.size() == 2, first, third);
        assertThat(offered).as("it took one over").containsAnyElementsOf(third.given);
        for (int i = 0; i < 10; i++) {
            slow.poll();
            assertThat(slow.given).as("nobody knows yet").isEmpty();
        }
        group.faults(arrival -> Fault.none());
        group.until(() -> slow.given.size() == 2, first, slow, third);
        assertThat(slow.given).isSubsetOf(offered).doesNotContainAnyElementsOf(third.given);
        assertThat(slow.revoked).isEmpty();
    }

    private Set<TopicPartition> book(String memberId) {
        return group.groups.book(BalancedGroup.GROUP).getOrDefault(memberId, Set.of());
    }

    @ParameterizedTest
    @EnumSource(names = {"FENCED_MEMBER_EPOCH", "UNKNOWN_MEMBER_ID"})
    void aFencedMemberLosesItsPartitionsAndComesBack(ErrorCode error) {
        Member member = group.member().subscribe("t");
        group.until(() -> member.given.size() == 4, member);
        AtomicInteger left = new AtomicInteger(1);
        group.heartbeatFaults(
                heartbeat -> left.getAndDecrement() > 0 ? Fault.refuse(error) : Fault.none());
        group.until(() -> member.lost.size() == 4 && member.given.size() == 4, member);
        assertThat(member.revoked).isEmpty();
        assertThat(member.figure("memberships_lost_total")).isEqualTo(1);
        assertThat(group.heartbeats)
                .extracting(ConsumerGroupHeartbeatRequest::memberId)
                .as("it is the same member")
                .containsOnly(group.heartbeats.get(0).memberId());
    }

    @ParameterizedTest
    @EnumSource(names = {"FENCED_MEMBER_EPOCH", "UNKNOWN_MEMBER_ID"})
    void whoIsFencedAsItJoinsDoesNotAskWithoutEnd(ErrorCode error) {
        group.heartbeatFaults(heartbeat -> Fault.refuse(error));
        Member member = group.member().subscribe("t");
        long endMs = group.time.clock().monotonicMs() + 30_000;
        group.until(() -> group.time.clock().monotonicMs() > endMs, member);
        assertThat(group.heartbeats).hasSizeBetween(3, 15);
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "COORDINATOR_LOAD_IN_PROGRESS",
                "COORDINATOR_NOT_AVAILABLE",
                "NOT_COORDINATOR"
            })
    void whatPassesCostsOnlyTime(ErrorCode error) {
        AtomicInteger turn = new AtomicInteger();
        group.heartbeatFaults(
                heartbeat -> turn.getAndIncrement() % 3 < 2 ? Fault.refuse(error) : Fault.none());
        Member member = group.member().subscribe("t");
        group.until(() -> member.given.size() == 4 && turn.get() > 20, member);
        assertThat(member.figure("memberships_lost_total")).isZero();
        assertThat(member.revoked).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "GROUP_AUTHORIZATION_FAILED",
                "TOPIC_AUTHORIZATION_FAILED",
                "GROUP_MAX_SIZE_REACHED",
                "UNSUPPORTED_ASSIGNOR",
                "INVALID_REGULAR_EXPRESSION",
                "INVALID_REQUEST"
            })
    void whatIsRefusedForGoodIsThrownByPollAndTriedAgainByTheNext(ErrorCode error) {
        Member member = group.member().subscribe("t");
        group.until(() -> member.given.size() == 4, member);
        group.heartbeatFaults(
                heartbeat -> heartbeat.memberEpoch() < 0 ? Fault.none() : Fault.refuse(error));
        assertThatThrownBy(() -> group.until(() -> false, member))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.error()).contains(error))
                .hasMessageContaining("group g");
        assertThat(member.lost).as("lost before poll throws").hasSize(4);
        group.time.runFor(100);
        assertThat(group.book()).as("nobody is left behind").isEmpty();
        int before = group.heartbeats.size();
        group.time.runFor(5_000);
        assertThat(group.heartbeats).as("the next poll tries again").hasSize(before);
        group.faults(arrival -> Fault.none());
        group.until(() -> member.given.size() == 4, member);
    }

    @Test
    void theAssignorThatIsAskedForIsNamedWhenThereIsNone() {
        group.heartbeatFaults(heartbeat -> Fault.refuse(ErrorCode.UNSUPPORTED_ASSIGNOR));
        Member member = group.member("group.remote.assignor", "magic").subscribe("t");
        assertThatThrownBy(() -> group.until(() -> false, member))
                .hasMessageContaining("group.remote.assignor=magic");
        assertThat(group.heartbeats.get(0).serverAssignor()).isEqualTo("magic");
    }

    // ---- offsets

    @Test
    void aCommitThatMeetsANewerEpochIsSentAgainInThatOne() {
        group.append("t", 0, 3);
        Member member = group.member().subscribe("t");
        group.until(() -> member.records.size() == 3, member);
        AtomicInteger left = new AtomicInteger(1);
        group.faults(
                arrival ->
                        arrival.body() instanceof OffsetCommitRequest && left.getAndDecrement() > 0
                                ? Fault.refuse(ErrorCode.STALE_MEMBER_EPOCH)
                                : Fault.none());
        int before = group.heartbeats.size();
        long beganMs = group.time.clock().monotonicMs();
        member.consumer.commitSync();
        assertThat(group.heartbeats).as("it asks for its epoch").hasSizeGreaterThan(before);
        assertThat(group.time.clock().monotonicMs() - beganMs).isLessThan(1_000);
        assertThat(group.groups.committed(BalancedGroup.GROUP))
                .hasEntrySatisfying(T0, mark -> assertThat(mark.offset()).isEqualTo(3));
    }

    /**
     * A commit waits for its coordinator, the member is lost and comes back to the same partitions,
     * and reads on from the commit before.
     */
    @Test
    void aCommitFromBeforeAMemberWasLostIsNotSentWhenItIsBack() {
        group.append("t", 0, 3);
        Member member = group.member().subscribe("t");
        group.until(() -> member.records.size() == 3, member);
        AtomicInteger fences = new AtomicInteger(1);
        group.faults(
                arrival -> {
                    if (arrival.body() instanceof OffsetCommitRequest) {
                        return Fault.refuse(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS);
                    }
                    return arrival.body() instanceof ConsumerGroupHeartbeatRequest
                                    && fences.getAndDecrement() > 0
                            ? Fault.refuse(ErrorCode.FENCED_MEMBER_EPOCH)
                            : Fault.none();
                });
        List<String> told = new ArrayList<>();
        member.consumer.commitAsync((offsets, error) -> told.add(String.valueOf(error)));
        group.until(() -> member.lost.size() == 4 && member.given.size() == 4, member);
        group.faults(arrival -> Fault.none());
        group.until(() -> !told.isEmpty(), member);
        assertThat(told.toString()).contains(CommitFailedException.class.getName());
        assertThat(group.groups.committed(BalancedGroup.GROUP)).isEmpty();
        group.until(() -> member.records.size() == 6, member);
    }

    /** An eager assignor has all given up, and gives the same again. */
    @Test
    void aCommitFromBeforeAnEagerRebalanceIsNotSentAfterIt() {
        group.append("t", 0, 3);
        Member member = group.member("partition.assignment.strategy", "range").subscribe("t");
        group.until(() -> member.records.size() == 3, member);
        group.faults(
                arrival ->
                        arrival.body() instanceof OffsetCommitRequest
                                ? Fault.refuse(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS)
                                : Fault.none());
        List<String> told = new ArrayList<>();
        member.consumer.commitAsync((offsets, error) -> told.add(String.valueOf(error)));
        member.consumer.enforceRebalance("to see what becomes of the commit");
        group.until(() -> member.revoked.size() == 4 && member.given.size() == 4, member);
        group.faults(arrival -> Fault.none());
        group.until(() -> !told.isEmpty(), member);
        assertThat(told).as("it was waited for, in vain").doesNotContain("null");
        assertThat(group.groups.committed(BalancedGroup.GROUP)).isEmpty();
        group.until(() -> member.records.size() == 6, member);
    }

    @ParameterizedTest
    @ValueSource(strings = {"consumer", "classic", "assigned"})
    void commitsThatWereAskedForEndBeforeAConsumerIsClosed(String how) {
        group.append("t", 0, 5);
        Member member =
                how.equals("assigned") ? group.member() : group.member("group.protocol", how);
        if (how.equals("assigned")) {
            member.consumer.assign(List.of(T0));
            member.given.add(T0);
        } else {
            member.subscribe("t");
        }
        group.until(() -> member.records.size() == 5, member);
        for (int i = 1; i <= 5; i++) {
            member.consumer.commitAsync(Map.of(T0, new OffsetAndMetadata(i)), null);
        }
        member.consumer.close(Duration.ofSeconds(5));
        assertThat(group.groups.committed(BalancedGroup.GROUP))
                .hasEntrySatisfying(T0, mark -> assertThat(mark.offset()).isEqualTo(5));
    }

    @Test
    void commitsThatWereAskedForEndBeforeOthersHaveThePartitions() {
        for (int i = 0; i < 4; i++) {
            group.append("t", i, 5);
        }
        Member first = group.member().subscribe("t");
        group.until(() -> first.records.size() == 20, first);
        List<String> refused = new ArrayList<>();
        first.whenRevoked =
                () -> {
                    for (int i = 0; i < 3; i++) {
                        first.consumer.commitAsync(
                                (offsets, error) -> {
                                    if (error != null) {
                                        refused.add(error.toString());
                                    }
                                });
                    }
                };
        Member second = group.member().subscribe("t");
        group.until(() -> second.given.size() == 2, first, second);
        group.until(this::isLongEnough, first, second);
        assertThat(refused).isEmpty();
        assertThat(second.records).as("it was committed").isEmpty();
    }

    @Test
    void aMemberCommitsInItsEpochWhileOthersComeAndGo() {
        for (int i = 0; i < 4; i++) {
            group.append("t", i, 50);
        }
        Member first = group.member("max.poll.records", "3").subscribe("t");
        group.until(() -> first.records.size() > 10, first);
        for (int i = 0; i < 5; i++) {
            Member guest = group.member().subscribe("t");
            group.until(() -> !guest.given.isEmpty(), first, guest);
            guest.consumer.close();
            for (int j = 0; j < 10; j++) {
                first.poll();
                first.consumer.commitSync(); // the fake complains if it is not its own
            }
        }
        assertThat(first.figure("commits_failed_total")).isZero();
    }

    // ---- leaving

    @Test
    void aConsumerThatClosesLeavesAtOnce() {
        Member member = group.member().subscribe("t");
        group.until(() -> member.given.size() == 4, member);
        member.consumer.close(Duration.ofSeconds(5));
        assertThat(group.book()).isEmpty();
        assertThat(group.heartbeats.get(group.heartbeats.size() - 1).memberEpoch()).isEqualTo(-1);
    }

    @Test
    void aConsumerThatClosesBeforeItHearsThatItJoinedLeavesNobodyBehind() {
        group.heartbeatFaults(
                heartbeat -> heartbeat.memberEpoch() == 0 ? new Fault.Delay(400) : Fault.none());
        Member member = group.member().subscribe("t");
        group.until(() -> !group.book().isEmpty(), member);
        member.consumer.close(Duration.ofSeconds(5));
        assertThat(group.book()).isEmpty();
    }

    @Test
    void aStaticMemberGoesAwayForAWhileAndComesBackToItsPartitions() {
        Member other = group.member().subscribe("t");
        Member first = group.member("group.instance.id", "i").subscribe("t");
        group.until(() -> first.given.size() == 2 && other.given.size() == 2, other, first);
        Set<TopicPartition> given = Set.copyOf(first.given);
        first.consumer.close();
        assertThat(group.heartbeats.get(group.heartbeats.size() - 1).memberEpoch()).isEqualTo(-2);
        Member second = group.member("group.instance.id", "i").subscribe("t");
        group.until(() -> second.given.size() == 2, other, second);
        assertThat(second.given).isEqualTo(given);
        assertThat(other.given).hasSize(2);
        assertThat(other.figure("rebalances_total")).isLessThanOrEqualTo(2);
    }

    @Test
    void aStaticMemberThatWasKilledIsWaitedFor() {
        Member first = group.member("group.instance.id", "i").subscribe("t");
        group.until(() -> first.given.size() == 4, first);
        first.sim.network.close();
        Member second = group.member("group.instance.id", "i").subscribe("t");
        group.until(() -> second.given.size() == 4, second);
    }

    @Test
    void aNameThatStaysTakenIsAnErrorThatNamesIt() {
        Member first = group.member("group.instance.id", "i").subscribe("t");
        Member second = group.member("group.instance.id", "i").subscribe("t");
        group.until(() -> first.given.size() == 4, first);
        assertThatThrownBy(() -> group.until(() -> false, second, first))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("group.instance.id=i");
        assertThat(first.given).hasSize(4);
    }

    @Test
    void whoseNameIsTakenOverIsTold() {
        Member member = group.member("group.instance.id", "i").subscribe("t");
        group.until(() -> member.given.size() == 4, member);
        group.heartbeatFaults(heartbeat -> Fault.refuse(ErrorCode.FENCED_INSTANCE_ID));
        assertThatThrownBy(() -> group.until(() -> false, member))
                .isInstanceOf(FatalException.class)
                .hasMessageContaining("group.instance.id=i");
    }

    @Test
    void whoDoesNotPollLeavesAndComesBackByPolling() {
        Member member = group.member("max.poll.interval.ms", "2000").subscribe("t");
        group.until(() -> member.given.size() == 4, member);
        group.time.runFor(5_000);
        assertThat(group.book()).isEmpty();
        assertThat(member.consumer.assignment()).as("it has not heard yet").hasSize(4);
        group.until(() -> member.lost.size() == 4 && member.given.size() == 4, member);
    }

    @Test
    void whoDoesNotPollIsOutThoughNoBrokerAnswers() {
        Member member = group.member("max.poll.interval.ms", "2000").subscribe("t");
        group.until(() -> member.given.size() == 4, member);
        group.cluster.pause(0);
        group.cluster.pause(1);
        group.time.runFor(10_000);
        member.poll();
        assertThat(member.lost).hasSize(4);
        group.cluster.resume(0);
        group.cluster.resume(1);
        group.until(() -> member.given.size() == 4, member);
    }

    @Test
    void unsubscribingLeavesAndSubscribingJoinsAgain() {
        Member member = group.member().subscribe("t");
        group.until(() -> member.given.size() == 4, member);
        member.consumer.unsubscribe();
        group.time.runFor(100);
        assertThat(group.book()).isEmpty();
        assertThat(member.given).isEmpty();
        member.subscribe("t");
        group.until(() -> member.given.size() == 4, member);
        assertThat(Map.of("first", group.heartbeats.get(0).memberId()))
                .containsValue(group.heartbeats.get(group.heartbeats.size() - 1).memberId());
    }

    @Test
    void commitsOfWhoIsNoMemberAreRefused() {
        group.append("t", 0, 1);
        Member member = group.member("max.poll.interval.ms", "2000").subscribe("t");
        group.until(() -> member.records.size() == 1, member);
        group.time.runFor(5_000);
        assertThatThrownBy(member.consumer::commitSync)
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("no member of group g");
    }
}
