package dev.moldau.client.listener;

/** The threads that handlers run on. */
interface Workers {

    /** Runs a task as soon as a thread is free for it; drops it once closed. Any thread. */
    void execute(Runnable task);

    /** Takes no more tasks; threads end with what they are at. */
    void close();
}
