package dev.moldau.cluster.store.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.moldau.cluster.OneThreadLane;
import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.common.SystemClock;
import dev.moldau.common.config.BrokerConfig;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Stores on ZooKeeper with a lane each; closing this closes them. */
final class StoresUnderTest implements AutoCloseable {

    static final StoreKey A = new StoreKey("things", "a");
    static final StoreKey B = new StoreKey("things", "b");

    private final Deque<Runnable> ends = new ArrayDeque<>();

    ClusterStore open(String connect, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>();
        settings.put("zookeeper.connect", connect);
        settings.putAll(more);
        OneThreadLane lane = new OneThreadLane("zookeeper-" + ends.size());
        ends.push(lane::close);
        ClusterStore store =
                ZooKeeperClusterStore.open(BrokerConfig.of(settings), new SystemClock(), lane);
        ends.push(store::close);
        return store;
    }

    static StoreWrite creation(StoreKey key, String value) {
        return new StoreWrite.Create(key, value.getBytes(UTF_8));
    }

    static StoreWrite ephemeral(StoreKey key) {
        return new StoreWrite.CreateEphemeral(key, "alive".getBytes(UTF_8));
    }

    static StoreWrite replace(StoreKey key, String value) {
        return new StoreWrite.Replace(key, value.getBytes(UTF_8), StoreWrite.ANY_VERSION);
    }

    static String value(ClusterStore store, StoreKey key) {
        return store.read(key)
                .map(r -> new String(r.value(), UTF_8) + "@" + r.version())
                .orElse("none");
    }

    @Override
    public void close() {
        while (!ends.isEmpty()) {
            ends.pop().run();
        }
    }
}
