package dev.moldau.systemtests;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A bad network in front of a broker that advertises the proxy's address: each connection ends
 * after a random number of bytes in one of the two directions, most often in the middle of a
 * request or of an answer.
 */
final class CuttingProxy implements AutoCloseable {

    private static final int BUFFER_BYTES = 16 * 1024;

    private final ServerSocket server;
    private final Random random;
    private final AtomicInteger cuts = new AtomicInteger();
    private volatile int targetPort;
    private volatile int mostBytes;

    /**
     * Listens on a free port of the loopback.
     *
     * @param seed of the lengths after which connections end
     */
    CuttingProxy(long seed) {
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        random = new Random(seed);
        Thread.ofVirtual().name("proxy").start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Where connections lead from now on. */
    void leadTo(int port) {
        targetPort = port;
    }

    /**
     * Connections made from now on end after at most so many bytes of requests, or a fiftieth of
     * that in answers, which are shorter; 0 lets them live.
     */
    void cutAfter(int bytes) {
        mostBytes = bytes;
    }

    /** How many connections it has cut so far. */
    int cuts() {
        return cuts.get();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                connect(server.accept());
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void connect(Socket client) throws IOException {
        Socket broker;
        try {
            broker = new Socket(InetAddress.getLoopbackAddress(), targetPort);
        } catch (IOException brokerGone) {
            // The client sees the end of its connection, which is what a proxy can say.
            client.close();
            return;
        }
        int most = mostBytes;
        boolean cutsRequests = random.nextBoolean();
        long requestBytes = limit(most, cutsRequests);
        long answerBytes = limit(most / 50, !cutsRequests);
        Thread.ofVirtual().start(() -> forward(client, broker, requestBytes));
        Thread.ofVirtual().start(() -> forward(broker, client, answerBytes));
    }

    private long limit(int most, boolean wanted) {
        return wanted && most > 0 ? 1 + random.nextInt(most) : Long.MAX_VALUE;
    }

    private void forward(Socket from, Socket to, long bytes) {
        byte[] buffer = new byte[BUFFER_BYTES];
        long left = bytes;
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            while (left > 0) {
                int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (read < 0) {
                    return;
                }
                out.write(buffer, 0, read);
                left -= read;
            }
            cuts.incrementAndGet();
        } catch (IOException otherEndGone) {
            // Closing both, as happens now, is all that is left to do.
            return;
        }
    }
}
