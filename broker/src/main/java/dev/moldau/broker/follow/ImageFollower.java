package dev.moldau.broker.follow;

import dev.moldau.client.Backoff;
import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ImageDelta;
import dev.moldau.cluster.image.ImageListener;
import dev.moldau.cluster.image.ImagePublisher;
import dev.moldau.cluster.image.ImageSource;
import dev.moldau.cluster.image.ImageVersion;
import dev.moldau.cluster.propagation.ImageDeltaCodec;
import dev.moldau.common.Timer;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FollowImageRequest;
import dev.moldau.protocol.message.FollowImageResponse;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this broker's image true: asks the controller for what changed, one long poll after the
 * other, and publishes what comes. While this broker is controller itself there is nothing to ask,
 * and its own images come in by {@link #adopt}.
 *
 * <p>Confined to the loop, but where a method says otherwise. One poll is under way at most; each
 * has a number, and what comes for an older one is not looked at. Invariant: the version of the
 * current image only ever rises. An old controller that answers late has lower versions and is not
 * believed; a difference that does not begin where this broker stands is not applied, and the whole
 * image is asked for.
 */
public final class ImageFollower implements ImageSource, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ImageFollower.class);

    private static final int MAX_WAIT_MS = 10_000;
    private static final int ANSWER_MARGIN_MS = 5_000;
    private static final long FIRST_PAUSE_MS = 50;
    private static final long LONGEST_PAUSE_MS = 1_000;

    private final int brokerId;
    private final ClientLoop loop;
    private final Network network;
    private final Supplier<Optional<Node>> controller;
    private final ImagePublisher publisher;
    private final Backoff pauses;

    /** Deleted topics of which nothing is left here, as far as the controller was not told. */
    private final Set<Uuid> cleared = new HashSet<>();

    /** When the controller last said what is new, if only that nothing is. */
    private volatile long heardMs;

    private @Nullable Node asked;
    private Timer.@Nullable Timeout pause;
    private long poll;
    private int failures;
    private boolean wantsWhole;

    /** Whether the log says already that the controller is not understood. */
    private boolean complained;

    private boolean running;

    /**
     * @param brokerId this broker
     * @param loop where it lives
     * @param network its connections, of its own: a long poll holds back all answers behind it
     * @param controller the controller's address between brokers, as far as it is known; asked on
     *     the loop, so it must not wait
     * @param first the image to begin with, often one of version {@link ImageVersion#NONE}; its
     *     cluster is the one that is followed
     * @param random for the pauses between attempts; used on the loop
     */
    public ImageFollower(
            int brokerId,
            ClientLoop loop,
            Network network,
            Supplier<Optional<Node>> controller,
            ClusterImage first,
            RandomGenerator random) {
        this.brokerId = brokerId;
        this.loop = loop;
        this.network = network;
        this.controller = controller;
        this.publisher = new ImagePublisher(first);
        this.heardMs = loop.clock().monotonicMs();
        this.pauses = new Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, random);
    }

    /**
     * How long ago the controller last said that the image is the newest, in ms; since the
     * beginning if it never did. A controller that has nothing new says so every ten seconds. Any
     * thread.
     */
    public long ageMs() {
        return loop.clock().monotonicMs() - heardMs;
    }

    /** Begins to ask. Any thread. */
    public void start() {
        loop.execute(
                () -> {
                    running = true;
                    ask();
                });
    }

    @Override
    public ClusterImage current() {
        return publisher.current();
    }

    @Override
    public void subscribe(ImageListener listener) {
        publisher.subscribe(listener);
    }

    /**
     * Takes an image of the controller that runs in this broker, unless a newer one is known. All
     * listeners are told before it returns. Any thread.
     */
    public void adopt(ClusterImage image) {
        publisher.publishIfNewer(image);
    }

    /**
     * Tells the controller, with the next poll, that nothing is left here of topics. Any thread.
     */
    public void tellCleared(Collection<Uuid> topics) {
        List<Uuid> told = List.copyOf(topics);
        loop.execute(() -> cleared.addAll(told));
    }

    /** Another broker may be controller: asks it at once. Any thread. */
    public void controllerChanged() {
        loop.execute(
                () -> {
                    Node before = asked;
                    if (!running
                            || (before != null && controller.get().equals(Optional.of(before)))) {
                        return;
                    }
                    abandon(before);
                    failures = 0;
                    ask();
                });
    }

    /** Gives up the poll that is under way, if there is one. */
    private void abandon(@Nullable Node before) {
        poll++;
        asked = null;
        if (pause != null) {
            pause.cancel();
            pause = null;
        }
        if (before != null) {
            network.disconnect(
                    before, new DisconnectedException(before + " is controller no longer"));
        }
    }

    private void ask() {
        pause = null;
        if (!running) {
            return;
        }
        Optional<Node> found = controller.get();
        if (found.isEmpty() || found.get().id() == brokerId) {
            later();
            return;
        }
        asked = found.get();
        List<Uuid> told = List.copyOf(cleared);
        FollowImageRequest request =
                new FollowImageRequest(
                        brokerId,
                        epoch(),
                        wantsWhole ? ImageVersion.NONE : current().version(),
                        MAX_WAIT_MS,
                        told);
        network.send(
                found.get(),
                new PollCall(this, ++poll, request, told, MAX_WAIT_MS + ANSWER_MARGIN_MS));
    }

    private long epoch() {
        BrokerRegistration self = current().brokers().get(brokerId);
        return self == null ? -1 : self.epoch();
    }

    private void later() {
        failures++;
        pause = loop.schedule(pauses.afterMs(failures), this::ask);
    }

    /** The poll of that number is answered. */
    void answered(long number, FollowImageResponse response, List<Uuid> told) {
        if (number != poll) {
            return;
        }
        asked = null;
        if (response.errorCode() != ErrorCode.NONE.code()) {
            later();
            return;
        }
        told.forEach(cleared::remove);
        if (take(response)) {
            failures = 0;
            heardMs = loop.clock().monotonicMs();
            ask();
        } else {
            later();
        }
    }

    /** The poll of that number will not be answered. */
    void failed(long number, ClientException cause) {
        if (number == poll) {
            LOG.debug("the controller's image is asked for again: {}", cause.getMessage());
            asked = null;
            later();
        }
    }

    /** Whether the answer could be used. */
    private boolean take(FollowImageResponse response) {
        try {
            ClusterImage before = current();
            ClusterImage image = before;
            for (FollowImageResponse.Change change : response.changes()) {
                image = applied(ImageDeltaCodec.decode(change.delta()), image);
            }
            complained = false;
            wantsWhole = image.version() < response.version();
            if (image.version() > before.version()) {
                publisher.publishIfNewer(image);
            }
            return !wantsWhole && response.version() >= before.version();
        } catch (IllegalArgumentException e) {
            // The controller is of a release that speaks otherwise, or its bytes are broken.
            wantsWhole = true;
            complain(e);
            return false;
        }
    }

    /** Once, until the controller is understood again: it is asked every second. */
    private void complain(IllegalArgumentException e) {
        if (!complained) {
            complained = true;
            LOG.error(
                    "What the controller tells of the cluster cannot be understood: {}. This broker"
                            + " goes on with what it knows, {}; bring it to the controller's"
                            + " release if this stays.",
                    e.getMessage(),
                    current());
        }
    }

    /** The next image; the same one if the difference is old, or begins elsewhere. */
    private static ClusterImage applied(ImageDelta delta, ClusterImage image) {
        boolean follows = delta.isWhole() || delta.baseVersion() == image.version();
        return follows && delta.version() > image.version() ? delta.applyTo(image) : image;
    }

    /** Asks no more; the last image stays. Any thread. */
    @Override
    public void close() {
        loop.execute(
                () -> {
                    running = false;
                    abandon(asked);
                });
    }
}
