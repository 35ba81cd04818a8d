package dev.moldau.cluster.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ImagePublisher;
import dev.moldau.cluster.image.ImageVersion;
import dev.moldau.common.Timer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ImageFeedTest {

    private static final int WAIT_MS = 1_000;

    private final long seed = Long.getLong("moldau.test.seed", System.nanoTime());
    private final RandomImages images = new RandomImages(new Random(seed));
    private final List<Runnable> deadlines = new ArrayList<>();
    private final List<Runnable> work = new ArrayList<>();
    private final ImagePublisher publisher =
            new ImagePublisher(ClusterImage.empty("c", ImageVersion.before(1)));
    private ImageFeed feed;

    private final Timer timer =
            (delayMs, task) -> {
                deadlines.add(task);
                return () -> deadlines.remove(task);
            };
    private final Executor later = work::add;

    @BeforeEach
    void open() {
        publish();
        feed = ImageFeed.of(publisher, timer, later, 10_000);
    }

    private ClusterImage publish() {
        ClusterImage next = images.after(publisher.current());
        publisher.publish(next);
        return next;
    }

    private FeedAnswer.Changes changes(CompletableFuture<FeedAnswer> answer) {
        List.copyOf(work).forEach(Runnable::run);
        work.clear();
        assertThat(answer).as("seed %d", seed).isCompleted();
        assertThat(answer.join()).isInstanceOf(FeedAnswer.Changes.class);
        return (FeedAnswer.Changes) answer.join();
    }

    private static ClusterImage applied(ClusterImage image, FeedAnswer.Changes changes) {
        ClusterImage now = image;
        for (ByteBuffer delta : changes.deltas()) {
            now = ImageDeltaCodec.decode(delta).applyTo(now);
        }
        return now;
    }

    @Test
    void aBrokerThatHasNothingGetsTheWholeImage() {
        CompletableFuture<FeedAnswer> answer = feed.since(ImageVersion.NONE, WAIT_MS);
        assertThat(answer).as("encoded elsewhere").isNotDone();
        ClusterImage got = applied(ClusterImage.empty("c"), changes(answer));
        SameImage.assertSame(got, publisher.current(), "seed " + seed);
    }

    @Test
    void theWholeImageIsMadeOnceForAll() {
        CompletableFuture<FeedAnswer> one = feed.since(ImageVersion.NONE, WAIT_MS);
        CompletableFuture<FeedAnswer> other = feed.since(ImageVersion.NONE, WAIT_MS);
        assertThat(work).hasSize(1);
        assertThat(changes(one)).isSameAs(changes(other));
    }

    @Test
    void aBrokerThatIsUpToDateWaitsForTheNextImage() {
        ClusterImage known = publisher.current();
        CompletableFuture<FeedAnswer> answer = feed.since(known.version(), WAIT_MS);
        assertThat(answer).isNotDone();
        ClusterImage next = publish();
        assertThat(changes(answer).version()).isEqualTo(next.version());
        SameImage.assertSame(applied(known, changes(answer)), next, "seed " + seed);
        assertThat(deadlines).isEmpty();
    }

    @Test
    void aBrokerThatLagsGetsAllThatItMissed() {
        ClusterImage known = publisher.current();
        publish();
        publish();
        ClusterImage newest = publish();
        FeedAnswer.Changes missed = changes(feed.since(known.version(), WAIT_MS));
        assertThat(missed.deltas()).hasSize(3);
        SameImage.assertSame(applied(known, missed), newest, "seed " + seed);
    }

    @Test
    void aBrokerThatLagsTooFarGetsTheWholeImage() {
        ClusterImage known = publisher.current();
        for (int i = 0; i < 1_000; i++) {
            publish();
        }
        FeedAnswer.Changes all = changes(feed.since(known.version(), WAIT_MS));
        assertThat(all.deltas()).hasSize(1);
        SameImage.assertSame(applied(known, all), publisher.current(), "seed " + seed);
    }

    @Test
    void whoeverWaitedLongEnoughIsToldThatNothingChanged() {
        CompletableFuture<FeedAnswer> answer = feed.since(publisher.current().version(), WAIT_MS);
        List.copyOf(deadlines).forEach(Runnable::run);
        assertThat(changes(answer).deltas()).isEmpty();
        publish();
        assertThat(changes(answer).deltas()).isEmpty();
    }

    @Test
    void whoeverLeavesIsForgotten() {
        CompletableFuture<FeedAnswer> answer = feed.since(publisher.current().version(), WAIT_MS);
        answer.complete(FeedAnswer.NotController.INSTANCE);
        assertThat(deadlines).isEmpty();
    }

    @Test
    void aBrokerThatHasFollowedALaterControllerIsSentAway() {
        assertThat(feed.since(ImageVersion.before(2) + 1, WAIT_MS))
                .isCompletedWithValue(FeedAnswer.NotController.INSTANCE);
    }

    @Test
    void whenTheControllerEndsThoseWhoWaitAreSentAway() {
        CompletableFuture<FeedAnswer> answer = feed.since(publisher.current().version(), WAIT_MS);
        feed.close();
        assertThat(answer).isCompletedWithValue(FeedAnswer.NotController.INSTANCE);
        assertThat(feed.since(ImageVersion.NONE, WAIT_MS))
                .isCompletedWithValue(FeedAnswer.NotController.INSTANCE);
    }
}
