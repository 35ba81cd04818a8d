package dev.moldau.client.net;

/** Who must know that a bug has ended the client's loop. */
@FunctionalInterface
public interface FaultHandler {

    /**
     * A command, a timer or a callback threw something. The loop runs no further command; whoever
     * waits for one must be told here. Called once, on the loop.
     *
     * @param fault what was thrown
     */
    void ended(Throwable fault);
}
