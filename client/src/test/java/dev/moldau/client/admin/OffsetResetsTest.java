package dev.moldau.client.admin;

import static dev.moldau.client.admin.AdminFixture.failure;
import static dev.moldau.client.admin.AdminFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.scripted.Answers;
import dev.moldau.client.scripted.Reply;
import dev.moldau.client.scripted.ScriptedNetwork.Request;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DescribeGroupsResponse;
import dev.moldau.protocol.message.ListOffsetsRequest;
import dev.moldau.protocol.message.ListOffsetsResponse;
import dev.moldau.protocol.message.OffsetCommitRequest;
import dev.moldau.protocol.message.OffsetCommitResponse;
import dev.moldau.protocol.message.OffsetFetchResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Where groups are sent by a reset: on a topic of two partitions whose logs go from 100 to 200 and
 * of which the group has committed 150 in the first.
 */
class OffsetResetsTest {

    private static final TopicPartition T0 = new TopicPartition("t", 0);
    private static final TopicPartition T1 = new TopicPartition("t", 1);
    private static final long EARLIEST = -2;
    private static final long LATEST = -1;

    private final AdminFixture fixture = new AdminFixture();
    private final List<Long> times = new ArrayList<>();
    private int members;
    private boolean committed = true;
    private short commitError;

    OffsetResetsTest() {
        fixture.coordinators.put("g", 1);
        fixture.topics.put("t", Answers.topic("t", new Uuid(1, 2), 5, 1, 2));
        fixture.network.highest(ApiKey.CONSUMER_GROUP_DESCRIBE, -1);
        fixture.on(ApiKey.DESCRIBE_GROUPS, request -> Reply.of(group()));
        fixture.on(ApiKey.OFFSET_FETCH, request -> Reply.of(offsets()));
        fixture.on(ApiKey.LIST_OFFSETS, this::places);
        fixture.on(ApiKey.OFFSET_COMMIT, this::commit);
    }

    @Test
    void toEarliestAndToLatestCarryTheEpoch() {
        assertThat(planned(OffsetReset.toEarliest(), T0))
                .isEqualTo(new PlannedOffset(150, 100, 4, 100, 200));
        assertThat(planned(OffsetReset.toLatest(), T1))
                .isEqualTo(new PlannedOffset(-1, 200, 4, 100, 200));
    }

    @Test
    void toATimeIsTheFirstRecordNotOlderOrTheEnd() {
        assertThat(planned(OffsetReset.to(Instant.ofEpochMilli(5_000)), T0).to()).isEqualTo(120);
        assertThat(times).contains(5_000L);
        assertThat(planned(OffsetReset.to(Instant.ofEpochMilli(1_000_000)), T0).to())
                .isEqualTo(200);
    }

    @Test
    void backByADurationIsATimeBeforeNow() {
        long now = fixture.loop.clock().wallMs();
        planned(OffsetReset.back(Duration.ofSeconds(60)), T0);
        assertThat(times).anyMatch(time -> time >= now - 60_000 && time <= now - 59_000);
    }

    @Test
    void shiftsStayWithinTheLog() {
        assertThat(planned(OffsetReset.shift(10), T0).to()).isEqualTo(160);
        assertThat(planned(OffsetReset.shift(-10), T0).to()).isEqualTo(140);
        assertThat(planned(OffsetReset.shift(-1_000), T0).to()).isEqualTo(100);
        assertThat(planned(OffsetReset.shift(Long.MAX_VALUE), T0).to()).isEqualTo(200);
        assertThat(failure(plan(OffsetReset.shift(1), T1)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("nothing to shift");
    }

    @Test
    void aValueStaysWithinTheLog() {
        assertThat(planned(OffsetReset.to(130), T0).to()).isEqualTo(130);
        assertThat(planned(OffsetReset.to(130), T0).leaderEpoch()).isEqualTo(-1);
        assertThat(planned(OffsetReset.to(5_000), T0).to()).isEqualTo(200);
        assertThat(planned(OffsetReset.to(5_000), T0).lag()).isZero();
        assertThatThrownBy(() -> OffsetReset.to(-1)).hasMessageContaining("negative");
        assertThatThrownBy(() -> OffsetReset.back(Duration.ofMillis(-1)))
                .hasMessageContaining("negative");
    }

    @Test
    void withoutPartitionsItIsThoseThatTheGroupHasReadFrom() {
        assertThat(value(plan(OffsetReset.toEarliest())).partitions()).containsOnlyKeys(T0);
        committed = false;
        assertThat(failure(plan(OffsetReset.toEarliest())))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("name the partitions");
    }

    @Test
    void aPlanChangesNothingUntilItIsCarriedOut() {
        OffsetPlan plan = value(plan(OffsetReset.toEarliest(), T0, T1));
        assertThat(fixture.sent(ApiKey.OFFSET_COMMIT)).isEmpty();
        var done = fixture.admin.carryOut(plan, Options.DEFAULT);
        fixture.loop.advance(20);
        assertThat(value(done)).containsOnlyKeys(T0, T1);
        var asked = (OffsetCommitRequest) fixture.sent(ApiKey.OFFSET_COMMIT).get(0).message();
        assertThat(asked.topics().get(0).partitions())
                .allSatisfy(
                        partition -> {
                            assertThat(partition.committedOffset()).isEqualTo(100);
                            assertThat(partition.committedLeaderEpoch()).isEqualTo(4);
                        });
        assertThat(plan.only("other").partitions()).isEmpty();
        assertThat(plan.only("t")).isEqualTo(plan);
    }

    @Test
    void aGroupWithMembersIsRefusedBeforeAndAfterThePlan() {
        OffsetPlan plan = value(plan(OffsetReset.toEarliest(), T0));
        members = 2;
        assertThat(failure(plan(OffsetReset.toEarliest(), T0)))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.error()).contains(ErrorCode.NON_EMPTY_GROUP))
                .hasMessageContaining("group g")
                .hasMessageContaining("it has 2, one of them client at /host")
                .hasMessageContaining("stop them first");
        var done = fixture.admin.carryOut(plan, Options.DEFAULT);
        fixture.loop.advance(20);
        assertThat(failure(done)).hasMessageContaining("stop them first");
        assertThat(fixture.sent(ApiKey.OFFSET_COMMIT)).isEmpty();
    }

    @Test
    void aMemberThatJoinsBetweenLookAndCommitIsTold() {
        OffsetPlan plan = value(plan(OffsetReset.toEarliest(), T0));
        commitError = ErrorCode.UNKNOWN_MEMBER_ID.code();
        var done = fixture.admin.carryOut(plan, Options.DEFAULT);
        fixture.loop.advance(20);
        assertThat(failure(done)).hasMessageContaining("a member has joined group g meanwhile");
    }

    @Test
    void aGroupThatDoesNotExistBeginsWhereThePlanSays() {
        members = -1;
        committed = false;
        assertThat(planned(OffsetReset.toEarliest(), T1).to()).isEqualTo(100);
    }

    private PlannedOffset planned(OffsetReset reset, TopicPartition partition) {
        return Maps.get(value(plan(reset, partition)).partitions(), partition);
    }

    private CompletableFuture<OffsetPlan> plan(OffsetReset reset, TopicPartition... partitions) {
        var plan = fixture.admin.planOffsetReset("g", reset, List.of(partitions), Options.DEFAULT);
        fixture.loop.advance(50);
        return plan;
    }

    private DescribeGroupsResponse group() {
        List<DescribeGroupsResponse.Member> present = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            ByteBuffer none = ByteBuffer.allocate(0);
            present.add(
                    new DescribeGroupsResponse.Member(
                            "m" + i, null, "client", "/host", none, none));
        }
        String state = members < 0 ? "Dead" : members == 0 ? "Empty" : "Stable";
        return new DescribeGroupsResponse(
                0,
                List.of(
                        new DescribeGroupsResponse.Group(
                                (short) 0,
                                null,
                                "g",
                                state,
                                "consumer",
                                "",
                                present,
                                0,
                                List.of())));
    }

    private OffsetFetchResponse offsets() {
        List<OffsetFetchResponse.Topic> topics =
                !committed
                        ? List.of()
                        : List.of(
                                new OffsetFetchResponse.Topic(
                                        "t",
                                        Uuid.ZERO,
                                        List.of(
                                                new OffsetFetchResponse.Partition(
                                                        0, 150, 3, "", (short) 0))));
        return new OffsetFetchResponse(
                0,
                List.of(),
                (short) 0,
                List.of(new OffsetFetchResponse.Group("g", topics, (short) 0)));
    }

    private Reply places(Request request) {
        var asked = (ListOffsetsRequest) request.message();
        List<ListOffsetsResponse.Partition> found = new ArrayList<>();
        for (ListOffsetsRequest.Partition partition : asked.topics().get(0).partitions()) {
            times.add(partition.timestamp());
            long offset = place(partition.timestamp());
            found.add(
                    ListOffsetsResponse.Partition.found(partition.partitionIndex(), -1, offset, 4));
        }
        return Reply.of(
                new ListOffsetsResponse(0, List.of(new ListOffsetsResponse.Topic("t", found))));
    }

    private static long place(long timestampMs) {
        return Map.of(EARLIEST, 100L, LATEST, 200L, 5_000L, 120L).getOrDefault(timestampMs, -1L);
    }

    private Reply commit(Request request) {
        var asked = (OffsetCommitRequest) request.message();
        return Reply.of(
                new OffsetCommitResponse(
                        0,
                        List.of(
                                new OffsetCommitResponse.Topic(
                                        "t",
                                        Uuid.ZERO,
                                        asked.topics().get(0).partitions().stream()
                                                .map(
                                                        partition ->
                                                                new OffsetCommitResponse.Partition(
                                                                        partition.partitionIndex(),
                                                                        commitError))
                                                .toList()))));
    }
}
