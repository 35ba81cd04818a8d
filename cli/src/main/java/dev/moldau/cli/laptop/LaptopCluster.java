package dev.moldau.cli.laptop;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * ZooKeeper and some brokers as child processes, until somebody asks them to stop: first the
 * brokers go, one after the other, so that each hands on what it leads, then ZooKeeper. A child
 * that ends by itself is told, and the others go on: people kill brokers to see what happens.
 *
 * <p>Run by one thread. {@link #stop} and {@link #killAll} may be called by any.
 */
public final class LaptopCluster {

    private static final long READY_S = 60;
    private static final long STOP_MS = 30_000;

    private final LaptopSettings settings;
    private final Launcher launcher;
    private final PrintWriter out;
    private final List<Child> children = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    /** What the thread that runs the cluster is told. */
    private sealed interface Event {

        /** All are to stop. */
        record Stop() implements Event {}

        /** A child says that it is ready, or has ended without. */
        record Ready(Child child, @Nullable String line) implements Event {}

        /** A child has ended. */
        record Ended(Child child) implements Event {}
    }

    /**
     * @param out what is said to people
     */
    public LaptopCluster(LaptopSettings settings, PrintWriter out) {
        this(settings, Launcher.ofThisProcess(), out);
    }

    LaptopCluster(LaptopSettings settings, Launcher launcher, PrintWriter out) {
        this.settings = settings;
        this.launcher = launcher;
        this.out = out;
    }

    /**
     * Starts all, and returns when all have stopped.
     *
     * @return 0 after {@link #stop}, 1 if a process did not get ready or all have ended by
     *     themselves
     * @throws IOException if the folder cannot be written to, or no process can be started
     */
    public int run() throws IOException, InterruptedException {
        Files.createDirectories(settings.folder());
        boolean asked = false;
        try {
            asked = startZooKeeper() || startBrokers();
            if (!asked) {
                say(
                        "Moldau cluster ready: bootstrap.servers "
                                + settings.bootstrapServers()
                                + ", zookeeper.connect "
                                + settings.zooKeeperConnect()
                                + ", settings and logs in "
                                + settings.folder()
                                + "; Ctrl-C stops all");
                asked = watch();
            }
        } catch (NotReadyException e) {
            say(e.getMessage());
        } finally {
            stopAll();
        }
        return asked ? 0 : 1;
    }

    /** A child ended before it was ready, or took too long. */
    private static final class NotReadyException extends Exception {
        private static final long serialVersionUID = 1L;

        NotReadyException(Child child, String why) {
            super(child.name() + " " + why + " (its log is " + child.log() + ")");
        }

        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }

    /** Whether a stop was asked for meanwhile; so below. */
    private boolean startZooKeeper() throws IOException, InterruptedException, NotReadyException {
        start(
                "zookeeper",
                List.of(
                        "zookeeper",
                        "--data",
                        settings.zooKeeperData().toString(),
                        "--listen",
                        settings.zooKeeper()),
                settings.log("zookeeper"));
        return awaitReady(1);
    }

    private boolean startBrokers() throws IOException, InterruptedException, NotReadyException {
        for (int id = 1; id <= settings.brokers(); id++) {
            Path config = settings.writeBroker(id);
            start(
                    "broker " + id,
                    List.of("start", "--config", config.toString()),
                    settings.log("broker-" + id));
        }
        return awaitReady(settings.brokers());
    }

    private void start(String name, List<String> command, Path log) throws IOException {
        Files.deleteIfExists(log);
        Child child = Child.start(name, launcher, command, log);
        children.add(child);
        var _ =
                child.ready()
                        .whenComplete((line, failure) -> events.add(new Event.Ready(child, line)));
        var _ = child.ended().thenRun(() -> events.add(new Event.Ended(child)));
    }

    private boolean awaitReady(int count) throws InterruptedException, NotReadyException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_S);
        int ready = 0;
        while (ready < count) {
            Event event = events.poll(endNs - System.nanoTime(), TimeUnit.NANOSECONDS);
            switch (event) {
                case null -> throw tooSlow();
                case Event.Stop _ -> {
                    return true;
                }
                case Event.Ready(Child child, String line) when line != null -> {
                    say(child.name() + ": " + line);
                    ready++;
                }
                case Event.Ready(Child child, _) -> throw ended(child);
                case Event.Ended(Child child) -> throw ended(child);
            }
        }
        return false;
    }

    private static NotReadyException ended(Child child) {
        return new NotReadyException(child, "did not start: " + child.lastWords());
    }

    private NotReadyException tooSlow() {
        Child slow =
                children.stream()
                        .filter(child -> !child.ready().isDone())
                        .findFirst()
                        .orElse(children.getLast());
        return new NotReadyException(slow, "was not ready within " + READY_S + " s");
    }

    /** Tells of ends until all are to stop or have ended. */
    private boolean watch() throws InterruptedException {
        while (children.stream().anyMatch(Child::runs)) {
            Event event = events.take();
            if (event instanceof Event.Stop) {
                return true;
            }
            if (event instanceof Event.Ended(Child child)) {
                say(
                        child.name()
                                + " ended with status "
                                + child.status()
                                + "; its log is "
                                + child.log());
            }
        }
        return false;
    }

    private void stopAll() throws InterruptedException {
        List<Child> lastFirst = new ArrayList<>(children).reversed();
        for (Child child : lastFirst) {
            if (!child.runs()) {
                continue;
            }
            if (child.stop(STOP_MS)) {
                say(child.name() + " has stopped");
            } else {
                child.kill();
                say(
                        child.name()
                                + " did not stop within "
                                + TimeUnit.MILLISECONDS.toSeconds(STOP_MS)
                                + " s and was killed; its log is "
                                + child.log());
            }
        }
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }

    /** Asks for an orderly end of all. */
    public void stop() {
        events.add(new Event.Stop());
    }

    /** Ends all at once. */
    public void killAll() {
        children.forEach(Child::kill);
    }
}
