package dev.moldau.client.fake;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A listening socket whose port can be taken again at once after it was closed. Its port is below
 * those that systems give to outgoing connections: a client that tries to connect again and again
 * while nobody listens would sooner or later be given the very port, and keep it.
 */
public final class FakeServerSocket extends ServerSocket {

    private static final int LOWEST_PORT = 15_000;
    private static final int LOWEST_OUTGOING_PORT = 32_768;
    private static final int ATTEMPTS = 100;

    FakeServerSocket(String host, int port) throws IOException {
        setReuseAddress(true);
        bind(new InetSocketAddress(host, port));
    }

    /** On a port that nobody listens on. */
    public static FakeServerSocket onAnyPort(String host) throws IOException {
        for (int attempt = 1; ; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, LOWEST_OUTGOING_PORT);
            try {
                return new FakeServerSocket(host, port);
            } catch (BindException taken) {
                if (attempt == ATTEMPTS) {
                    throw taken;
                }
            }
        }
    }
}
