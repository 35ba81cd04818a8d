package dev.moldau.cluster.store.zookeeper.server;

import java.io.IOException;
import java.util.function.IntConsumer;
import org.apache.zookeeper.server.ServerConfig;
import org.apache.zookeeper.server.ZooKeeperServerMain;
import org.apache.zookeeper.server.admin.AdminServer.AdminServerException;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig;

/** A server alone. */
final class LoneServer extends ZooKeeperServerMain implements ServerProgram {

    /** Set before the server starts, by the thread that starts it. */
    private IntConsumer listening = port -> {};

    @Override
    public void run(QuorumPeerConfig config, IntConsumer told)
            throws IOException, AdminServerException {
        listening = told;
        ServerConfig settings = new ServerConfig();
        settings.readFrom(config);
        runFromConfig(settings);
    }

    @Override
    protected void serverStarted() {
        listening.accept(getClientPort());
    }
}
