package dev.moldau.client.producer.send;

import dev.moldau.client.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The brokers that lead, or have led, partitions of this producer. */
final class Nodes {

    private final SendContext context;
    private final Map<Integer, NodeSender> byId = new HashMap<>();

    Nodes(SendContext context) {
        this.context = context;
    }

    /** The sender to this broker; follows it when its address changes. */
    NodeSender of(Node node) {
        NodeSender sender = byId.computeIfAbsent(node.id(), id -> new NodeSender(context, node));
        sender.moveTo(node);
        return sender;
    }

    /** The sender to the broker, if there is any. */
    @Nullable NodeSender find(Node node) {
        return byId.get(node.id());
    }

    /** All of them. */
    List<NodeSender> all() {
        return new ArrayList<>(byId.values());
    }
}
