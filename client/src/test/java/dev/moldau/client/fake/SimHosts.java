package dev.moldau.client.fake;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The brokers that a simulated network leads to. */
public interface SimHosts {

    /** Who listens there, if anybody ever does. */
    @Nullable SimHost hostAt(String host, int port);

    /** All that there are, whether they run or not. */
    List<SimHost> all();

    /** Adds who is told when a host stops, pauses or goes on; for good. */
    void listen(Listener listener);

    /** Told of a host that has changed. */
    interface Listener {

        /** The condition that it has from now on. */
        void changed(SimHost host, ModelBroker.Condition condition);
    }
}
