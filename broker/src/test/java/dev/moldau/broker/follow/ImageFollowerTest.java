package dev.moldau.broker.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.Node;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ImageDelta;
import dev.moldau.cluster.image.ImagePublisher;
import dev.moldau.cluster.image.ImageVersion;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.cluster.propagation.FeedAnswer;
import dev.moldau.cluster.propagation.ImageDeltaCodec;
import dev.moldau.cluster.propagation.ImageFeed;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FollowImageRequest;
import dev.moldau.protocol.message.FollowImageResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class ImageFollowerTest {

    private static final int SELF = 9;

    private static int chanceRuns;
    private static int chanceImages;

    private final long seed = Long.getLong("moldau.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final ManualLoop loop = new ManualLoop();
    private final FakeNetwork network = new FakeNetwork(loop);
    private Optional<Node> controller = Optional.empty();
    private final ImageFollower follower =
            new ImageFollower(
                    SELF, loop, network, () -> controller, ClusterImage.empty("c"), random);
    private final List<Long> seen = new ArrayList<>();

    /** The store: what the last controller that could write made of the cluster. */
    private ClusterImage stored = ClusterImage.empty("c");

    private int epoch;

    ImageFollowerTest() {
        follower.subscribe((old, current) -> seen.add(current.version()));
        follower.start();
    }

    @AfterEach
    void versionsRose() {
        for (int i = 1; i < seen.size(); i++) {
            assertThat(seen.get(i)).as("seed %d", seed).isGreaterThan(seen.get(i - 1));
        }
    }

    /** A controller for one term. */
    private final class Term implements FakeNetwork.Server {
        private final int termEpoch = ++epoch;
        private final ImagePublisher images =
                new ImagePublisher(
                        stored.nextFromNothing().version(ImageVersion.before(epoch)).build());
        private final ImageFeed feed;

        private Term(int id, long maxBytes) {
            ClusterImage.Builder first = images.current().next().controllerId(id);
            stored.topics().forEach(first::topic);
            images.publish(first.build());
            stored = images.current();
            feed = ImageFeed.of(images, loop, loop, maxBytes);
        }

        /** A change, if this controller is not fenced. */
        private void change() {
            if (termEpoch == epoch) {
                String name = "t" + random.nextInt(5);
                ClusterImage.Builder next = images.current().next();
                if (random.nextInt(4) == 0) {
                    next.withoutTopic(name);
                } else {
                    next.topic(
                            new TopicImage(
                                    name,
                                    new Uuid(1, random.nextLong()),
                                    List.of(PartitionImage.created(List.of(1, 2))),
                                    Map.of()));
                }
                images.publish(next.build());
                stored = images.current();
            }
        }

        @Override
        public CompletionStage<FollowImageResponse> answer(ApiMessage request) {
            FollowImageRequest asked = (FollowImageRequest) request;
            return feed.since(asked.knownVersion(), asked.maxWaitMs()).thenApply(Term::response);
        }

        private static FollowImageResponse response(FeedAnswer answer) {
            return switch (answer) {
                case FeedAnswer.NotController none ->
                        FollowImageResponse.error(ErrorCode.NOT_CONTROLLER, -1);
                case FeedAnswer.Changes(long version, List<ByteBuffer> deltas) ->
                        new FollowImageResponse(
                                (short) 0,
                                1,
                                version,
                                deltas.stream().map(FollowImageResponse.Change::new).toList());
            };
        }
    }

    private Term elect(int id) {
        Term term = new Term(id, 10_000);
        network.serve(id, term);
        controller = Optional.of(FakeNetwork.node(id));
        return term;
    }

    private void assertFollowed() {
        assertThat(follower.current().version()).as("seed %d", seed).isEqualTo(stored.version());
        assertThat(follower.current().topics())
                .as("seed %d", seed)
                .containsExactlyInAnyOrderElementsOf(stored.topics());
    }

    private long polls() {
        return network.requests().size();
    }

    @Test
    void aChangeArrivesAsSoonAsItIsMade() {
        Term term = elect(1);
        loop.advance(1_000);
        assertFollowed();
        long before = polls();
        term.change();
        loop.advance(5);
        assertFollowed();
        assertThat(polls()).isEqualTo(before + 1);
    }

    @Test
    void aQuietClusterCostsOnePollInTenSeconds() {
        elect(1);
        loop.advance(1_000);
        long before = polls();
        loop.advance(100_000);
        assertThat(polls() - before).isBetween(9L, 11L);
    }

    @Test
    void anImageIsYoungAsLongAsTheControllerSaysThatItIsTheNewest() {
        elect(1);
        loop.advance(100_000);
        assertThat(follower.ageMs()).isLessThan(11_000);
        network.cut(1);
        loop.advance(60_000);
        assertThat(follower.ageMs()).isGreaterThanOrEqualTo(60_000);
        network.mend(1);
        loop.advance(12_000);
        assertThat(follower.ageMs()).isLessThan(11_000);
    }

    @Test
    void aLostAnswerIsAskedForAgain() {
        Term term = elect(1);
        loop.advance(1_000);
        network.loseAnswers(1);
        term.change();
        loop.advance(20_000);
        assertFollowed();
    }

    @Test
    void aControllerThatDiesIsFollowedByTheNextWithoutDelay() {
        elect(1).change();
        loop.advance(1_000);
        network.cut(1);
        Term next = elect(2);
        next.change();
        follower.controllerChanged();
        loop.advance(10);
        assertFollowed();
        assertThat(ImageVersion.controllerEpoch(follower.current().version())).isEqualTo(2);
    }

    /** The old one neither dies nor answers: its network is gone. */
    @Test
    void aSilentControllerIsLeftWhenAnotherIsElected() {
        elect(1);
        loop.advance(1_000);
        network.serve(1, request -> new CompletableFuture<FollowImageResponse>());
        elect(2);
        follower.controllerChanged();
        loop.advance(10);
        assertFollowed();
    }

    @Test
    void anOldControllerIsNotBelieved() {
        Term old = elect(1);
        old.change();
        elect(2);
        loop.advance(1_000);
        assertFollowed();
        controller = Optional.of(FakeNetwork.node(1));
        follower.controllerChanged();
        loop.advance(5_000);
        assertFollowed();
        controller = Optional.of(FakeNetwork.node(2));
        follower.controllerChanged();
        loop.advance(10);
        assertFollowed();
    }

    /** A whole image of an old controller, told as if it were news. */
    @Test
    void aLateImageOfAnOldControllerIsDropped() {
        ClusterImage old = elect(1).images.current();
        elect(2);
        loop.advance(1_000);
        ByteBuffer late = ImageDeltaCodec.encode(ImageDelta.whole(old));
        network.serve(3, request -> CompletableFuture.completedFuture(changes(old, late)));
        controller = Optional.of(FakeNetwork.node(3));
        follower.controllerChanged();
        loop.advance(1_000);
        assertFollowed();
    }

    @Test
    void aDifferenceThatBeginsElsewhereLeadsToTheWholeImage() {
        Term term = elect(1);
        loop.advance(1_000);
        ClusterImage missed = stored;
        term.change();
        ByteBuffer gap =
                ImageDeltaCodec.encode(
                        ImageDelta.between(
                                missed.next().version(missed.version() + 1).build(),
                                missed.next().version(missed.version() + 5).build()));
        ClusterImage ahead = missed.next().version(missed.version() + 5).build();
        List<FollowImageRequest> asked = new ArrayList<>();
        network.serve(
                1,
                request -> {
                    asked.add((FollowImageRequest) request);
                    network.serve(1, term);
                    return CompletableFuture.completedFuture(changes(ahead, gap));
                });
        follower.controllerChanged();
        network.cut(1);
        network.mend(1);
        loop.advance(1_000);
        assertThat(asked).hasSize(1);
        assertThat(network.requests())
                .anySatisfy(
                        request ->
                                assertThat(((FollowImageRequest) request).knownVersion())
                                        .isEqualTo(ImageVersion.NONE));
        assertFollowed();
    }

    @Test
    void bytesThatCannotBeUnderstoodChangeNothing() {
        Term term = elect(1);
        loop.advance(1_000);
        ByteBuffer broken = ByteBuffer.wrap(new byte[] {0, 0, 1, 2, 3});
        network.serve(2, request -> CompletableFuture.completedFuture(changes(stored, broken)));
        controller = Optional.of(FakeNetwork.node(2));
        follower.controllerChanged();
        loop.advance(100);
        controller = Optional.of(FakeNetwork.node(1));
        follower.controllerChanged();
        term.change();
        loop.advance(10);
        assertFollowed();
    }

    @Test
    void clearedTopicsAreToldUntilTheControllerHasHeard() {
        Uuid topic = new Uuid(1, 2);
        elect(1);
        loop.advance(1_000);
        follower.tellCleared(List.of(topic));
        network.cut(1);
        loop.advance(2_000);
        network.mend(1);
        loop.advance(20_000);
        List<List<Uuid>> told =
                network.requests().stream()
                        .map(request -> ((FollowImageRequest) request).clearedTopics())
                        .filter(topics -> !topics.isEmpty())
                        .toList();
        assertThat(told).containsExactly(List.of(topic));
    }

    @Test
    void theImagesOfAControllerInThisBrokerAreTakenAtOnceAndNobodyIsAsked() {
        elect(1);
        loop.advance(1_000);
        long before = polls();
        Term own = elect(SELF);
        own.images.subscribe((old, current) -> follower.adopt(current));
        follower.controllerChanged();
        own.change();
        assertFollowed();
        loop.advance(30_000);
        assertThat(polls()).isEqualTo(before);
        elect(1);
        follower.controllerChanged();
        loop.advance(10);
        assertFollowed();
    }

    @Test
    void afterItsCloseNothingIsAsked() {
        elect(1);
        loop.advance(1_000);
        follower.close();
        loop.turn();
        long before = polls();
        loop.advance(60_000);
        assertThat(polls()).isEqualTo(before);
    }

    /** Elections, deaths, delays and lost answers by chance; in the end the follower is right. */
    @RepeatedTest(30)
    void whateverHappensTheFollowerNeverGoesBackAndIsRightInTheEnd() {
        network.delay(() -> random.nextInt(10) == 0 ? random.nextInt(3_000) : random.nextInt(20));
        List<Term> terms = new ArrayList<>();
        terms.add(elect(1));
        int elections = 0;
        for (int step = 0; step < 300 || elections < 3; step++) {
            switch (random.nextInt(8)) {
                case 0 -> network.loseAnswers(random.nextInt(5) == 0 ? 1 : 0);
                case 1 -> network.cut(1 + random.nextInt(3));
                case 2 -> network.mend(1 + random.nextInt(3));
                case 3 -> {
                    if (random.nextInt(4) == 0) {
                        terms.add(elect(1 + random.nextInt(3)));
                        elections++;
                        if (random.nextBoolean()) {
                            follower.controllerChanged();
                        }
                    }
                }
                case 4 -> {
                    // The store's news may be old.
                    controller = Optional.of(FakeNetwork.node(1 + random.nextInt(3)));
                    follower.controllerChanged();
                }
                default -> terms.getLast().change();
            }
            loop.advance(random.nextInt(400));
        }
        for (int id = 1; id <= 3; id++) {
            network.mend(id);
        }
        network.delay(() -> 1);
        network.loseAnswers(0);
        elect(2).change();
        follower.controllerChanged();
        loop.advance(60_000);
        assertFollowed();
        assertThat(seen).as("seed %d", seed).isNotEmpty();
        chanceRuns++;
        chanceImages += seen.size();
    }

    /** One run may be cut off nearly all the time, but not all of them together. */
    @AfterAll
    static void chanceBroughtImages() {
        if (Long.getLong("moldau.test.seed") == null) {
            assertThat(chanceImages).isGreaterThanOrEqualTo(10 * chanceRuns);
        }
    }

    private static FollowImageResponse changes(ClusterImage to, ByteBuffer delta) {
        return new FollowImageResponse(
                (short) 0, 1, to.version(), List.of(new FollowImageResponse.Change(delta)));
    }
}
