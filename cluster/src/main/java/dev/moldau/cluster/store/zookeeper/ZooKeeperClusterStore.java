package dev.moldau.cluster.store.zookeeper;

import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreException;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.cluster.store.StoreRecord;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.common.Clock;
import dev.moldau.common.Lane;
import dev.moldau.common.config.BrokerConfig;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;

/**
 * The store of a cluster, on a ZooKeeper ensemble. Records are nodes under {@code
 * CHROOT/moldau/records}; several clusters share an ensemble by their chroots.
 *
 * <p>A call waits at most {@code zookeeper.connection.timeout.ms} for a connection and an answer. A
 * read is made again until then, whatever happens to connection and session. A commit belongs to
 * the session that it began in: as long as that goes on, a lost answer is found out, see {@link
 * Session}; when the session ends too, the call says that the outcome is not known.
 *
 * <p>Commits go one after the other, under a lock; reads do not wait for them.
 */
public final class ZooKeeperClusterStore implements ClusterStore {

    private final ZooKeeperSettings settings;
    private final Clock clock;
    private final NodePaths paths;
    private final ChangeSignals changes;
    private final Sessions sessions;
    private final Calls calls;
    private final Commits commits;

    private ZooKeeperClusterStore(ZooKeeperSettings settings, Clock clock, Lane lane) {
        this.settings = settings;
        this.clock = clock;
        this.paths = new NodePaths(settings.connect().chroot());
        this.changes = new ChangeSignals(lane);
        this.sessions = new Sessions(settings, paths, lane, changes);
        this.calls = new Calls(sessions);
        this.commits = new Commits(sessions, calls, paths, settings.maxRequestBytes());
    }

    /**
     * Connects with the ensemble that {@code zookeeper.connect} names, and makes the cluster's
     * folders in it if they are not there. Waits at most {@code zookeeper.connection.timeout.ms}.
     *
     * @param config the broker's settings
     * @param clock what deadlines are measured with
     * @param lane the thread that follows the sessions and calls the listeners; the caller closes
     *     it after the store
     * @throws dev.moldau.cluster.store.StoreUnavailableException if the ensemble does not answer in
     *     time or refuses; nothing is left open
     * @throws dev.moldau.common.config.InvalidConfigException if the settings are wrong or do not
     *     fit together
     */
    public static ZooKeeperClusterStore open(BrokerConfig config, Clock clock, Lane lane) {
        ZooKeeperSettings settings = ZooKeeperSettings.of(config);
        ZooKeeperClusterStore opened = new ZooKeeperClusterStore(settings, clock, lane);
        try {
            opened.sessions.start();
            opened.sessions.await(null, opened.deadline());
            return opened;
        } catch (StoreException e) {
            opened.close();
            throw e;
        }
    }

    private Deadline deadline() {
        return Deadline.in(clock, settings.callTimeoutMs());
    }

    @Override
    public Optional<StoreRecord> read(StoreKey key) {
        String path = paths.record(key);
        try {
            return calls.untilAnswered(deadline(), handle -> Requests.readNewest(handle, path))
                    .map(node -> record(key, node));
        } catch (KeeperException e) {
            throw sessions.ensemble().refused(e);
        }
    }

    private static StoreRecord record(StoreKey key, Requests.Node node) {
        return new StoreRecord(key, node.data(), node.version());
    }

    @Override
    public List<StoreRecord> list(String collection) {
        try {
            return calls.untilAnswered(deadline(), handle -> listed(handle, collection));
        } catch (KeeperException e) {
            throw sessions.ensemble().refused(e);
        }
    }

    private CompletableFuture<List<StoreRecord>> listed(ZooKeeper handle, String collection) {
        return Requests.namesNewest(handle, paths.collection(collection))
                .thenCompose(nodes -> records(handle, collection, nodes.orElse(List.of())));
    }

    /** All are asked for at once; the answers come in turn. */
    private CompletableFuture<List<StoreRecord>> records(
            ZooKeeper handle, String collection, List<String> nodes) {
        List<CompletableFuture<Optional<StoreRecord>>> reads =
                nodes.stream()
                        .map(node -> new StoreKey(collection, NodeNames.decode(node)))
                        .map(key -> found(handle, key))
                        .toList();
        return CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new))
                .thenApply(
                        _ ->
                                reads.stream()
                                        .flatMap(read -> read.join().stream())
                                        .sorted(Comparator.comparing(StoreRecord::key))
                                        .toList());
    }

    /** A record that may have gone since its name was read. */
    private CompletableFuture<Optional<StoreRecord>> found(ZooKeeper handle, StoreKey key) {
        return Requests.read(handle, paths.record(key))
                .thenApply(node -> node.map(there -> record(key, there)));
    }

    @Override
    public void commit(List<? extends StoreWrite> writes) {
        if (!writes.isEmpty()) {
            commits.commit(new Transaction(writes, paths, sessions.ensemble().acl()), deadline());
        }
    }

    @Override
    public void onChange(String collection, Runnable somethingChanged) {
        changes.subscribe(collection, somethingChanged);
    }

    @Override
    public void onSessionEnd(Runnable ephemeralRecordsGone) {
        sessions.onEnd(ephemeralRecordsGone);
    }

    /** Ends the session; waits until ZooKeeper knows, or does not answer in time. */
    @Override
    public void close() {
        sessions.close();
    }

    @Override
    public String toString() {
        return "cluster store on ZooKeeper at " + settings.connect();
    }
}
