package dev.moldau.broker.lane;

import java.util.ArrayDeque;

/**
 * A lane whose commands run when the test says so, on the test's own thread: what is queued at that
 * moment is one drain.
 */
public final class ManualLane implements BatchingLane {

    private final ArrayDeque<Runnable> commands = new ArrayDeque<>();
    private final ArrayDeque<Runnable> drainEnd = new ArrayDeque<>();
    private boolean running;

    @Override
    public void execute(Runnable command) {
        commands.add(command);
    }

    @Override
    public void atEndOfDrain(Runnable task) {
        drainEnd.add(task);
    }

    /** How many commands wait. */
    public int queued() {
        return commands.size();
    }

    /** Runs drains until nothing is queued. */
    public void runAll() {
        while (!commands.isEmpty()) {
            drain();
        }
    }

    private void drain() {
        running = true;
        try {
            for (int left = commands.size(); left > 0; left--) {
                commands.remove().run();
            }
            while (!drainEnd.isEmpty()) {
                drainEnd.remove().run();
            }
        } finally {
            running = false;
        }
    }

    @Override
    public boolean isCurrent() {
        return running;
    }

    @Override
    public String name() {
        return "manual";
    }

    @Override
    public void close() {
        runAll();
    }
}
