package dev.moldau.simulation.broker;

import dev.moldau.broker.Broker;
import dev.moldau.broker.BrokerPorts;
import dev.moldau.broker.api.ApiMetrics;
import dev.moldau.broker.api.VersionRange;
import dev.moldau.broker.lane.BatchingLane;
import dev.moldau.broker.topic.LoggerLevels;
import dev.moldau.client.fake.SimHost;
import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.ControllerLoop;
import dev.moldau.cluster.controller.ControllerUnavailableException;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.cluster.store.StoreException;
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
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * One process of a broker, from its start to its end: the real broker and the real controller's
 * loop, over ports of the simulation. Wired as the server wires them.
 */
final class BrokerLife {

    private static final long HEAP_BYTES = 256L << 20;
    private static final long STORE_TRAVEL_NS = 2_000_000;

    private final World world;
    private final SimulatedBroker machine;
    private final BrokerConfig config;
    private final SimProcess process;
    private final SimulatedStore store;
    private @Nullable Running running;
    private boolean stopping;
    private int nextConnection;

    private record Running(Broker broker, ControllerLoop controller, BatchingLane lane) {}

    BrokerLife(
            World world,
            SimulatedBroker machine,
            int number,
            Map<String, String> settings,
            long jitterNs,
            SimulatedEnsemble ensemble) {
        this.world = world;
        this.machine = machine;
        this.config = BrokerConfig.of(settings);
        this.process = new SimProcess(world, machine.host() + "#" + number, jitterNs);
        this.store = new SimulatedStore(ensemble, this::travel, process::post);
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
        } catch (StorageException | StoreException | ControllerUnavailableException e) {
            kill();
            machine.exited(this);
        }
    }

    private void start() {
        EffectiveConfigs configs = new EffectiveConfigs(config);
        BatchingLane lane = process.lanes().lane("controller");
        ControllerLoop controller =
                ControllerLoop.start(store, lane, configs, machine.id(), world.newRandom());
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
                                Optional.empty(),
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
        register(broker, endpoint);
        running = new Running(broker, controller, lane);
        machine.changed();
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

    /** Ends service as the server does: no more requests, then what waits, then the rest. */
    void stop() {
        Running ending = running;
        if (ending == null || stopping) {
            return;
        }
        stopping = true;
        machine.changed();
        process.start("stop", () -> unlessItExits(() -> end(ending)));
    }

    private void end(Running ending) {
        ending.broker.answerWaiting();
        ending.broker.close();
        ending.controller.close();
        ending.lane.close();
        store.close();
        process.kill();
        machine.exited(this);
    }

    /** The session lasts on, until the store finds out. */
    void kill() {
        process.kill();
        store.abandon();
    }

    boolean isServing() {
        return running != null && !stopping && process.isAlive();
    }

    SimProcess process() {
        return process;
    }

    SimulatedStore store() {
        return store;
    }

    // ---- what it serves

    OptionalInt highestCommon(ApiKey api, int lowest, int highest) {
        if (running == null) {
            return OptionalInt.empty();
        }
        for (VersionRange range : running.broker.dispatcher().registry().ranges()) {
            if (range.api() == api && range.lowest() <= highest && range.highest() >= lowest) {
                return OptionalInt.of(Math.min(highest, range.highest()));
            }
        }
        return OptionalInt.empty();
    }

    SimHost.Link accept() {
        if (running == null) {
            throw new IllegalStateException(machine + " does not serve yet");
        }
        return new BrokerLink(
                process, running.broker.dispatcher(), ++nextConnection, machine.host());
    }

    /** How many requests met a bug, or ended their connection. */
    long failures() {
        if (running == null) {
            return 0;
        }
        long failures = 0;
        for (VersionRange range : running.broker.dispatcher().registry().ranges()) {
            failures +=
                    running.broker
                            .dispatcher()
                            .registry()
                            .metrics(range.api())
                            .map(ApiMetrics::failures)
                            .orElse(0L);
        }
        return failures;
    }
}
