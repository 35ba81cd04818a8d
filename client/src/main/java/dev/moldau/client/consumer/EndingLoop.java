package dev.moldau.client.consumer;

import dev.moldau.client.net.ClientLoop;
import dev.moldau.common.Clock;

/**
 * The client's loop as the consumer's parts see it: once the consumer ends, what they still want
 * done or tried again later is dropped. When connections end, every call that is under way fails,
 * and most would be repeated; nobody is left who waits for that.
 */
final class EndingLoop implements ClientLoop {

    private static final Timeout DROPPED = () -> false;

    private final ClientLoop loop;

    /** Set on the loop, read by any thread. */
    private volatile boolean ended;

    EndingLoop(ClientLoop loop) {
        this.loop = loop;
    }

    /** Drops whatever comes from now on. */
    void end() {
        ended = true;
    }

    @Override
    public void execute(Runnable command) {
        if (!ended) {
            loop.execute(command);
        }
    }

    @Override
    public Timeout schedule(long delayMs, Runnable task) {
        return ended ? DROPPED : loop.schedule(delayMs, task);
    }

    @Override
    public boolean isCurrent() {
        return loop.isCurrent();
    }

    @Override
    public String name() {
        return loop.name();
    }

    @Override
    public Clock clock() {
        return loop.clock();
    }
}
