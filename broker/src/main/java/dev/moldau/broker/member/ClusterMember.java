package dev.moldau.broker.member;

import dev.moldau.broker.controller.ControllerOffice;
import dev.moldau.broker.follow.ControllerChannel;
import dev.moldau.broker.follow.ElectedController;
import dev.moldau.broker.follow.Forwarding;
import dev.moldau.broker.follow.ImageArrivals;
import dev.moldau.broker.follow.ImageFollower;
import dev.moldau.broker.follow.ImageInForce;
import dev.moldau.broker.follow.RemoteController;
import dev.moldau.client.Node;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.BrokerPresence;
import dev.moldau.cluster.controller.ClusterIdentity;
import dev.moldau.cluster.controller.Controller;
import dev.moldau.cluster.election.Candidate;
import dev.moldau.cluster.election.ControllerElection;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.cluster.image.ImageVersion;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.cluster.presence.OwnPresence;
import dev.moldau.cluster.presence.PresenceRecord;
import dev.moldau.cluster.presence.PresentBrokers;
import dev.moldau.common.Timer;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.BrokerConfig;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * This broker's part in its cluster.
 *
 * <p>Life: {@link #join} puts it together and reads the cluster's id; {@link #begin} follows the
 * controller and stands for election; {@link #announce} makes this broker known, once it serves;
 * {@link #depart} has others lead what this broker leads; {@link #close} takes it out of the
 * cluster. The lane and the loop own the parts; the methods here may be called by any thread.
 */
public final class ClusterMember implements AutoCloseable {

    /** How long a store that does not answer is waited for at the end, in milliseconds. */
    private static final long LEAVE_MS = 1_000;

    /**
     * How long whoever handed leaders over stays as it is, in milliseconds. Clients find the new
     * leaders meanwhile, and these their followers; an election of the controller and the end of
     * connections at the same moment would hold that up.
     */
    private static final long SETTLE_MS = 250;

    private final int brokerId;
    private final String listener;
    private final Uuid incarnation;
    private final MemberPorts ports;
    private final ControllerOffice office = new ControllerOffice();
    private final List<Network> networks;
    private final ControllerChannel urgent;
    private final ControllerChannel patient;
    private final ImageFollower follower;
    private final ImageArrivals arrivals;
    private final ElectedController controller;
    private final PresentBrokers present;
    private final OwnPresence presence;
    private final ControllerTerms terms;
    private final ControllerElection election;
    private volatile OptionalInt elected = OptionalInt.empty();

    private ClusterMember(
            BrokerConfig config, EffectiveConfigs configs, MemberPorts ports, String clusterId) {
        this.brokerId = config.nodeId();
        this.listener = config.interBrokerListener().name();
        this.incarnation = Uuid.random(ports.random());
        this.ports = ports;
        this.present =
                new PresentBrokers(
                        ports.store(), ports.lane(), ports.timer(), this::presenceChanged);
        this.presence = new OwnPresence(ports.store(), ports.lane(), ports.timer(), this::replaced);
        this.networks =
                List.of(ports.networks().get(), ports.networks().get(), ports.networks().get());
        this.urgent = channel(networks.get(0));
        this.patient = channel(networks.get(1));
        this.follower =
                new ImageFollower(
                        brokerId,
                        ports.loop(),
                        networks.get(2),
                        this::controllerNode,
                        ClusterImage.empty(clusterId, ImageVersion.NONE),
                        ports.random());
        this.arrivals = new ImageArrivals(follower);
        this.controller =
                new ElectedController(
                        brokerId,
                        office,
                        new RemoteController(
                                brokerId, this::epoch, urgent, patient, follower, ports.timer()),
                        follower);
        this.terms =
                new ControllerTerms(
                        brokerId,
                        configs,
                        ports,
                        present,
                        controller,
                        this::controllerIs,
                        this::resign);
        this.election =
                new ControllerElection(
                        ports.store(),
                        ports.lane(),
                        ports.timer(),
                        new Candidate(brokerId, incarnation),
                        terms);
    }

    /**
     * Puts a member together. Waits for the store.
     *
     * @param config this broker's file
     * @param configs the settings that count
     * @param ports what it works with
     * @throws dev.moldau.cluster.store.StoreException if the store cannot be used
     */
    public static ClusterMember join(
            BrokerConfig config, EffectiveConfigs configs, MemberPorts ports) {
        return new ClusterMember(
                config, configs, ports, ClusterIdentity.of(ports.store(), ports.random()));
    }

    private ControllerChannel channel(Network network) {
        return new ControllerChannel(ports.loop(), network, this::controllerNode, ports.random());
    }

    /** Where the controller is, by what it says of itself in the store: no image is needed. */
    private Optional<Node> controllerNode() {
        OptionalInt id = elected;
        return id.isEmpty()
                ? Optional.empty()
                : present.find(id.getAsInt()).flatMap(record -> node(record.broker()));
    }

    private Optional<Node> node(BrokerPresence broker) {
        return broker.endpoints().stream()
                .filter(endpoint -> endpoint.listener().equals(listener))
                .findFirst()
                .map(at -> new Node(broker.id(), at.host(), at.port(), broker.rack()));
    }

    /** Follows the controller and stands for election from now on. */
    public void begin() {
        follower.start();
        presence.start();
        present.start();
        election.start();
    }

    private void presenceChanged() {
        terms.presenceChanged();
        controllerMayBeElsewhere();
    }

    private void controllerIs(OptionalInt id) {
        elected = id;
        controllerMayBeElsewhere();
    }

    private void controllerMayBeElsewhere() {
        follower.controllerChanged();
        urgent.controllerChanged();
        patient.controllerChanged();
    }

    private void resign() {
        election.resign();
    }

    private void replaced(PresenceRecord by) {
        ports.replaced()
                .accept(
                        "Another process goes by the number of this broker, "
                                + brokerId
                                + ", from a copy of its data folder: the one at "
                                + by.broker().endpoints()
                                + ". Two cannot; this one ends.");
    }

    /** Completes when this broker has an image of the cluster. */
    public CompletableFuture<ClusterImage> firstImage() {
        return arrivals.when(image -> image.version() > ImageVersion.NONE);
    }

    /** Which of this broker's processes this is. */
    public Uuid incarnation() {
        return incarnation;
    }

    /** Which registration of this process the image shows; -1 if none. */
    public long epoch() {
        return self(follower.current()).map(BrokerRegistration::epoch).orElse(-1L);
    }

    /** The registration of this process; empty before it, even if one before this had one. */
    private Optional<BrokerRegistration> self(ClusterImage image) {
        return Optional.ofNullable(image.brokers().get(brokerId))
                .filter(broker -> broker.incarnation().equals(incarnation));
    }

    /**
     * Makes this broker known to the cluster.
     *
     * @param endpoints where it serves
     * @param rack the rack or zone it stands in; null if it names none
     * @param directory the identity of its data folder
     * @param closedInEpoch the epoch that this broker had when its logs were last closed in good
     *     order; {@link BrokerPresence#NOT_CLOSED} if they were not
     * @return completes with the first image in which it is there
     */
    public CompletableFuture<ClusterImage> announce(
            List<Endpoint> endpoints, @Nullable String rack, Uuid directory, long closedInEpoch) {
        BrokerPresence broker =
                new BrokerPresence(
                        brokerId, incarnation, directory, endpoints, rack, closedInEpoch);
        presence.announce(new PresenceRecord(broker, false));
        return arrivals.when(image -> self(image).filter(BrokerRegistration::alive).isPresent())
                .thenApply(
                        image -> {
                            AwaitedFolders.report(image, brokerId, directory);
                            return image;
                        });
    }

    /**
     * Has others lead what this broker leads, as far as there are others, and one of them be
     * controller if this one is. Serves on meanwhile, and for a moment after that.
     *
     * @return completes when that is done; to be waited for no longer than one wants to
     */
    public CompletableFuture<ClusterImage> depart() {
        boolean leads = canHandOver(follower.current());
        presence.announceStop();
        return arrivals.when(this::nothingToHandOver)
                .thenCompose(
                        image -> leads ? settled(image) : CompletableFuture.completedFuture(image))
                .whenComplete((image, failure) -> election.close());
    }

    private CompletableFuture<ClusterImage> settled(ClusterImage image) {
        CompletableFuture<ClusterImage> settled = new CompletableFuture<>();
        ports.timer().schedule(SETTLE_MS, () -> settled.complete(image));
        return settled;
    }

    private boolean nothingToHandOver(ClusterImage image) {
        Optional<BrokerRegistration> self = self(image).filter(BrokerRegistration::alive);
        return self.isEmpty() || (self.get().stopping() && !canHandOver(image));
    }

    private boolean canHandOver(ClusterImage image) {
        return image.topics().stream().anyMatch(topic -> canHandOver(image, topic));
    }

    private boolean canHandOver(ClusterImage image, TopicImage topic) {
        for (PartitionImage partition : topic.partitions()) {
            if (partition.leader() == brokerId
                    && partition.isr().stream()
                            .anyMatch(id -> id != brokerId && isElectable(image, id))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isElectable(ClusterImage image, int id) {
        BrokerRegistration broker = image.brokers().get(id);
        return broker != null && broker.electable();
    }

    /** Changes the cluster, whoever is controller, and publishes the images. */
    public Controller controller() {
        return controller;
    }

    /**
     * How long ago the controller last said that this broker's image is the newest, in ms; 0 on the
     * controller itself.
     */
    public long imageAgeMs() {
        return office.acting().isPresent() ? 0 : follower.ageMs();
    }

    /** Whether this broker is controller. */
    public ControllerOffice office() {
        return office;
    }

    /**
     * Hands clients' requests on to the controller.
     *
     * @param inForce when this broker is what an image says
     */
    public Forwarding forwarding(ImageInForce inForce) {
        return new Forwarding(() -> office.acting().isPresent(), patient, inForce, ports.timer());
    }

    /** The owner of the connections to other brokers. */
    public ClientLoop loop() {
        return ports.loop();
    }

    /** Another set of connections to other brokers; whoever asks closes it. */
    public Network network() {
        return ports.networks().get();
    }

    /**
     * Leaves the cluster: this broker's records in the store are gone when this returns, or go with
     * the session where the store does not answer at once. Not on the lane.
     */
    @Override
    public void close() {
        election.close();
        presence.close();
        present.close();
        follower.close();
        ports.loop().execute(() -> networks.forEach(Network::close));
        CompletableFuture<Void> left = new CompletableFuture<>();
        ports.lane().execute(() -> left.complete(null));
        Timer.Timeout patience = ports.timer().schedule(LEAVE_MS, () -> left.complete(null));
        left.join();
        patience.cancel();
    }
}
