package dev.moldau.client.metadata;

import dev.moldau.client.Node;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who may be asked: the addresses to begin with until a broker has answered, the brokers of the
 * view from then on; and the addresses to begin with again if no broker answers for too long
 * (KIP-899, KIP-1102) or a broker says so (KIP-1242), unless the settings forbid it. Confined to
 * the loop.
 */
final class Candidates {

    private static final Logger LOG = LoggerFactory.getLogger(Candidates.class);

    private final List<Node> bootstrap;
    private final MetadataSettings settings;
    private final Supplier<ClusterView> view;
    private boolean bootstrapping = true;
    private boolean waiting;
    private long waitingSinceMs;

    Candidates(List<Node> bootstrap, MetadataSettings settings, Supplier<ClusterView> view) {
        if (bootstrap.isEmpty()) {
            throw new IllegalArgumentException("no address to begin with; set bootstrap.servers");
        }
        this.bootstrap = List.copyOf(bootstrap);
        this.settings = settings;
        this.view = view;
    }

    /** A search for a broker to ask begins. */
    void begin(long nowMs) {
        if (!waiting) {
            waiting = true;
            waitingSinceMs = nowMs;
        }
    }

    /** The search ended without a question. */
    void end() {
        waiting = false;
    }

    /** A broker gave a good answer. */
    void answered() {
        waiting = false;
        bootstrapping = false;
    }

    /** The nodes to choose from now. */
    Collection<Node> now(long nowMs) {
        long waitedMs = waiting ? nowMs - waitingSinceMs : 0;
        if (!bootstrapping && waiting && waitedMs >= settings.rebootstrapTriggerMs()) {
            rebootstrap(nowMs, "no broker has answered for " + waitedMs + " ms");
        }
        return bootstrapping ? bootstrap : view.get().brokers().values();
    }

    /** Begins again, if the settings allow it. */
    void rebootstrap(long nowMs, String reason) {
        if (settings.recovery() == RecoveryStrategy.REBOOTSTRAP) {
            LOG.warn("beginning again from bootstrap.servers: {}", reason);
            bootstrapping = true;
            waitingSinceMs = nowMs;
        }
    }
}
