package dev.moldau.client.net;

import dev.moldau.common.Clock;
import dev.moldau.common.Lane;
import dev.moldau.common.Timer;

/**
 * The one thread of a client: it owns connections, metadata and everything that waits for an
 * answer. Timers scheduled here run on the loop too. A bug that reaches the loop ends the client;
 * nothing is logged and forgotten.
 */
public interface ClientLoop extends Lane, Timer {

    /** The time that deadlines on this loop are measured in. */
    Clock clock();
}
