package dev.moldau.client.scripted;

import dev.moldau.client.Node;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.MetadataResponse;
import java.util.ArrayList;
import java.util.List;

/** Metadata answers and who is in them. */
public final class Answers {

    /** The first address to begin with. */
    public static final Node A = new Node(-1, "a", 9092, null);

    public static final Node B = new Node(-2, "b", 9092, null);
    public static final Node ONE = new Node(1, "one", 9092, null);
    public static final Node TWO = new Node(2, "two", 9092, null);
    public static final Uuid ID = new Uuid(7, 7);
    public static final Uuid OTHER_ID = new Uuid(8, 8);

    private Answers() {}

    /** Brokers 1 and 2, and the topics. */
    public static MetadataResponse of(MetadataResponse.Topic... topics) {
        return of(ErrorCode.NONE, List.of(ONE, TWO), topics);
    }

    /** These brokers, of which 1 is the controller, and the topics. */
    public static MetadataResponse of(
            ErrorCode error, List<Node> brokers, MetadataResponse.Topic... topics) {
        return new MetadataResponse(
                0,
                brokers.stream()
                        .map(
                                node ->
                                        new MetadataResponse.Broker(
                                                node.id(), node.host(), node.port(), node.rack()))
                        .toList(),
                "cluster",
                1,
                List.of(topics),
                Integer.MIN_VALUE,
                error.code());
    }

    /** A topic whose partitions have these leaders, in this epoch. */
    public static MetadataResponse.Topic topic(String name, Uuid id, int epoch, int... leaders) {
        List<MetadataResponse.Partition> partitions = new ArrayList<>();
        for (int i = 0; i < leaders.length; i++) {
            partitions.add(
                    new MetadataResponse.Partition(
                            (short) 0,
                            i,
                            leaders[i],
                            epoch,
                            List.of(1, 2),
                            List.of(1, 2),
                            List.of()));
        }
        return new MetadataResponse.Topic(
                (short) 0, name, id, false, partitions, Integer.MIN_VALUE);
    }

    /** A topic that cannot be described. */
    public static MetadataResponse.Topic error(String name, ErrorCode error) {
        return MetadataResponse.Topic.error(name, Uuid.ZERO, error);
    }
}
