package dev.moldau.cluster.store.zookeeper;

import dev.moldau.cluster.store.StoreUnavailableException;
import java.util.List;
import org.apache.curator.CuratorZookeeperClient;
import org.apache.curator.ensemble.fixed.FixedEnsembleProvider;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.utils.ZookeeperFactory;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * The connection to the ensemble: Curator keeps a handle of ZooKeeper's client and makes a new one
 * when the session has expired. Also says what is wrong with the ensemble, with its address and
 * what to check.
 */
final class EnsembleClient {

    private static final int UNUSED_RETRY_MS = 1;

    private final ZooKeeperSettings settings;
    private final CuratorZookeeperClient client;

    /**
     * @param settings where the ensemble is and how to speak with it
     * @param stateWatcher told of connections and sessions, on a thread of ZooKeeper's client
     */
    EnsembleClient(ZooKeeperSettings settings, Watcher stateWatcher) {
        this.settings = settings;
        this.client =
                new CuratorZookeeperClient(
                        new Handles(settings),
                        new FixedEnsembleProvider(settings.connect().ensemble(), false),
                        settings.sessionTimeoutMs(),
                        settings.callTimeoutMs(),
                        stateWatcher,
                        // Its own calls are not used: Transaction and the store retry.
                        new RetryOneTime(UNUSED_RETRY_MS),
                        false);
    }

    /** Makes the handles, each with our credentials before its first request. */
    private record Handles(ZooKeeperSettings settings) implements ZookeeperFactory {
        @Override
        public ZooKeeper newZooKeeper(
                String ensemble, int sessionTimeoutMs, Watcher watcher, boolean canBeReadOnly)
                throws Exception {
            ZKClientConfig config = settings.clientConfig();
            ZooKeeper handle =
                    new ZooKeeper(ensemble, sessionTimeoutMs, watcher, canBeReadOnly, config);
            settings.digest().ifPresent(d -> handle.addAuthInfo("digest", d));
            return handle;
        }
    }

    void start() {
        try {
            client.start();
        } catch (Exception e) {
            throw new StoreUnavailableException(
                    "ZooKeeper's client cannot start for " + this + ": " + e.getMessage(), e);
        }
    }

    /** The handle of the newest session, whether it is connected or not. */
    ZooKeeper handle() {
        try {
            return client.getZooKeeper();
        } catch (Exception e) {
            // Curator declares what its watchers may have thrown; ours only pass events on.
            throw new IllegalStateException("no handle for " + this, e);
        }
    }

    /** Who may do what with the nodes that we make. */
    List<ACL> acl() {
        return settings.setAcl() ? ZooDefs.Ids.CREATOR_ALL_ACL : ZooDefs.Ids.OPEN_ACL_UNSAFE;
    }

    StoreUnavailableException unreachable(@Nullable Throwable cause) {
        return new StoreUnavailableException(
                "ZooKeeper at "
                        + this
                        + " did not answer within "
                        + settings.callTimeoutMs()
                        + " ms. Check that most of its servers run, that they can be reached from"
                        + " here, and that zookeeper.connect names their "
                        + (settings.secure()
                                ? "secureClientPort and the certificates fit (zookeeper.ssl.*)."
                                : "clientPort; a TLS port needs zookeeper.ssl.client.enable."),
                cause);
    }

    StoreUnavailableException refused(KeeperException e) {
        String remedy =
                switch (e.code()) {
                    case NOAUTH ->
                            "Another identity made these nodes: give this broker the same"
                                    + " zookeeper.digest.* (or JAAS Client section, or certificate) as"
                                    + " the cluster's others have.";
                    case AUTHFAILED ->
                            "It does not accept who we say we are: check zookeeper.digest.* and"
                                    + " the Client section of the JAAS file, then start again.";
                    case INVALIDACL ->
                            "It knows no identity of this broker that a right could be given to:"
                                    + " set zookeeper.digest.* or zookeeper.set.acl=false.";
                    default -> "See ZooKeeper's own log for the reason.";
                };
        return new StoreUnavailableException(
                "ZooKeeper at " + this + " refuses: " + e.getMessage() + ". " + remedy, e);
    }

    StoreUnavailableException outcomeUnknown(KeeperException e) {
        return new StoreUnavailableException(
                "The session with ZooKeeper at "
                        + this
                        + " ended during a write; whether it took place shows when it is read."
                        + " Check for long pauses of this process and of the network, or raise"
                        + " zookeeper.session.timeout.ms.",
                e);
    }

    StoreUnavailableException interrupted(InterruptedException e) {
        return new StoreUnavailableException(
                "The wait for ZooKeeper at " + this + " was interrupted.", e);
    }

    void close() {
        client.close();
    }

    @Override
    public String toString() {
        return settings.connect().toString();
    }
}
