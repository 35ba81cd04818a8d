package dev.moldau.client.fake;

import dev.moldau.protocol.ApiKey;
import java.util.EnumMap;
import java.util.Map;

/** A broker of the model: where it listens, whether it runs, what it serves. */
public final class ModelBroker {

    /** Whether a broker runs. */
    public enum Condition {
        /** It does. */
        UP,
        /** Connections stay open and nothing is handled, as after SIGSTOP. */
        PAUSED,
        /** Connections end and none can be opened. */
        DOWN
    }

    private final int id;
    private final Map<ApiKey, Integer> arrivals = new EnumMap<>(ApiKey.class);
    private final FakeVersions versions = new FakeVersions();
    private String host;
    private int port;
    private Condition condition = Condition.UP;

    ModelBroker(int id, String host, int port) {
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

    /** Whether it runs. */
    public Condition condition() {
        return condition;
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
