package dev.moldau.systemtests;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/**
 * Carries the connections of one node to a port of another. While the link between the two is cut,
 * bytes, new connections and the ends of old ones wait in it; they go on when it is healed, as
 * packets that are sent again would. While nobody listens at the far end nobody listens at the near
 * one, so that connections are refused and not accepted and ended, which is something else to
 * whoever waits for a server to come up.
 */
final class Wire implements AutoCloseable {

    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int BACKLOG = 50;
    private static final int PROBE_MS = 25;

    private final InetAddress at;
    private final InetAddress to;
    private final int port;
    private final Link link;

    /** Guards the two below it. */
    private final Object lock = new Object();

    private ServerSocket server;
    private boolean closed;

    /**
     * @param at where it listens
     * @param to where the other node listens
     * @param port of both
     * @param link between the two nodes
     */
    Wire(InetAddress at, InetAddress to, int port, Link link) {
        this.at = at;
        this.to = to;
        this.port = port;
        this.link = link;
        this.server = unbound();
        Thread.ofVirtual().name("wire " + at + ":" + port).start(this::run);
    }

    private static ServerSocket unbound() {
        try {
            return new ServerSocket();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void run() {
        try {
            while (awaitListener()) {
                accept(listen());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(at + " port " + port, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns when somebody listens at the far end: true, or when this is closed: false. */
    private boolean awaitListener() throws InterruptedException {
        while (!isClosed()) {
            try (Socket _ = new Socket(to, port)) {
                return true;
            } catch (IOException notYet) {
                TimeUnit.MILLISECONDS.sleep(PROBE_MS);
            }
        }
        return false;
    }

    private ServerSocket listen() throws IOException {
        synchronized (lock) {
            server = new ServerSocket();
            server.setReuseAddress(true);
            if (closed) {
                server.close();
            } else {
                server.bind(new InetSocketAddress(at, port), BACKLOG);
            }
            return server;
        }
    }

    private void accept(ServerSocket from) {
        while (true) {
            try {
                Socket near = from.accept();
                Thread.ofVirtual().start(() -> connect(near, from));
            } catch (IOException closedOrRefused) {
                return;
            }
        }
    }

    private void connect(Socket near, ServerSocket acceptedBy) {
        try (near) {
            link.pass();
            try (Socket far = new Socket(to, port)) {
                near.setTcpNoDelay(true);
                far.setTcpNoDelay(true);
                Thread back = Thread.ofVirtual().start(() -> forward(far, near));
                forward(near, far);
                back.join();
            } catch (ConnectException nobodyListens) {
                acceptedBy.close();
            }
        } catch (IOException gone) {
            // Both are closed now, which is all that there is to say.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void forward(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                link.pass();
                out.write(buffer, 0, read);
            }
            end(from, to);
        } catch (IOException oneEndGone) {
            end(from, to);
        }
    }

    /** The other end hears of it, as soon as it can hear anything. */
    private void end(Socket from, Socket to) {
        try (from;
                to) {
            link.pass();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isClosed() {
        synchronized (lock) {
            return closed;
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            try {
                server.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
