package dev.moldau.client.producer.send;

import dev.moldau.client.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The brokers that lead, or have led, partitions of this producer. */
final class Nodes {

    private final SendContext context;
    private final Consumer<NodeSender> moved;
    private final Map<Integer, NodeSender> byId = new HashMap<>();

    /**
     * @param moved told of those that are to be found elsewhere from now on
     */
    Nodes(SendContext context, Consumer<NodeSender> moved) {
        this.context = context;
        this.moved = moved;
    }

    /** The sender to this broker; follows it when its address changes. */
    NodeSender of(Node node) {
        NodeSender sender = byId.computeIfAbsent(node.id(), id -> new NodeSender(context, node));
        if (!sender.isAt(node)) {
            sender.moveTo(node);
            moved.accept(sender);
        }
        return sender;
    }

    /** The sender to the broker at that address, if there is any. */
    @Nullable NodeSender find(Node node) {
        NodeSender sender = byId.get(node.id());
        return sender != null && sender.isAt(node) ? sender : null;
    }

    /** All of them. */
    List<NodeSender> all() {
        return new ArrayList<>(byId.values());
    }
}
