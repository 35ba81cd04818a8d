package dev.moldau.simulation.net;

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
 * The hosts as one machine reaches them: while the way to one is cut, it seems to stand still, and
 * what is sent in a direction that is cut waits for the way, as TCP's segments do.
 */
public final class Reach implements SimHosts {

    private final SimHosts hosts;
    private final Wires wires;
    private final Object self;
    private final Map<SimHost, Distant> distant = new LinkedHashMap<>();
    private final List<Listener> listeners = new ArrayList<>();

    /**
     * @param self the machine from which the hosts are reached
     */
    public Reach(SimHosts hosts, Wires wires, Object self) {
        this.hosts = hosts;
        this.wires = wires;
        this.self = self;
        hosts.listen((host, condition) -> distant(host).changed());
        wires.listen(() -> List.copyOf(distant.values()).forEach(Distant::wireChanged));
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
        private final Deque<Runnable> answersOnTheWay = new ArrayDeque<>();
        private boolean wasCut;

        Distant(SimHost host) {
            this.host = host;
        }

        @Override
        public Condition condition() {
            Condition there = host.condition();
            return there == Condition.UP && wires.isCut(self, host) ? Condition.PAUSED : there;
        }

        void changed() {
            Condition now = condition();
            List.copyOf(listeners).forEach(listener -> listener.changed(this, now));
        }

        void wireChanged() {
            while (!answersOnTheWay.isEmpty() && !wires.isCut(host, self)) {
                answersOnTheWay.remove().run();
            }
            if (wasCut != wires.isCut(self, host)) {
                wasCut = !wasCut;
                changed();
            }
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

        private void back(Runnable answer) {
            if (wires.isCut(host, self)) {
                answersOnTheWay.add(answer);
            } else {
                answer.run();
            }
        }
    }
}
