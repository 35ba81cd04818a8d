package dev.moldau.systemtests;

/** A broker of either make in a process of its own; a restart waits until it answers. */
interface RunningBroker extends Stoppable {

    /** Its address, for clients; the same after each restart. */
    String bootstrap();

    /** The port of that. */
    int port();
}
