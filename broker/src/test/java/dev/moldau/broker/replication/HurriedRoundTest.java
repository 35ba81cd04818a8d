package dev.moldau.broker.replication;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.follow.FakeNetwork;
import dev.moldau.broker.follow.ManualLoop;
import dev.moldau.broker.partition.LocalTopic;
import dev.moldau.broker.partition.PartitionsUnderTest;
import dev.moldau.broker.throttle.ReplicationThrottle;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a fetcher does about partitions that come, or may be fetched again, while the leader keeps
 * its request until something happens. The test is the leader.
 */
@Timeout(60)
class HurriedRoundTest {

    private static final int LEADER = 2;
    private static final int LEADER_EPOCH = 6;
    private static final int SESSION = 77;

    private final ManualLoop loop = new ManualLoop();
    private final FakeNetwork network = new FakeNetwork(loop);
    private final PartitionsUnderTest here = new PartitionsUnderTest();
    private final LocalTopic topic = here.topic("t", 3);
    private final ReplicaFetchers fetchers =
            new ReplicaFetchers(
                    loop,
                    List.of(network),
                    ReplicationSettings.of(BrokerConfig.defaults()),
                    new ReplicationThrottle(loop.clock(), ReplicationThrottle.UNLIMITED),
                    () -> 5,
                    new Random(1));

    private final List<FetchRequest> requests = new ArrayList<>();
    private final List<CompletableFuture<FetchResponse>> answers = new ArrayList<>();

    HurriedRoundTest() {
        network.serve(
                LEADER,
                request -> {
                    CompletableFuture<FetchResponse> answer = new CompletableFuture<>();
                    requests.add((FetchRequest) request);
                    answers.add(answer);
                    return answer;
                });
        fetchers.nodes(Map.of(LEADER, FakeNetwork.node(LEADER)));
    }

    private void follow(int... partitions) {
        for (int index : partitions) {
            fetchers.change(
                    List.of(
                            new FollowChange.Follow(
                                    new FollowedPartition(requireNonNull(topic.partition(index))),
                                    LEADER,
                                    LEADER_EPOCH,
                                    false)));
        }
        loop.advance(5);
    }

    private void answer(int request, FetchResponse.Partition... partitions) {
        answers.get(request)
                .complete(
                        new FetchResponse(
                                0,
                                ErrorCode.NONE.code(),
                                SESSION,
                                List.of(
                                        new FetchResponse.Topic(
                                                "", topic.id(), List.of(partitions))),
                                List.of()));
        loop.advance(5);
    }

    private static FetchResponse.Partition nothing(int index) {
        return new FetchResponse.Partition(
                index,
                ErrorCode.NONE.code(),
                0,
                0,
                0,
                new FetchResponse.EpochEndOffset(-1, -1),
                FetchResponse.Leader.UNKNOWN,
                FetchResponse.SnapshotId.NONE,
                null,
                -1,
                null);
    }

    private void sessionIsOpenAndOneRequestWaits() {
        follow(0);
        answer(0, nothing(0));
        assertThat(requests).hasSize(2);
        assertThat(requests.get(1).maxWaitMs()).isPositive();
    }

    private List<Integer> named(int request) {
        return requests.get(request).topics().stream()
                .flatMap(named -> named.partitions().stream())
                .map(FetchRequest.Partition::partition)
                .toList();
    }

    @Test
    void whatOpensASessionIsNotKeptByTheLeader() {
        follow(0);
        assertThat(requests.getFirst().sessionEpoch()).isZero();
        assertThat(requests.getFirst().maxWaitMs()).isZero();
    }

    @Test
    void partitionsThatComeWhileTheLeaderKeepsARequestHurryItOnce() {
        sessionIsOpenAndOneRequestWaits();
        follow(1, 2);
        assertThat(requests).hasSize(3);
        FetchRequest hurry = requests.get(2);
        assertThat(hurry.sessionId()).isEqualTo(SESSION);
        assertThat(hurry.sessionEpoch()).isEqualTo(requests.get(1).sessionEpoch());
        assertThat(hurry.maxWaitMs()).isZero();
        assertThat(hurry.topics()).isEmpty();
        answers.get(2).complete(FetchResponse.error(ErrorCode.INVALID_FETCH_SESSION_EPOCH));
        answer(1);
        assertThat(requests).hasSize(4);
        assertThat(requests.get(3).sessionEpoch()).isEqualTo(2);
        assertThat(named(3)).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void whatBecomesOfTheHurryMattersToNobody() {
        sessionIsOpenAndOneRequestWaits();
        follow(1);
        answer(1);
        assertThat(requests).hasSize(4);
        answers.get(2).completeExceptionally(new IllegalStateException("lost"));
        loop.advance(5);
        answer(3, nothing(1));
        assertThat(requests).hasSize(5);
        assertThat(requests.get(4).sessionEpoch()).isEqualTo(3);
    }

    /** Such as one whose leader has not heard yet that it leads. */
    @Test
    void aPartitionThatMayBeFetchedAgainHurriesTheRequestWithoutIt() {
        follow(0, 1);
        answer(0, nothing(0), FetchResponse.Partition.error(1, ErrorCode.UNKNOWN_LEADER_EPOCH));
        assertThat(requests).hasSize(2);
        assertThat(requests.get(1).forgottenTopicsData().getFirst().partitions())
                .containsExactly(1);
        loop.advance(2 * ReplicationSettings.FIRST_BACKOFF_MS);
        assertThat(requests).hasSize(3);
        assertThat(requests.get(2).sessionEpoch()).isEqualTo(1);
        answer(1);
        assertThat(named(3)).containsExactly(1);
    }

    @Test
    void aRequestThatHasNotLeftYetNeedsNoHurry() {
        network.delay(() -> 50);
        follow(0);
        follow(1);
        loop.advance(60);
        assertThat(requests).hasSize(1);
        assertThat(named(0)).containsExactlyInAnyOrder(0, 1);
    }

    @Test
    void whoEndsSaysSo() {
        sessionIsOpenAndOneRequestWaits();
        fetchers.change(List.of(new FollowChange.Unfollow(topic.id(), 0)));
        loop.advance(5);
        assertThat(requests.getLast().sessionId()).isEqualTo(SESSION);
        assertThat(requests.getLast().sessionEpoch()).isEqualTo(LeaderSession.CLOSING);
    }
}
