package dev.moldau.client.net;

import dev.moldau.client.Node;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A broker of a few lines: each connection is served by a script on a thread of its own. What a
 * script throws, other than that the connection is gone, is kept for the test to see.
 */
final class ScriptedServer implements AutoCloseable {

    /** What is done with one connection; it is closed when this returns. */
    interface Script {
        void serve(ServerConnection connection, int nth) throws IOException;
    }

    private final ServerSocket listening;
    private final Script script;
    private final AtomicInteger accepted = new AtomicInteger();
    private final List<Throwable> faults = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    ScriptedServer(Script script) throws IOException {
        this(script, 0);
    }

    ScriptedServer(Script script, int port) throws IOException {
        this.script = script;
        this.listening = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    Node node() {
        return new Node(1, "127.0.0.1", port(), null);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** How many connections have come so far. */
    int accepted() {
        return accepted.get();
    }

    /** What scripts have thrown. */
    List<Throwable> faults() {
        return faults;
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "scripted-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                socket.setTcpNoDelay(true);
                sockets.add(socket);
                int nth = accepted.getAndIncrement();
                start(() -> serve(socket, nth));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket, int nth) {
        try (socket) {
            script.serve(new ServerConnection(socket), nth);
        } catch (IOException gone) {
            // The client may go at any time.
        } catch (Throwable fault) {
            faults.add(fault);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
