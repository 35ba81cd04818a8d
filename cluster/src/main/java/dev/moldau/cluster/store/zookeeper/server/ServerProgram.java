package dev.moldau.cluster.store.zookeeper.server;

import java.io.IOException;
import java.util.function.IntConsumer;
import org.apache.zookeeper.server.admin.AdminServer.AdminServerException;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig;

/** One of ZooKeeper's two programs: for a server alone, and for one of several. */
interface ServerProgram {

    /**
     * Serves until {@link #close}, on the calling thread.
     *
     * @param listening told the port for clients, once it is open
     */
    void run(QuorumPeerConfig config, IntConsumer listening)
            throws IOException, AdminServerException;

    /** Ends it. Another thread. */
    void close();
}
