package dev.moldau.broker.follow;

import dev.moldau.broker.lane.ManualTimer;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.common.Clock;

/** A loop in virtual time: what it is told runs when the test moves time on. */
public final class ManualLoop implements ClientLoop {

    private final ManualTimer time = new ManualTimer();

    /** Runs what is due now. */
    public void turn() {
        advance(0);
    }

    /** Moves time on and runs what becomes due. */
    public void advance(long ms) {
        time.advance(ms);
    }

    @Override
    public Timeout schedule(long delayMs, Runnable task) {
        return time.schedule(Math.max(0, delayMs), task);
    }

    @Override
    public void execute(Runnable command) {
        time.schedule(0, command);
    }

    @Override
    public boolean isCurrent() {
        return true;
    }

    @Override
    public String name() {
        return "virtual";
    }

    @Override
    public Clock clock() {
        return time;
    }
}
