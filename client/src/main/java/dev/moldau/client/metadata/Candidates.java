package dev.moldau.client.metadata;

import dev.moldau.client.Node;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who may be asked: the addresses to begin with until a broker has answered, the brokers of the
 * view from then on. Unless the settings forbid it, the addresses to begin with join them when none
 * of them can be connected (KIP-899), and take their place when no broker answers for too long
 * (KIP-1102) or a broker says so (KIP-1242). Confined to the loop.
 */
final class Candidates {

    private static final Logger LOG = LoggerFactory.getLogger(Candidates.class);

    private final List<Node> bootstrap;
    private final MetadataSettings settings;
    private final Supplier<ClusterView> view;
    private boolean bootstrapping = true;
    private boolean widened;
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
        widened = false;
    }

    /** The nodes to choose from now. */
    Collection<Node> now(long nowMs) {
        long waitedMs = waiting ? nowMs - waitingSinceMs : 0;
        if (!bootstrapping && waiting && waitedMs >= settings.rebootstrapTriggerMs()) {
            rebootstrap(nowMs, "no broker has answered for " + waitedMs + " ms");
        }
        Collection<Node> known = view.get().brokers().values();
        if (bootstrapping) {
            return bootstrap;
        }
        return widened ? Stream.concat(known.stream(), bootstrap.stream()).toList() : known;
    }

    /**
     * None of those to choose from can be connected now. A cluster that has grown since the last
     * answer may live on with others.
     *
     * @return whether there are more to choose from than before
     */
    boolean widen() {
        boolean more =
                settings.recovery() == RecoveryStrategy.REBOOTSTRAP && !bootstrapping && !widened;
        widened |= more;
        return more;
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
