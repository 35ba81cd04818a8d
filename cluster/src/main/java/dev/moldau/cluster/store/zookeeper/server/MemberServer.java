package dev.moldau.cluster.store.zookeeper.server;

import java.io.IOException;
import java.util.function.IntConsumer;
import javax.security.sasl.SaslException;
import org.apache.zookeeper.server.admin.AdminServer.AdminServerException;
import org.apache.zookeeper.server.quorum.QuorumPeer;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/** One server of several. */
final class MemberServer extends QuorumPeerMain implements ServerProgram {

    /** Set before the server starts, by the thread that starts it. */
    private IntConsumer listening = port -> {};

    @Override
    public void run(QuorumPeerConfig config, IntConsumer told)
            throws IOException, AdminServerException {
        listening = told;
        runFromConfig(config);
    }

    @Override
    protected QuorumPeer getQuorumPeer() throws SaslException {
        return new Peer();
    }

    private final class Peer extends QuorumPeer {

        Peer() throws SaslException {}

        @Override
        public synchronized void start() {
            super.start();
            listening.accept(getClientPort());
        }
    }
}
