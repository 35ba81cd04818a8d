package dev.moldau.simulation;

import dev.moldau.client.fake.History;
import dev.moldau.client.fake.HistoryChecker;
import dev.moldau.client.fake.SimProducer;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.simulation.broker.SimulatedBroker;
import dev.moldau.simulation.broker.SimulatedCluster;
import dev.moldau.simulation.judge.Audit;
import dev.moldau.simulation.judge.Remaining;
import dev.moldau.simulation.judge.Wholeness;
import dev.moldau.simulation.load.Administrator;
import dev.moldau.simulation.load.Application;
import dev.moldau.simulation.load.Client;
import dev.moldau.simulation.load.Floors;
import dev.moldau.simulation.load.LogReader;
import dev.moldau.simulation.load.Observed;
import dev.moldau.simulation.load.Plan;
import dev.moldau.simulation.load.TopicMaker;
import dev.moldau.simulation.world.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One run: a cluster starts, applications send and readers read while things go wrong as the plan
 * says; then all is well again, what is left is delivered, one more record to every partition
 * proves that all are alive, everything is read once more, and the judges look at it. Everything
 * that happens follows from the seed.
 */
final class Run {

    private static final long MOST_EVENTS = 5_000_000;
    private static final int START_MS = 20_000;
    private static final int WELL_MS = 120_000;
    private static final int SETTLE_MS = 2_000;
    private static final int LOOK_MS = 50;
    private static final int MOST_VIOLATIONS = 10;

    private final Plan plan;
    private final Tally tally;
    private final World world;
    private final SimulatedCluster cluster;
    private final History history = new History();
    private final Floors floors;
    private final Observed observed;
    private final Audit audit;
    private final Wholeness wholeness;
    private final Codecs codecs = new Codecs();
    private final List<Client> clients = new ArrayList<>();
    private final List<Application> applications = new ArrayList<>();

    Run(long seed, Tally tally) {
        this.tally = tally;
        this.world = new World(seed);
        this.plan = Plan.of(seed, world.random());
        this.floors = new Floors(plan);
        this.observed = new Observed(plan, floors);
        world.time().mostEvents(MOST_EVENTS);
        this.cluster =
                new SimulatedCluster(
                        world,
                        plan.cluster().brokers(),
                        plan.brokerSettings(),
                        1_000L * plan.jitterUs(),
                        plan.cluster().sessionMs());
        this.audit = new Audit(world, cluster, floors, plan.isDurable());
        this.wholeness = new Wholeness(cluster);
    }

    /** Runs, and returns what stands for all that happened. */
    long run() {
        tally.runs++;
        try {
            LogReader reader = start();
            Administrator administrator = new Administrator(world, client(), plan, reader, floors);
            clients.add(administrator.client());
            Troublemaker trouble =
                    new Troublemaker(world, plan, cluster, clients, administrator, tally);
            trouble.begin();
            world.runFor(plan.workMs());
            trouble.endButForOne().ifPresent(this::doWithout);
            trouble.end();
            finish(reader);
            tally.ordersDone += administrator.done();
            judge(lastLook());
            return world.traceHash();
        } finally {
            end();
        }
    }

    private LogReader start() {
        cluster.brokers().forEach(SimulatedBroker::start);
        check(world.runUntil(cluster::isWell, START_MS), "the brokers did not start");
        TopicMaker maker = new TopicMaker(client(), plan);
        check(world.runUntil(maker::isMade, START_MS), "the topic was not made: " + maker);
        int share = 1 + plan.records() / plan.applications();
        for (int i = 0; i < plan.applications(); i++) {
            applications.add(new Application(world, client(), i, share, plan, history));
        }
        LogReader reader = new LogReader(world, client(), plan, observed, codecs);
        applications.forEach(application -> clients.add(application.client()));
        clients.add(reader.client());
        return reader;
    }

    private Client client() {
        return new Client(world, cluster, cluster.wires(), cluster.bootstrap());
    }

    /** All but one are well, and have to do without that one. */
    private void doWithout(SimulatedBroker away) {
        Remaining remaining = new Remaining(cluster, away);
        for (int waitedMs = 0; !remaining.doWithout(); waitedMs += LOOK_MS) {
            check(waitedMs < WELL_MS, "the others are not well: " + remaining);
            world.runFor(LOOK_MS);
        }
    }

    private void finish(LogReader reader) {
        check(world.runUntil(cluster::isWell, WELL_MS), "the brokers do not come back: " + cluster);
        check(
                world.runUntil(() -> applications.stream().allMatch(Application::isDone), WELL_MS),
                "producers took not all records");
        check(
                world.runUntil(history::isComplete, WELL_MS),
                "not everything was answered in time; " + wholeness);
        proveAlive();
        untilWhole();
        applications.forEach(application -> application.close(WELL_MS));
        check(
                world.runUntil(
                        () -> applications.stream().allMatch(Application::isClosed), WELL_MS),
                "producers did not close");
        check(world.runUntil(reader::hasCaughtUp, WELL_MS), "the reader does not catch up");
        reader.stop();
        // Bytes that the network still refers to come back.
        world.runFor(SETTLE_MS);
    }

    /** All records of an application of its own are acknowledged by all replicas in sync. */
    private void proveAlive() {
        Application prober =
                new Application(
                        world, client(), applications.size(), 0, plan, plan.prober(), history);
        applications.add(prober);
        Set<Integer> numbers = new HashSet<>();
        for (int partition = 0; partition < plan.partitions(); partition++) {
            numbers.add(prober.sendTo(partition));
        }
        world.runUntil(() -> allTold(numbers), WELL_MS);
        history.told().stream()
                .filter(told -> told.error() == null)
                .forEach(told -> numbers.remove(told.number()));
        check(numbers.isEmpty(), "all is well, and not acknowledged: " + numbers);
    }

    /** Looking is not cheap, so it is done now and then. */
    private void untilWhole() {
        for (int waitedMs = 0; !wholeness.isWhole(); waitedMs += LOOK_MS) {
            check(waitedMs < WELL_MS, "the cluster is not whole again: " + wholeness);
            world.runFor(LOOK_MS);
        }
    }

    private boolean allTold(Set<Integer> numbers) {
        return history.isComplete()
                && history.told().stream()
                        .map(History.Told::number)
                        .collect(Collectors.toSet())
                        .containsAll(numbers);
    }

    private Observed lastLook() {
        Observed last = new Observed(plan, floors);
        LogReader again = new LogReader(world, client(), plan, last, codecs);
        check(world.runUntil(again::hasCaughtUp, WELL_MS), "the log cannot be read");
        again.stop();
        world.runFor(SETTLE_MS);
        return last;
    }

    private void judge(Observed last) {
        HistoryChecker checker =
                new HistoryChecker(
                        plan.promise(history.sent().size()), history, last.logs(observed));
        for (Application application : applications) {
            SimProducer producer = application.producer();
            check(
                    producer.fault().cause() == null,
                    "a producer failed: " + producer.fault().cause());
            checker.memory(
                    producer.accumulator().isIdle(),
                    producer.accumulator().availableBytes(),
                    producer.accumulator().totalBytes());
            tally.retried += producer.metrics().recordsRetried();
        }
        audit.lastLook();
        checker.complaints(audit.violations());
        checker.complaints(wholeness.differences());
        checker.complaints(observed.violations(last).stream().limit(MOST_VIOLATIONS).toList());
        long failures = cluster.brokers().stream().mapToLong(SimulatedBroker::failures).sum();
        // Without acknowledgements there is no other way to refuse than to end the connection.
        check(
                failures == 0 || plan.acks() == 0,
                failures + " requests met a bug or ended their connection");
        checker.assertKept("run");
        tally.add(history);
        tally.read += observed.seen();
        tally.leads += audit.leads();
    }

    /** Threads that nobody will run again hold no memory but the heap's. */
    private void end() {
        tally.events += world.time().eventCount();
        tally.virtualMs += world.time().clock().monotonicMs();
        applications.forEach(application -> application.producer().release());
        codecs.close();
    }

    private static void check(boolean good, String what) {
        if (!good) {
            throw new AssertionError(what);
        }
    }

    @Override
    public String toString() {
        return plan.toString();
    }
}
