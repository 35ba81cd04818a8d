package dev.moldau.broker.replication;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.follow.FakeNetwork;
import dev.moldau.broker.follow.ManualLoop;
import dev.moldau.broker.partition.Leadership;
import dev.moldau.broker.partition.LocalTopic;
import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionsUnderTest;
import dev.moldau.broker.throttle.ReplicationThrottle;
import dev.moldau.client.Node;
import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.protocol.message.FetchRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Leaders are brokers that take requests and never answer: what is asked of whom is the point. */
@Timeout(60)
class FollowLeadersTest {

    private static final String RATE = "follower.replication.throttled.rate";
    private static final String THROTTLED = "follower.replication.throttled.replicas";

    private final ManualLoop loop = new ManualLoop();
    private final FakeNetwork network = new FakeNetwork(loop);
    private final PartitionsUnderTest here = new PartitionsUnderTest();
    private final EffectiveConfigs configs = new EffectiveConfigs(BrokerConfig.defaults());
    private final ReplicationThrottle throttle =
            new ReplicationThrottle(loop.clock(), ReplicationThrottle.UNLIMITED);
    private final ReplicaFetchers fetchers =
            new ReplicaFetchers(
                    loop,
                    List.of(network),
                    ReplicationSettings.of(BrokerConfig.defaults()),
                    throttle,
                    () -> 5,
                    new Random(1));
    private final FollowLeaders leaders =
            new FollowLeaders(
                    PartitionsUnderTest.NODE_ID,
                    "PLAINTEXT",
                    fetchers,
                    throttle,
                    here.registry,
                    configs,
                    here.images);
    private final Map<Integer, List<FetchRequest>> asked = new HashMap<>();
    private final LocalTopic topic = here.topic("t", 2);

    FollowLeadersTest() {
        for (int id = 2; id <= 3; id++) {
            List<FetchRequest> requests = new ArrayList<>();
            asked.put(id, requests);
            network.serve(
                    id,
                    request -> {
                        requests.add((FetchRequest) request);
                        return new CompletableFuture<>();
                    });
        }
    }

    private Partition partition(int index) {
        return requireNonNull(topic.partition(index));
    }

    private static Leadership led(int by, int epoch) {
        return new Leadership(
                PartitionsUnderTest.NODE_ID, by, epoch, epoch, List.of(1, 2, 3), List.of(by));
    }

    private static BrokerRegistration broker(int id) {
        Node at = FakeNetwork.node(id);
        return new BrokerRegistration(
                id,
                1,
                List.of(
                        new Endpoint("OTHER", "PLAINTEXT", "elsewhere", 1),
                        new Endpoint("PLAINTEXT", "PLAINTEXT", at.host(), at.port())),
                null,
                true);
    }

    private void follows(Partition partition, Leadership now) {
        leaders.follows(partition, now);
        leaders.told();
    }

    private void publish(ClusterImage next) {
        ClusterImage old = here.images.current();
        here.images.publish(next);
        leaders.onImage(old, next);
        leaders.throttledChanged(old, next);
        loop.advance(50);
    }

    private void brokersAreThere() {
        publish(here.images.current().next().broker(broker(2)).broker(broker(3)).build());
    }

    private void topicWith(Map<String, String> settings) {
        List<PartitionImage> partitions =
                List.of(
                        new PartitionImage(List.of(2, 1), List.of(2), 2, 6, 6),
                        new PartitionImage(List.of(2, 1), List.of(2), 2, 6, 6));
        publish(
                here.images
                        .current()
                        .next()
                        .topic(new TopicImage("t", topic.id(), partitions, settings))
                        .build());
    }

    private void rate(long bytesPerSecond) {
        publish(
                here.images
                        .current()
                        .next()
                        .configs(
                                ConfigResource.ALL_BROKERS,
                                Map.of(RATE, Long.toString(bytesPerSecond)))
                        .build());
    }

    /** The partitions that the requests to a broker have named, without repetition. */
    private List<Integer> askedOf(int broker) {
        return requireNonNull(asked.get(broker)).stream()
                .flatMap(request -> request.topics().stream())
                .flatMap(named -> named.partitions().stream())
                .map(FetchRequest.Partition::partition)
                .distinct()
                .toList();
    }

    @Test
    void aPartitionIsFetchedFromWhoeverLeadsItAtTheAddressBetweenBrokers() {
        follows(partition(0), led(2, 6));
        loop.advance(50);
        assertThat(askedOf(2)).as("nobody knows where broker 2 is").isEmpty();
        brokersAreThere();
        assertThat(askedOf(2)).containsExactly(0);
        assertThat(askedOf(3)).isEmpty();
        FetchRequest request = requireNonNull(asked.get(2)).getFirst();
        assertThat(request.replicaState()).isEqualTo(new FetchRequest.Replica(1, 5));
        assertThat(request.topics().getFirst().partitions().getFirst().currentLeaderEpoch())
                .isEqualTo(6);
    }

    @Test
    void anotherLeaderIsFetchedFromInPlaceOfTheFirst() {
        brokersAreThere();
        follows(partition(0), led(2, 6));
        loop.advance(50);
        follows(partition(0), led(3, 7));
        loop.advance(50);
        assertThat(askedOf(3)).containsExactly(0);
        assertThat(followed()).containsExactly("t-0 from 3");
    }

    /** One request more would have to come and go before the leader hears of the others. */
    @Test
    void whoIsElectedForSeveralPartitionsIsAskedForAllOfThemAtOnce() {
        brokersAreThere();
        leaders.follows(partition(0), led(2, 6));
        loop.advance(50);
        assertThat(askedOf(2)).as("not all has been told").isEmpty();
        leaders.follows(partition(1), led(2, 6));
        leaders.told();
        loop.advance(50);
        FetchRequest first = requireNonNull(asked.get(2)).getFirst();
        assertThat(first.topics().getFirst().partitions())
                .extracting(FetchRequest.Partition::partition)
                .containsExactly(0, 1);
    }

    @Test
    void whoeverIsThereHasAConnectionBeforeItIsElected() {
        brokersAreThere();
        assertThat(network.connects())
                .containsExactlyInAnyOrder(FakeNetwork.node(2), FakeNetwork.node(3));
    }

    @Test
    void whoIsGoneIsNotConnectedTo() {
        publish(here.images.current().next().broker(broker(2)).broker(broker(3).gone()).build());
        assertThat(network.connects()).containsExactly(FakeNetwork.node(2));
    }

    /** A server ends connections over which nothing goes; whoever is gone refuses the next one. */
    @Test
    void aConnectionThatEndsIsMadeAgainOnce() {
        brokersAreThere();
        network.connects().clear();
        network.lose(FakeNetwork.node(2), 0);
        assertThat(network.connects()).containsExactly(FakeNetwork.node(2));
        network.lose(FakeNetwork.node(2), 1);
        assertThat(network.connects()).hasSize(1);
    }

    private List<String> followed() {
        loop.advance(50);
        CompletableFuture<List<ReplicaLag>> lags = fetchers.lags();
        loop.advance(50);
        return lags.join().stream()
                .map(lag -> lag.partition() + " from " + lag.leaderId())
                .toList();
    }

    @Test
    void whatThisBrokerLeadsOrNobodyLeadsOrIsGoneIsNotFetched() {
        brokersAreThere();
        follows(partition(0), led(2, 6));
        follows(partition(1), led(2, 6));
        assertThat(followed()).hasSize(2);
        leaders.elected(partition(0), 7);
        leaders.told();
        assertThat(followed()).containsExactly("t-1 from 2");
        follows(partition(1), led(Leadership.NO_LEADER, 7));
        assertThat(followed()).isEmpty();
        follows(partition(0), led(3, 8));
        assertThat(followed()).containsExactly("t-0 from 3");
        leaders.left(List.of(partition(0)));
        leaders.told();
        assertThat(followed()).isEmpty();
    }

    @Test
    void aThrottledReplicaThatLagsWaitsAndOthersDoNot() {
        brokersAreThere();
        rate(0);
        topicWith(Map.of(THROTTLED, "0:1"));
        follows(partition(0), led(2, 6));
        follows(partition(1), led(2, 6));
        loop.advance(1_000);
        assertThat(askedOf(2)).containsExactly(1);
    }

    @Test
    void aHigherRateIsInForceWithTheImage() {
        brokersAreThere();
        rate(0);
        topicWith(Map.of(THROTTLED, "*"));
        follows(partition(0), led(2, 6));
        loop.advance(1_000);
        assertThat(askedOf(2)).isEmpty();
        rate(1_000);
        loop.advance(1_000);
        assertThat(askedOf(2)).containsExactly(0);
    }

    /** The tool that moves partitions takes the names away when it is done. */
    @Test
    void aReplicaThatIsNamedNoMoreIsFetchedAtOnce() {
        brokersAreThere();
        rate(0);
        topicWith(Map.of(THROTTLED, "*"));
        CompletableFuture<?> became = partition(0).become(led(2, 6));
        here.lane.runAll();
        became.join();
        follows(partition(0), led(2, 6));
        loop.advance(1_000);
        assertThat(askedOf(2)).isEmpty();
        topicWith(Map.of());
        assertThat(askedOf(2)).containsExactly(0);
    }
}
