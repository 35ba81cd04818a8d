package dev.moldau.broker.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ImagePublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ImageArrivalsTest {

    private final ImagePublisher images = new ImagePublisher(ClusterImage.empty("cluster"));
    private final ImageArrivals arrivals = new ImageArrivals(images);

    private ClusterImage comes(int id) {
        ClusterImage next =
                images.current()
                        .next()
                        .broker(new BrokerRegistration(id, 1, List.of(), null, true))
                        .build();
        images.publish(next);
        return next;
    }

    private CompletableFuture<ClusterImage> whenThereIs(int id) {
        return arrivals.when(image -> image.brokers().containsKey(id));
    }

    @Test
    void whatIsThereAlreadyIsAnsweredAtOnce() {
        ClusterImage there = comes(1);
        assertThat(whenThereIs(1)).isCompletedWithValue(there);
    }

    @Test
    void theFirstImageThatIsWantedAnswersAndNoOther() {
        CompletableFuture<ClusterImage> two = whenThereIs(2);
        comes(1);
        assertThat(two).isNotDone();
        ClusterImage wanted = comes(2);
        comes(3);
        assertThat(two).isCompletedWithValue(wanted);
    }

    @Test
    void eachOneIsToldOfWhatItWaitsFor() {
        CompletableFuture<ClusterImage> one = whenThereIs(1);
        CompletableFuture<ClusterImage> two = whenThereIs(2);
        CompletableFuture<ClusterImage> version = arrivals.at(images.current().version() + 2);
        ClusterImage first = comes(2);
        assertThat(one).isNotDone();
        assertThat(two).isCompletedWithValue(first);
        assertThat(version).isNotDone();
        ClusterImage second = comes(1);
        assertThat(one).isCompletedWithValue(second);
        assertThat(version).isCompletedWithValue(second);
    }

    /** Its time was up: the list must not grow for ever with those who left. */
    @Test
    void whoDoesNotWaitAnyMoreIsNotAskedAgain() {
        List<Long> asked = new ArrayList<>();
        CompletableFuture<ClusterImage> left =
                arrivals.when(
                        image -> {
                            asked.add(image.version());
                            return false;
                        });
        left.cancel(false);
        comes(1);
        comes(2);
        assertThat(asked).hasSize(1);
    }

    /** The one who is told asks for the next thing in the same breath. */
    @Test
    void whoIsToldMayWaitAgain() {
        CompletableFuture<ClusterImage> then = whenThereIs(1).thenCompose(image -> whenThereIs(2));
        comes(1);
        assertThat(then).isNotDone();
        ClusterImage wanted = comes(2);
        assertThat(then).isCompletedWithValue(wanted);
    }
}
