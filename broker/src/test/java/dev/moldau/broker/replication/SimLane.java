package dev.moldau.broker.replication;

import dev.moldau.broker.lane.BatchingLane;
import java.util.ArrayDeque;
import java.util.random.RandomGenerator;

/** A lane of one process in virtual time: it comes to its commands after a while. */
final class SimLane implements BatchingLane {

    private final SimLoop.Life life;
    private final RandomGenerator random;
    private final ArrayDeque<Runnable> commands = new ArrayDeque<>();
    private final ArrayDeque<Runnable> drainEnd = new ArrayDeque<>();
    private boolean scheduled;
    private boolean running;

    SimLane(SimLoop.Life life, RandomGenerator random) {
        this.life = life;
        this.random = random;
    }

    @Override
    public void execute(Runnable command) {
        commands.add(command);
        if (!scheduled && !life.isDead()) {
            scheduled = true;
            life.schedule(random.nextInt(4) == 0 ? random.nextInt(12) : 0, this::drain);
        }
    }

    private void drain() {
        scheduled = false;
        running = true;
        for (int left = commands.size(); left > 0; left--) {
            commands.remove().run();
        }
        while (!drainEnd.isEmpty()) {
            drainEnd.remove().run();
        }
        running = false;
        if (!commands.isEmpty()) {
            scheduled = true;
            life.schedule(0, this::drain);
        }
    }

    @Override
    public void atEndOfDrain(Runnable task) {
        drainEnd.add(task);
    }

    @Override
    public boolean isCurrent() {
        return running;
    }

    @Override
    public String name() {
        return "lane";
    }

    @Override
    public void close() {}
}
