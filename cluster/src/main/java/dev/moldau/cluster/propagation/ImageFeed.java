package dev.moldau.cluster.propagation;

import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ImageDelta;
import dev.moldau.cluster.image.ImageListener;
import dev.moldau.cluster.image.ImageSource;
import dev.moldau.common.Timer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Tells brokers of the images of the one controller that runs here. Each change is encoded once,
 * when it is published, and a whole image once for all who need that version. A broker that has
 * everything waits without a thread.
 *
 * <p>Life: made with a controller's images, closed with that controller. Safe for use by any
 * thread; its lock is held for a few instructions, and futures complete outside it.
 */
public final class ImageFeed implements AutoCloseable {

    private final Timer timer;
    private final Executor work;

    /** Guards all below. */
    private final Object lock = new Object();

    private final List<Waiting> waiting = new ArrayList<>();
    private final KeptDeltas kept;
    private ClusterImage newest;
    private @Nullable Whole whole;
    private boolean closed;

    /** A whole image for all who need it: the work is done once for each version. */
    private record Whole(long version, CompletableFuture<FeedAnswer> answer) {}

    private static final class Waiting {
        private final long version;
        private final CompletableFuture<FeedAnswer> answer = new CompletableFuture<>();

        private Waiting(long version) {
            this.version = version;
        }
    }

    private ImageFeed(ClusterImage first, Timer timer, Executor work, long maxBytes) {
        this.newest = first;
        this.kept = new KeptDeltas(maxBytes, first.version());
        this.timer = timer;
        this.work = work;
    }

    /**
     * Begins to tell of a controller's images.
     *
     * @param images the controller's images
     * @param timer ends waits
     * @param work encodes whole images, which takes some milliseconds for 10,000 partitions
     * @param maxBytes how many bytes of differences are kept for brokers that lag behind
     */
    public static ImageFeed of(ImageSource images, Timer timer, Executor work, long maxBytes) {
        ImageFeed feed = new ImageFeed(images.current(), timer, work, maxBytes);
        images.subscribe(feed::published);
        return feed;
    }

    /** An {@link ImageListener}, so that it is never called twice at a time. */
    private void published(ClusterImage old, ClusterImage image) {
        // Between the making of the feed and its subscription an image may have passed by: what
        // counts is what this feed saw last, and only this method changes that.
        ClusterImage before = newest();
        if (image.version() <= before.version()) {
            return;
        }
        ByteBuffer bytes = ImageDeltaCodec.encode(ImageDelta.between(before, image));
        List<Waiting> woken;
        synchronized (lock) {
            kept.add(bytes, image.version());
            newest = image;
            woken = List.copyOf(waiting);
            waiting.clear();
        }
        woken.forEach(this::answer);
    }

    private ClusterImage newest() {
        synchronized (lock) {
            return newest;
        }
    }

    /**
     * What a broker must know that has the image of the given version.
     *
     * @param version the version; {@link dev.moldau.cluster.image.ImageVersion#NONE} for none
     * @param maxWaitMs how long the answer may wait for something new
     * @return fails only for a bug; whoever does not want to wait any longer completes it himself
     */
    public CompletableFuture<FeedAnswer> since(long version, long maxWaitMs) {
        Waiting asked = new Waiting(version);
        boolean waits;
        synchronized (lock) {
            waits = !closed && version == newest.version() && maxWaitMs > 0;
            if (waits) {
                waiting.add(asked);
            }
        }
        if (waits) {
            Timer.Timeout timeout = timer.schedule(maxWaitMs, () -> takeAndAnswer(asked));
            var _ =
                    asked.answer.whenComplete(
                            (answer, failure) -> {
                                timeout.cancel();
                                take(asked);
                            });
        } else {
            answer(asked);
        }
        return asked.answer;
    }

    private void takeAndAnswer(Waiting asked) {
        if (take(asked)) {
            answer(asked);
        }
    }

    private boolean take(Waiting asked) {
        synchronized (lock) {
            return waiting.remove(asked);
        }
    }

    private void answer(Waiting asked) {
        Optional<FeedAnswer> known;
        ClusterImage image;
        synchronized (lock) {
            known = atHand(asked.version);
            image = newest;
        }
        if (known.isPresent()) {
            asked.answer.complete(known.get());
        } else {
            var _ =
                    whole(image)
                            .whenComplete(
                                    (answer, failure) -> {
                                        if (failure == null) {
                                            asked.answer.complete(answer);
                                        } else {
                                            asked.answer.completeExceptionally(failure);
                                        }
                                    });
        }
    }

    private Optional<FeedAnswer> atHand(long version) {
        if (closed || version > newest.version()) {
            // Whoever is ahead has followed a newer controller than this one.
            return Optional.of(FeedAnswer.NotController.INSTANCE);
        }
        if (version == newest.version()) {
            return Optional.of(new FeedAnswer.Changes(version, List.of()));
        }
        return kept.since(version).map(deltas -> new FeedAnswer.Changes(newest.version(), deltas));
    }

    private CompletableFuture<FeedAnswer> whole(ClusterImage image) {
        Whole made = new Whole(image.version(), new CompletableFuture<>());
        synchronized (lock) {
            Whole last = whole;
            if (last != null && last.version() >= image.version()) {
                return last.answer();
            }
            whole = made;
        }
        made.answer()
                .completeAsync(
                        () -> {
                            ByteBuffer bytes = ImageDeltaCodec.encode(ImageDelta.whole(image));
                            return new FeedAnswer.Changes(image.version(), List.of(bytes));
                        },
                        work);
        return made.answer();
    }

    /** Sends those who wait to another controller, as everybody who asks from now on. */
    @Override
    public void close() {
        List<Waiting> dismissed;
        synchronized (lock) {
            closed = true;
            dismissed = List.copyOf(waiting);
            waiting.clear();
        }
        dismissed.forEach(this::answer);
    }
}
