package dev.moldau.simulation.load;

import dev.moldau.client.fake.ModelBroker.Condition;
import dev.moldau.client.fake.Reply;
import dev.moldau.client.fake.SimHost;
import dev.moldau.client.fake.SimHosts;
import dev.moldau.protocol.ApiKey;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The hosts as one client reaches them: while the way is cut, a host that is up seems to stand
 * still, and what either side sends waits for the way, as TCP's segments do.
 */
final class Reach implements SimHosts {

    private final SimHosts hosts;
    private final Map<SimHost, Distant> distant = new LinkedHashMap<>();
    private final List<Listener> listeners = new ArrayList<>();
    private final Deque<Runnable> answersOnTheWay = new ArrayDeque<>();
    private boolean cut;

    Reach(SimHosts hosts) {
        this.hosts = hosts;
        hosts.listen((host, condition) -> changed(distant(host)));
    }

    void cut() {
        cut = true;
    }

    void heal() {
        if (!cut) {
            return;
        }
        cut = false;
        while (!answersOnTheWay.isEmpty()) {
            answersOnTheWay.remove().run();
        }
        hosts.all().forEach(host -> changed(distant(host)));
    }

    private void changed(Distant host) {
        Condition now = host.condition();
        listeners.forEach(listener -> listener.changed(host, now));
    }

    private Distant distant(SimHost host) {
        return distant.computeIfAbsent(host, Distant::new);
    }

    @Override
    public @Nullable SimHost hostAt(String host, int port) {
        SimHost found = hosts.hostAt(host, port);
        return found == null ? null : distant(found);
    }

    @Override
    public List<SimHost> all() {
        return hosts.all();
    }

    @Override
    public void listen(Listener listener) {
        listeners.add(listener);
    }

    private final class Distant implements SimHost {

        private final SimHost host;

        Distant(SimHost host) {
            this.host = host;
        }

        @Override
        public Condition condition() {
            Condition there = host.condition();
            return cut && there == Condition.UP ? Condition.PAUSED : there;
        }

        @Override
        public OptionalInt highestCommon(ApiKey api, int lowest, int highest) {
            return host.highestCommon(api, lowest, highest);
        }

        @Override
        public Link accept() {
            Link link = host.accept();
            return new Link() {
                @Override
                public void arrive(ByteBuffer frame, Consumer<Reply> then) {
                    link.arrive(frame, reply -> back(() -> then.accept(reply)));
                }

                @Override
                public void ended() {
                    link.ended();
                }
            };
        }
    }

    private void back(Runnable answer) {
        if (cut) {
            answersOnTheWay.add(answer);
        } else {
            answer.run();
        }
    }
}
