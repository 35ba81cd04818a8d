package dev.moldau.client.fake;

import dev.moldau.protocol.ApiKey;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;

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
            @Override
            public void arrive(ByteBuffer frame, Consumer<Reply> then) {
                then.accept(cluster.arrive(id, frame));
            }

            @Override
            public void ended() {}
        };
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
