package dev.moldau.cluster.store.zookeeper;

import org.apache.zookeeper.ZooKeeper;

/**
 * A session that has begun: its layout is there and its watch is set.
 *
 * <p>It has a node of its own, whose version counts its commits: each commit raises it by one, on
 * the condition that nobody raised it before. A commit whose answer was lost is simply sent again.
 * If the first one took place, the condition fails and nothing is done twice:
 *
 * <ol>
 *   <li>The commit is sent with "my node is at 7, make it 8". The connection breaks.
 *   <li>ZooKeeper closes the old connection before it lets the session on by a new one, so nothing
 *       that was sent by the old one happens from now on.
 *   <li>The same is sent again. Either it is done now, or the node is at 8 already, because the
 *       first one was done.
 * </ol>
 *
 * <p>The count is guarded by the lock that the store holds for a commit.
 */
final class Session {

    /** The count is not known: nothing was committed yet, or nobody waited for the outcome. */
    static final int UNKNOWN = -1;

    private final ZooKeeper handle;
    private final long id;
    private final String node;
    private int commits = UNKNOWN;

    /**
     * @param handle what speaks for it
     * @param node its own node
     */
    Session(ZooKeeper handle, String node) {
        this.handle = handle;
        this.id = handle.getSessionId();
        this.node = node;
    }

    ZooKeeper handle() {
        return handle;
    }

    long id() {
        return id;
    }

    String node() {
        return node;
    }

    int commits() {
        return commits;
    }

    void commits(int counted) {
        commits = counted;
    }
}
