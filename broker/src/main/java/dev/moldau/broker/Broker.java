package dev.moldau.broker;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.ApiVersionsHandler;
import dev.moldau.broker.api.Dispatcher;
import dev.moldau.broker.api.HandlerRegistry;
import dev.moldau.broker.api.OldVersions;
import dev.moldau.broker.api.RequestElements;
import dev.moldau.broker.fetch.FetchSessionCache;
import dev.moldau.broker.group.GroupCoordinator;
import dev.moldau.broker.lane.BatchingLane;
import dev.moldau.broker.member.ClusterMember;
import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionFigures;
import dev.moldau.broker.partition.PartitionRegistry;
import dev.moldau.broker.replication.Replication;
import dev.moldau.broker.replication.ReplicationCounters;
import dev.moldau.cluster.controller.ControllerCommand;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.cluster.image.ImageFigures;
import dev.moldau.common.Timer;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.NetworkKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A whole broker minus sockets. The server feeds its {@link #dispatcher} with frames.
 *
 * <p>Life: {@link #start} opens the logs and returns when every partition of the cluster image
 * serves; {@link #register} makes the broker known to the cluster, once its sockets are bound;
 * {@link #close} ends service in good order, after the server has stopped bringing requests.
 * Started and closed by one thread.
 */
public final class Broker implements AutoCloseable {

    /** How long a broker that starts looks for a controller, in milliseconds. */
    private static final long CONTROLLER_MS = 60_000;

    private final BrokerPorts ports;
    private final int nodeId;
    private final BrokerState state;
    private final Dispatcher dispatcher;
    private boolean closed;

    private Broker(BrokerPorts ports, int nodeId, BrokerState state) {
        this.ports = ports;
        this.nodeId = nodeId;
        this.state = state;
        String clusterId = ports.controller().images().current().clusterId();
        this.dispatcher =
                dispatcher(
                        BrokerHandlers.all(
                                nodeId, ports, state, handlers -> dispatcher(handlers, clusterId)),
                        clusterId);
    }

    private Dispatcher dispatcher(List<ApiHandler<?, ?>> handlers, String clusterId) {
        BrokerConfig config = state.config();
        return new Dispatcher(
                HandlerRegistry.of(
                        handlers,
                        config.get(NetworkKeys.OLD_PROTOCOL_VERSIONS_ENABLE)
                                ? OldVersions.SERVED
                                : OldVersions.REFUSED,
                        ports.member().isPresent() ? config.interBrokerListener().name() : "",
                        served -> new ApiVersionsHandler(served, clusterId, nodeId)),
                ports.clock(),
                ports.buffers(),
                RequestElements.ofHeap(ports.heapBytes()));
    }

    /**
     * Starts a broker and waits until its partitions serve, those that others lead excepted. The
     * member of a cluster waits until there is a controller.
     *
     * @param config the settings of the file
     * @param ports what it works with
     * @throws dev.moldau.storage.StorageException if the data folder cannot be used
     * @throws UnsupportedSettingException if the configuration asks for what this release does not
     *     do
     * @throws NoControllerException if no controller could be found
     */
    public static Broker start(BrokerConfig config, BrokerPorts ports) {
        List<String> folders = config.logDirs();
        if (folders.size() != 1) {
            throw new UnsupportedSettingException(
                    "log.dirs names "
                            + folders.size()
                            + " folders; this release keeps its logs in exactly one");
        }
        BrokerState state = BrokerState.open(Path.of(folders.getFirst()), config, ports);
        Broker broker = new Broker(ports, config.nodeId(), state);
        try {
            ports.member().ifPresent(member -> findController(member, ports.timer()));
            state.follow(ports.controller().images());
        } catch (RuntimeException | Error e) {
            broker.close();
            throw e;
        }
        return broker;
    }

    private static void findController(ClusterMember member, Timer timer) {
        member.begin();
        CompletableFuture<ClusterImage> found = member.firstImage();
        Timer.Timeout timeout =
                timer.schedule(
                        CONTROLLER_MS,
                        () -> found.completeExceptionally(new TimeoutException("no image")));
        try {
            found.join();
        } catch (CompletionException e) {
            throw new NoControllerException(CONTROLLER_MS, e);
        } finally {
            timeout.cancel();
        }
    }

    /**
     * Makes this broker known to the cluster under these addresses, or under others than before.
     *
     * @return completes when the cluster image shows it
     */
    public CompletableFuture<Void> register(List<Endpoint> endpoints, @Nullable String rack) {
        if (ports.member().isEmpty()) {
            return ports.controller()
                    .submit(new ControllerCommand.RegisterBroker(nodeId, endpoints, rack))
                    .thenApply(registration -> null);
        }
        return ports.member()
                .get()
                .announce(
                        endpoints,
                        rack,
                        state.directory().directoryId(),
                        state.directory().closedInEpoch())
                .thenCompose(image -> state.host().whenApplied(image.version()))
                .thenApply(applied -> null);
    }

    /**
     * Has other brokers lead what this one leads, as far as there are others; a broker that is
     * alone has none. Serves on meanwhile.
     *
     * @return completes when that is done; to be waited for no longer than one wants to
     */
    public CompletableFuture<Void> depart() {
        return ports.member().isEmpty()
                ? CompletableFuture.completedFuture(null)
                : ports.member()
                        .get()
                        .depart()
                        .thenCompose(image -> state.host().whenApplied(image.version()))
                        .thenApply(applied -> null);
    }

    /** Where requests go in. */
    public Dispatcher dispatcher() {
        return dispatcher;
    }

    /** The partitions that this broker has. */
    public PartitionRegistry partitions() {
        return state.partitions();
    }

    /** The cluster as this broker sees it. */
    public ClusterImage image() {
        return ports.controller().images().current();
    }

    /** How it stands; counts all its partitions, and all of the cluster. Any thread. */
    public BrokerFigures figures() {
        return new BrokerFigures(
                PartitionFigures.of(state.partitions()),
                ImageFigures.of(image()),
                ports.member().map(ClusterMember::imageAgeMs).orElse(0L),
                state.inSyncChanges().shrinks(),
                state.inSyncChanges().expands(),
                state.replication().map(Replication::counters).orElseGet(ReplicationCounters::new));
    }

    /** The group coordinator. */
    public GroupCoordinator groups() {
        return state.groups();
    }

    /** The incremental fetch sessions. */
    public FetchSessionCache fetchSessions() {
        return state.fetchSessions();
    }

    /** The lanes that own partitions, for their figures. */
    public List<BatchingLane> partitionLanes() {
        return state.partitionLanes();
    }

    /**
     * Answers those whom nothing but time or others would answer, because the broker stops: long
     * polls get what is there, members of groups are told that the coordinator is elsewhere. Any
     * thread.
     */
    public void answerWaiting() {
        state.groups().resignAll();
        state.partitions().forEach(Partition::dismissWatches);
    }

    /** Ends service in good order: groups, partitions, lanes, data folder. Idempotent. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            state.close();
        }
    }
}
