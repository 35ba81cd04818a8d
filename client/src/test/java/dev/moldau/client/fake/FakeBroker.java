package dev.moldau.client.fake;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sockets of one broker: a thread that accepts, and two for each connection. */
final class FakeBroker {

    private static final long JOIN_MS = 10_000;

    private final int id;
    private final FakeBrokers owner;
    private final int port;
    private final List<FakeConnection> connections = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private @Nullable ServerSocket listening;
    private @Nullable Thread accepting;

    FakeBroker(int id, FakeBrokers owner, ServerSocket socket) {
        this.id = id;
        this.owner = owner;
        listening = socket;
        port = socket.getLocalPort();
    }

    int id() {
        return id;
    }

    int port() {
        return port;
    }

    synchronized boolean isListening() {
        return listening != null;
    }

    synchronized void start() {
        ServerSocket socket = listening;
        if (socket != null) {
            accepting = thread("accept", () -> accept(socket));
        }
    }

    synchronized void restart(ServerSocket socket) {
        listening = socket;
        start();
    }

    /** Starts a thread that {@link #join} waits for. */
    synchronized Thread thread(String what, Runnable work) {
        Thread thread = new Thread(work, "fake-broker-" + id + "-" + what);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return thread;
    }

    private void accept(ServerSocket server) {
        while (true) {
            try {
                add(new FakeConnection(this, owner, server.accept()), server);
            } catch (IOException e) {
                return; // stopped
            }
        }
    }

    private synchronized void add(FakeConnection connection, ServerSocket server) {
        if (server.isClosed()) {
            connection.close();
            return;
        }
        connections.removeIf(FakeConnection::isClosed);
        connections.add(connection);
        connection.start();
    }

    /** Ends everything; when it returns, the port is free. */
    void stop() {
        Thread thread;
        synchronized (this) {
            ServerSocket socket = listening;
            listening = null;
            if (socket != null) {
                close(socket);
            }
            cutConnections();
            thread = accepting;
            accepting = null;
        }
        if (thread != null) {
            // Until it has come out of its call, the closed socket still listens.
            join(thread);
        }
    }

    synchronized void cutConnections() {
        connections.forEach(FakeConnection::close);
        connections.clear();
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException("cannot close " + socket, e);
        }
    }

    /** Closes a connection's socket; an error says that it is closed. */
    static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException("cannot close " + socket, e);
        }
    }

    void join() {
        List<Thread> waitFor;
        synchronized (this) {
            waitFor = List.copyOf(threads);
        }
        waitFor.forEach(FakeBroker::join);
    }

    private static void join(Thread thread) {
        try {
            thread.join(JOIN_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
        if (thread.isAlive()) {
            throw new AssertionError(thread + " does not end");
        }
    }
}
