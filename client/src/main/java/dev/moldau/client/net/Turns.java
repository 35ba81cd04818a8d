package dev.moldau.client.net;

import java.util.ArrayDeque;

/**
 * What the network does once the caller has returned: callbacks, in order, and then the writing of
 * all requests that have gathered, with one flush per connection.
 *
 * <p>Confined to the loop. Goes on after a fault, so that every call still gets its outcome.
 */
final class Turns {

    private final NettyLoop loop;
    private final ArrayDeque<Runnable> callbacks = new ArrayDeque<>();
    private final ArrayDeque<Peer> senders = new ArrayDeque<>();
    private final Runnable turn = this::run;
    private boolean scheduled;

    Turns(NettyLoop loop) {
        this.loop = loop;
    }

    /** Has something called back from a frame of its own. */
    void later(Runnable callback) {
        callbacks.add(callback);
        schedule();
    }

    /** Has a peer write what it has gathered. */
    void pump(Peer peer) {
        senders.add(peer);
        schedule();
    }

    private void schedule() {
        if (!scheduled) {
            scheduled = true;
            loop.events().execute(turn);
        }
    }

    private void run() {
        scheduled = false;
        try {
            for (Runnable next = callbacks.poll(); next != null; next = callbacks.poll()) {
                next.run();
            }
            for (Peer next = senders.poll(); next != null; next = senders.poll()) {
                next.pump();
            }
        } catch (Throwable thrown) {
            loop.fail(thrown);
        }
        if (!callbacks.isEmpty() || !senders.isEmpty()) {
            schedule();
        }
    }
}
