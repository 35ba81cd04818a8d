package dev.moldau.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Where things lie that {@code system-tests/run} prepared: the repository, the clients' jars, the
 * compiled judges.
 */
final class Workshop {

    private static final Path REPOSITORY = repository();

    private Workshop() {}

    static Path moldau() {
        return REPOSITORY.resolve("bin/moldau");
    }

    static Path docs() {
        return REPOSITORY.resolve("docs");
    }

    /** What the clients of this name need: jars, node modules. */
    static Path client(String name) {
        return prepared("clients/" + name);
    }

    /** Judges compiled for this client. */
    static Path judge(String name) {
        return prepared("judges/" + name);
    }

    static Path source(String name) {
        return REPOSITORY.resolve("system-tests/clients").resolve(name);
    }

    static Path target() {
        return REPOSITORY.resolve("system-tests/target");
    }

    /** A JVM of today, for brokers and recent clients. */
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /**
     * A port that nobody listens on right now, below those that the system gives to outgoing
     * connections: a client that tries to connect again while a broker is away would sooner or
     * later be given the very port, and keep it.
     */
    static int freePort() {
        int port;
        do {
            port = ThreadLocalRandom.current().nextInt(15_000, 32_768);
        } while (isTaken(port));
        return port;
    }

    private static boolean isTaken(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return !socket.isBound();
        } catch (BindException taken) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path prepared(String name) {
        Path path = target().resolve(name);
        if (!Files.exists(path)) {
            throw new IllegalStateException(
                    path + " is missing: run system-tests/run, which prepares it");
        }
        return path;
    }

    private static Path repository() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("bin/moldau"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException(
                        "not inside a checkout: no bin/moldau above "
                                + Path.of("").toAbsolutePath());
            }
        }
        return folder;
    }
}
