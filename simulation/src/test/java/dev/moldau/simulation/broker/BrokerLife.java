package dev.moldau.simulation.broker;

import dev.moldau.broker.Broker;
import dev.moldau.broker.BrokerPorts;
import dev.moldau.broker.NoControllerException;
import dev.moldau.broker.api.ApiMetrics;
import dev.moldau.broker.api.VersionRange;
import dev.moldau.broker.lane.BatchingLane;
import dev.moldau.broker.topic.LoggerLevels;
import dev.moldau.client.fake.SimConditions;
import dev.moldau.client.fake.SimHost;
import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.Controller;
import dev.moldau.cluster.controller.ControllerLoop;
import dev.moldau.cluster.controller.ControllerUnavailableException;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.cluster.store.StoreException;
import dev.moldau.common.Timer;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.wire.WireBuffers;
import dev.moldau.simulation.store.SimulatedEnsemble;
import dev.moldau.simulation.store.SimulatedStore;
import dev.moldau.simulation.world.SimProcess;
import dev.moldau.simulation.world.World;
import dev.moldau.storage.StorageException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * One process of a broker, from its start to its end: the real broker and the real controller's
 * loop, over ports of the simulation. Wired as the server wires them.
 */
final class BrokerLife {

    private static final long HEAP_BYTES = 256L << 20;
    private static final long STORE_TRAVEL_NS = 2_000_000;

    /** How long others may take to lead what this broker led. */
    private static final long DEPART_MS = 10_000;

    private final World world;
    private final SimulatedBroker machine;
    private final BrokerConfig config;
    private final SimProcess process;
    private final SimulatedStore store;
    private final SessionTime session;
    private @Nullable Membership membership;
    private @Nullable Broker running;
    private Runnable leave = () -> {};
    private boolean registered;
    private boolean departing;
    private boolean stopping;
    private int nextConnection;
    private long lastEventNs;

    BrokerLife(
            World world,
            SimulatedBroker machine,
            int number,
            Map<String, String> settings,
            long jitterNs,
            int sessionMs,
            SimulatedEnsemble ensemble) {
        this.world = world;
        this.machine = machine;
        this.config = BrokerConfig.of(settings);
        this.process = new SimProcess(world, machine.host() + "#" + number, jitterNs);
        this.store = new SimulatedStore(ensemble, this::travel, this::tell);
        this.session = new SessionTime(world, store, sessionMs);
    }

    /** What the store has to tell takes its time, and comes in order. */
    private void tell(Runnable event) {
        lastEventNs =
                Math.max(
                        lastEventNs,
                        world.time().nowNs() + world.random().nextLong(STORE_TRAVEL_NS));
        world.time().at(lastEventNs, () -> process.post(() -> unlessClosed(event)));
    }

    private void unlessClosed(Runnable event) {
        if (!store.isClosed()) {
            event.run();
        }
    }

    private void travel() {
        world.sleep(world.random().nextLong(STORE_TRAVEL_NS));
    }

    // ---- its life

    void begin() {
        process.start("main", () -> unlessItExits(this::start));
    }

    /** Where a real process would say what is wrong with its disk or its store, and exit. */
    private void unlessItExits(Runnable phase) {
        try {
            phase.run();
        } catch (StorageException
                | StoreException
                | ControllerUnavailableException
                | NoControllerException e) {
            kill();
            machine.exited(this);
        }
    }

    private void start() {
        EffectiveConfigs configs = new EffectiveConfigs(config);
        Controller controller = machine.isAlone() ? alone(configs) : join(configs);
        Broker broker =
                Broker.start(
                        config,
                        new BrokerPorts(
                                process.clock(),
                                process.timer(),
                                world.newRandom(),
                                machine.brokersDisk(),
                                process.lanes(),
                                process.diskThreads(),
                                controller,
                                Optional.ofNullable(membership).map(Membership::member),
                                configs,
                                LoggerLevels.NONE,
                                WireBuffers.HEAP,
                                HEAP_BYTES));
        Endpoint endpoint =
                new Endpoint(
                        SimulatedBroker.LISTENER,
                        SimulatedBroker.LISTENER,
                        machine.host(),
                        machine.port());
        // As the server does: whoever knows the address from before may come at once.
        running = broker;
        machine.changed();
        register(broker, endpoint);
        registered = true;
        machine.changed();
    }

    /** A broker that is a cluster of its own is its controller for ever. */
    private Controller alone(EffectiveConfigs configs) {
        BatchingLane lane = process.lanes().lane("controller");
        ControllerLoop controller =
                ControllerLoop.start(store, lane, configs, machine.id(), world.newRandom());
        leave =
                () -> {
                    controller.close();
                    process.endTimers();
                    lane.close();
                    store.close();
                };
        return controller;
    }

    private Controller join(EffectiveConfigs configs) {
        Membership joined =
                new Membership(
                        world,
                        process,
                        store,
                        machine.others(),
                        machine.conditions(),
                        config,
                        configs);
        membership = joined;
        leave =
                () -> {
                    joined.leave();
                    process.endTimers();
                    store.close();
                    joined.close();
                };
        return joined.member().controller();
    }

    private static void register(Broker broker, Endpoint endpoint) {
        try {
            broker.register(List.of(endpoint), null).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof ControllerUnavailableException unavailable) {
                throw unavailable;
            }
            throw e;
        }
    }

    /** Ends service as the server does: leaders move, no more requests, then the rest. */
    void stop() {
        Broker ending = running;
        if (ending != null && !departing) {
            departing = true;
            process.start("stop", () -> unlessItExits(() -> end(ending)));
        }
    }

    private void end(Broker ending) {
        depart(ending);
        stopping = true;
        machine.changed();
        ending.answerWaiting();
        ending.close();
        leave.run();
        kill();
        machine.exited(this);
    }

    private void depart(Broker ending) {
        CompletableFuture<Void> departed = ending.depart();
        Timer.Timeout timeout = process.timer().schedule(DEPART_MS, () -> departed.cancel(false));
        try {
            departed.join();
        } catch (CancellationException e) {
            // The others find out when it is gone.
        } finally {
            timeout.cancel();
        }
    }

    /** The session lasts on, until the store finds out. */
    void kill() {
        process.kill();
        cutConnections();
        store.abandon();
        if (!machine.isAlone()) {
            session.silent(true);
        }
    }

    // ---- what happens to it

    void pause() {
        process.pause();
        listen();
    }

    void resume() {
        process.resume();
        listen();
    }

    void storeReachable(boolean reachable) {
        store.reachable(reachable);
        listen();
    }

    /** The ensemble hears of a process that runs and can reach it. */
    private void listen() {
        if (process.isAlive() && !machine.isAlone()) {
            session.silent(process.isPaused() || !store.isReachable());
        }
    }

    void conditions(SimConditions conditions) {
        if (membership != null) {
            membership.conditions(conditions);
        }
    }

    void cutConnections() {
        if (membership != null) {
            membership.cutConnections();
        }
    }

    boolean isServing() {
        return running != null && !stopping && process.isAlive();
    }

    /** Whether it serves, the cluster knows it, and it is not about to stop. */
    boolean isStaying() {
        return isServing() && registered && !departing && !process.isPaused();
    }

    SimProcess process() {
        return process;
    }

    SimulatedStore store() {
        return store;
    }

    // ---- what it serves

    /** The broker, once it serves. */
    Optional<Broker> broker() {
        return Optional.ofNullable(running);
    }

    /** Empty for a broker that is a cluster of its own. */
    Optional<Uuid> incarnation() {
        return Optional.ofNullable(membership).map(joined -> joined.member().incarnation());
    }

    OptionalInt highestCommon(ApiKey api, int lowest, int highest) {
        if (running == null) {
            return OptionalInt.empty();
        }
        for (VersionRange range : ranges(running)) {
            if (range.api() == api && range.lowest() <= highest && range.highest() >= lowest) {
                return OptionalInt.of(Math.min(highest, range.highest()));
            }
        }
        return OptionalInt.empty();
    }

    private static List<VersionRange> ranges(Broker broker) {
        return broker.dispatcher().registry().ranges(SimulatedBroker.LISTENER);
    }

    SimHost.Link accept() {
        if (running == null) {
            throw new IllegalStateException(machine + " does not serve yet");
        }
        return new BrokerLink(process, running.dispatcher(), ++nextConnection, machine.host());
    }

    /** How many requests met a bug, or ended their connection. */
    long failures() {
        if (running == null) {
            return 0;
        }
        long failures = 0;
        for (VersionRange range : ranges(running)) {
            failures +=
                    running.dispatcher()
                            .registry()
                            .metrics(range.api())
                            .map(ApiMetrics::failures)
                            .orElse(0L);
        }
        return failures;
    }
}
