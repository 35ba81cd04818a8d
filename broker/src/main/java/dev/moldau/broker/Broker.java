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
import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionRegistry;
import dev.moldau.cluster.controller.ControllerCommand;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.NetworkKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
        List<ApiHandler<?, ?>> handlers = new ArrayList<>(BrokerHandlers.all(nodeId, ports, state));
        this.dispatcher =
                new Dispatcher(
                        HandlerRegistry.of(
                                handlers,
                                state.config().get(NetworkKeys.OLD_PROTOCOL_VERSIONS_ENABLE)
                                        ? OldVersions.SERVED
                                        : OldVersions.REFUSED,
                                served -> new ApiVersionsHandler(served, clusterId, nodeId)),
                        ports.clock(),
                        ports.buffers(),
                        RequestElements.ofHeap(ports.heapBytes()));
    }

    /**
     * Starts a broker and waits until its partitions serve.
     *
     * @param config the settings of the file
     * @param ports what it works with
     * @throws dev.moldau.storage.StorageException if the data folder cannot be used
     * @throws UnsupportedSettingException if the configuration asks for what this release does not
     *     do
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
            state.follow(ports.controller().images());
        } catch (RuntimeException | Error e) {
            broker.close();
            throw e;
        }
        return broker;
    }

    /**
     * Makes this broker known to the cluster under these addresses, or under others than before.
     *
     * @return completes when the cluster image shows it
     */
    public CompletableFuture<Void> register(List<Endpoint> endpoints, @Nullable String rack) {
        return ports.controller()
                .submit(new ControllerCommand.RegisterBroker(nodeId, endpoints, rack))
                .thenApply(registration -> null);
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
