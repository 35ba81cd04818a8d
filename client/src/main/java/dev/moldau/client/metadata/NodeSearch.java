package dev.moldau.client.metadata;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import dev.moldau.common.Timer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds a broker that can be asked at once: the least busy one that is connected, else the first
 * that lets itself be connected. A candidate that does not answer the connection attempt within a
 * second does not hold up the search: the next one is tried beside it, so that a dead address among
 * {@code bootstrap.servers} costs a second and not a connection time-out. Several may seek at the
 * same time; all get the first that is found. Confined to the loop.
 */
final class NodeSearch implements Network.Listener {

    private static final long PATIENCE_MS = 1_000;

    private final ClientLoop loop;
    private final Network network;
    private final Supplier<Collection<Node>> candidates;
    private final BooleanSupplier widen;
    private final BrokerTries tries;
    private final Set<Node> opening = new LinkedHashSet<>();
    private final List<Consumer<Node>> seekers = new ArrayList<>();
    private Timer.@Nullable Timeout timer;

    /**
     * A search that has not begun.
     *
     * @param candidates asked anew for every step, as the brokers to choose from may change
     * @param widen asked when none of them can be connected now: whether there are more
     */
    NodeSearch(
            ClientLoop loop,
            Network network,
            Supplier<Collection<Node>> candidates,
            BooleanSupplier widen,
            BrokerTries tries) {
        this.loop = loop;
        this.network = network;
        this.candidates = candidates;
        this.widen = widen;
        this.tries = tries;
    }

    /** Looks for a broker until one is found; told at once if one is ready. */
    void begin(Consumer<Node> found) {
        seekers.add(found);
        step();
    }

    /** Stops looking. */
    void cancel() {
        seekers.clear();
        opening.clear();
        cancelTimer();
    }

    private void step() {
        cancelTimer();
        if (seekers.isEmpty()) {
            return;
        }
        Collection<Node> nodes = candidates.get();
        Optional<Node> ready = network.leastBusy(nodes).filter(network::isReady);
        if (ready.isPresent()) {
            finish(ready.get());
            return;
        }
        List<Node> rest = new ArrayList<>(nodes);
        rest.removeAll(opening);
        Optional<Node> next = network.leastBusy(rest);
        if (next.isEmpty() && opening.isEmpty() && widen.getAsBoolean()) {
            step();
            return;
        }
        next.ifPresent(opening::add);
        // Opening one that is being opened does nothing, unless its attempt ended unnoticed.
        opening.forEach(network::connect);
        timer = loop.schedule(next.isPresent() ? PATIENCE_MS : pauseMs(rest), this::step);
    }

    /** Until one of those that cannot be connected now can be, but never long. */
    private long pauseMs(List<Node> rest) {
        long pauseMs = PATIENCE_MS;
        for (Node node : rest) {
            pauseMs = Math.min(pauseMs, network.backoffMs(node));
        }
        return Math.max(1, pauseMs);
    }

    private void finish(Node node) {
        List<Consumer<Node>> found = List.copyOf(seekers);
        cancel();
        found.forEach(seeker -> seeker.accept(node));
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    @Override
    public void ready(Node node) {
        if (!seekers.isEmpty() && candidates.get().contains(node)) {
            finish(node);
        }
    }

    @Override
    public void lost(Node node, ClientException cause, int attempts) {
        if (!seekers.isEmpty() && candidates.get().contains(node)) {
            opening.remove(node);
            tries.failed(node, String.valueOf(cause.getMessage()));
            step();
        }
    }
}
