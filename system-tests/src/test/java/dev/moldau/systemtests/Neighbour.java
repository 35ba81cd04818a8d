package dev.moldau.systemtests;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A healthy client on a connection of its own that produces a record every few milliseconds while
 * others misbehave, and remembers how long the slowest answer took.
 */
final class Neighbour implements AutoCloseable {

    private static final String TOPIC = "neighbour";
    private static final int FEWEST = 10;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final RawPeer peer;
    private final Thread thread;
    private volatile boolean stopping;

    /** Both written by the thread alone and read once it has ended. */
    private long slowestNs;

    private int answered;
    private volatile @Nullable Throwable trouble;

    Neighbour(BrokerProcess broker) throws IOException {
        peer = new RawPeer(broker);
        peer.ask(WireFrame.metadata(TOPIC));
        byte[] request = WireFrame.produce(TOPIC, 0, -1, WireFrame.batch(100));
        int error = peer.produceError(request);
        if (error != 0) {
            throw new IllegalStateException("the neighbour cannot produce: error " + error);
        }
        thread = Thread.ofPlatform().name("neighbour").start(() -> produce(request));
    }

    private void produce(byte[] request) {
        try {
            while (!stopping || answered < FEWEST) {
                long began = System.nanoTime();
                int error = peer.produceError(request);
                if (error != 0) {
                    throw new IllegalStateException("error " + error);
                }
                slowestNs = Math.max(slowestNs, System.nanoTime() - began);
                answered++;
                LockSupport.parkNanos(PAUSE_NS);
            }
        } catch (IOException | RuntimeException e) {
            trouble = e;
        }
    }

    /**
     * Ends it.
     *
     * @return how long its slowest request took, in milliseconds
     */
    long stop() throws InterruptedException {
        stopping = true;
        thread.join();
        if (trouble != null) {
            throw new AssertionError("the neighbour noticed", trouble);
        }
        System.out.println(
                "neighbour: " + answered + " answers, slowest " + slowestNs / 1_000_000 + " ms");
        return TimeUnit.NANOSECONDS.toMillis(slowestNs);
    }

    @Override
    public void close() throws IOException {
        stopping = true;
        peer.close();
    }
}
