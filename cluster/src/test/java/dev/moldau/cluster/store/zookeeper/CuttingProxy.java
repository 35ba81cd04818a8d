package dev.moldau.cluster.store.zookeeper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A network between a client and a server that does to it what a test says: passes everything on,
 * breaks a connection over the next request or the next answer, passes nothing on, or lets nobody
 * in.
 */
final class CuttingProxy implements AutoCloseable {

    /** What is done with what comes next. */
    enum Mode {
        PASS,
        /** The next bytes of a client do not arrive, and its connection ends; then all passes. */
        CUT_NEXT_REQUEST,
        /** The next bytes of a server do not arrive, and its connection ends; then all passes. */
        CUT_NEXT_ANSWER,
        /** As the one before, but nobody gets in any more. */
        CUT_NEXT_ANSWER_FOR_GOOD,
        /** Connections stay, but nothing comes through. */
        SILENT,
        /** Connections are refused, and those that are there end. */
        REFUSE
    }

    private static final int CHUNK_BYTES = 64 * 1_024;

    private final int target;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Mode> mode = new AtomicReference<>(Mode.PASS);
    private volatile boolean cut;

    CuttingProxy(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    String connect() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    void mode(Mode next) {
        mode.set(next);
        if (next == Mode.REFUSE) {
            sockets.forEach(CuttingProxy::end);
        }
    }

    /** Whether a connection was cut since the start. */
    boolean wasCut() {
        return cut;
    }

    private void accept() {
        try {
            while (!listener.isClosed()) {
                Socket client = listener.accept();
                if (mode.get() == Mode.REFUSE) {
                    end(client);
                } else {
                    connect(client);
                }
            }
        } catch (IOException e) {
            // Closed: the test is over.
            sockets.forEach(CuttingProxy::end);
        }
    }

    private void connect(Socket client) throws IOException {
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(client);
            sockets.add(server);
            Thread.ofVirtual().start(() -> pump(client, server, true));
            Thread.ofVirtual().start(() -> pump(server, client, false));
        } catch (ConnectException e) {
            end(client);
        }
    }

    private void pump(Socket from, Socket to, boolean requests) {
        byte[] chunk = new byte[CHUNK_BYTES];
        try (from;
                to;
                InputStream in = from.getInputStream()) {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                if (cuts(requests)) {
                    break;
                }
                if (mode.get() != Mode.SILENT) {
                    to.getOutputStream().write(chunk, 0, read);
                }
            }
        } catch (IOException e) {
            // One side is gone; the other one goes too.
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private boolean cuts(boolean request) {
        Mode now = mode.get();
        boolean cuts =
                now == Mode.CUT_NEXT_REQUEST
                        ? request
                        : !request
                                && (now == Mode.CUT_NEXT_ANSWER
                                        || now == Mode.CUT_NEXT_ANSWER_FOR_GOOD);
        if (!cuts) {
            return now == Mode.REFUSE;
        }
        mode.set(now == Mode.CUT_NEXT_ANSWER_FOR_GOOD ? Mode.REFUSE : Mode.PASS);
        cut = true;
        return true;
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        sockets.forEach(CuttingProxy::end);
    }
}
