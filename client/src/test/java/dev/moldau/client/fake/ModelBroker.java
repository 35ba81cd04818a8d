package dev.moldau.client.fake;

import dev.moldau.protocol.ApiKey;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A broker of the model: where it listens, whether it runs, what it serves. */
public final class ModelBroker implements SimHost {

    /** Whether a broker runs. */
    public enum Condition {
        /** It does. */
        UP,
        /** Connections stay open and nothing is handled, as after SIGSTOP. */
        PAUSED,
        /** Connections end and none can be opened. */
        DOWN
    }

    private final FakeCluster cluster;
    private final int id;
    private final Map<ApiKey, Integer> arrivals = new EnumMap<>(ApiKey.class);
    private final FakeVersions versions = new FakeVersions();
    private String host;
    private int port;
    private Condition condition = Condition.UP;

    ModelBroker(FakeCluster cluster, int id, String host, int port) {
        this.cluster = cluster;
        this.id = id;
        this.host = host;
        this.port = port;
    }

    /** Its id. */
    public int id() {
        return id;
    }

    /** Where it listens. */
    public String host() {
        return host;
    }

    /** Where it listens. */
    public int port() {
        return port;
    }

    /** What it serves; may be changed. */
    public FakeVersions versions() {
        return versions;
    }

    @Override
    public Condition condition() {
        return condition;
    }

    @Override
    public OptionalInt highestCommon(ApiKey api, int lowest, int highest) {
        return versions.highestCommon(api, lowest, highest);
    }

    @Override
    public Link accept() {
        return new Link() {
            private final ArrayDeque<Slot> slots = new ArrayDeque<>();

            @Override
            public void arrive(ByteBuffer frame, Consumer<Reply> then) {
                Slot slot = new Slot(then);
                slots.addLast(slot);
                Reply reply = cluster.arrive(id, frame);
                if (reply instanceof Reply.Later later) {
                    later.when().accept(known -> fill(slot, known));
                } else {
                    fill(slot, reply);
                }
            }

            private void fill(Slot slot, Reply reply) {
                slot.reply = reply;
                Slot first;
                while ((first = slots.peekFirst()) != null && first.reply != null) {
                    slots.removeFirst();
                    first.then.accept(first.reply);
                }
            }

            @Override
            public void ended() {
                slots.clear();
            }
        };
    }

    /** A request whose reply waits for those before it. */
    private static final class Slot {
        final Consumer<Reply> then;
        @Nullable Reply reply;

        Slot(Consumer<Reply> then) {
            this.then = then;
        }
    }

    /** How many requests of an API have arrived. */
    public int arrivals(ApiKey api) {
        return arrivals.getOrDefault(api, 0);
    }

    int arrived(ApiKey api) {
        int before = arrivals(api);
        arrivals.put(api, before + 1);
        return before;
    }

    void condition(Condition next) {
        condition = next;
    }

    void address(String newHost, int newPort) {
        host = newHost;
        port = newPort;
    }
}
