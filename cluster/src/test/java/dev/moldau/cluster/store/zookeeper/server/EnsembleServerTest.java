package dev.moldau.cluster.store.zookeeper.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.moldau.cluster.OneThreadLane;
import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.cluster.store.zookeeper.ZooKeeperClusterStore;
import dev.moldau.common.SystemClock;
import dev.moldau.common.config.BrokerConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class EnsembleServerTest {

    private static final long DEADLINE_S = 60;
    private static final StoreKey KEY = new StoreKey("things", "a");

    @TempDir Path folder;

    private final List<Running> running = new ArrayList<>();

    /** A server on a thread of its own. */
    private record Running(
            EnsembleServer server,
            CompletableFuture<InetSocketAddress> listening,
            CompletableFuture<Void> ended) {

        String connect() throws Exception {
            InetSocketAddress at = listening.get(DEADLINE_S, TimeUnit.SECONDS);
            return at.getHostString() + ":" + at.getPort();
        }

        void stop() throws Exception {
            server.close();
            ended.get(DEADLINE_S, TimeUnit.SECONDS);
        }
    }

    @AfterEach
    void stopAll() throws Exception {
        for (Running each : running) {
            each.stop();
        }
    }

    private Running start(EnsembleServerSettings settings) throws EnsembleServerException {
        EnsembleServer server = EnsembleServer.prepare(settings);
        CompletableFuture<InetSocketAddress> listening = new CompletableFuture<>();
        CompletableFuture<Void> ended =
                CompletableFuture.runAsync(
                        () -> run(server, listening), task -> Thread.ofPlatform().start(task));
        Running started = new Running(server, listening, ended);
        running.add(started);
        return started;
    }

    private static void run(EnsembleServer server, CompletableFuture<InetSocketAddress> listening) {
        try {
            server.run(
                    listening::complete,
                    why -> listening.completeExceptionally(new IllegalStateException(why)));
        } catch (EnsembleServerException e) {
            listening.completeExceptionally(e);
        }
    }

    private EnsembleServerSettings alone(String data) {
        return new EnsembleServerSettings(
                Optional.empty(),
                Optional.of(folder.resolve(data)),
                Optional.of("127.0.0.1:0"),
                List.of(),
                0);
    }

    private static ClusterStore open(String connect, OneThreadLane lane) {
        return ZooKeeperClusterStore.open(
                BrokerConfig.of(
                        Map.of(
                                "zookeeper.connect",
                                connect,
                                "zookeeper.connection.timeout.ms",
                                "30000")),
                new SystemClock(),
                lane);
    }

    private static String valueThere(String connect) {
        try (OneThreadLane lane = new OneThreadLane("zookeeper");
                ClusterStore store = open(connect, lane)) {
            return store.read(KEY).map(r -> new String(r.value(), UTF_8)).orElse("none");
        }
    }

    private static void create(String connect, String value) {
        try (OneThreadLane lane = new OneThreadLane("zookeeper");
                ClusterStore store = open(connect, lane)) {
            store.commit(List.of(new StoreWrite.Create(KEY, value.getBytes(UTF_8))));
        }
    }

    @Test
    void aServerAloneKeepsWhatItWasGivenAcrossAStop() throws Exception {
        Running first = start(alone("data"));
        assertThat(first.server().place()).isEqualTo("alone");
        create(first.connect(), "kept");
        first.stop();
        Running second = start(alone("data"));
        assertThat(valueThere(second.connect())).isEqualTo("kept");
    }

    @Test
    void itTellsOfItselfWhatMonitoringNeedsAndNothingElse() throws Exception {
        String connect = start(alone("data")).connect();
        assertThat(ask(connect, "ruok")).isEqualTo("imok");
        assertThat(ask(connect, "mntr")).contains("zk_server_state\tstandalone");
        assertThat(ask(connect, "envi")).contains("not in the whitelist");
    }

    private static String ask(String connect, String word) throws IOException {
        String[] at = connect.split(":");
        try (Socket socket = new Socket(at[0], Integer.parseInt(at[1]))) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(word.getBytes(UTF_8));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    @Test
    void threeServersServeWhileTwoOfThemAreThere() throws Exception {
        String members =
                freePorts(6).stream().map(Object::toString).collect(Collectors.joining(","));
        String[] ports = members.split(",");
        List<EnsembleMember> ensemble =
                EnsembleMember.parse(
                        "127.0.0.1:%s:%s,127.0.0.1:%s:%s,127.0.0.1:%s:%s"
                                .formatted((Object[]) ports));
        List<Running> servers = new ArrayList<>();
        for (int id = 1; id <= 3; id++) {
            servers.add(
                    start(
                            new EnsembleServerSettings(
                                    Optional.empty(),
                                    Optional.of(folder.resolve("server-" + id)),
                                    Optional.of("127.0.0.1:0"),
                                    ensemble,
                                    id)));
        }
        assertThat(servers.get(1).server().place()).isEqualTo("2 of 3");
        List<String> connects = new ArrayList<>();
        for (Running server : servers) {
            connects.add(server.connect());
        }
        create(String.join(",", connects), "agreed");
        servers.get(0).stop();
        assertThat(valueThere(connects.get(1) + "," + connects.get(2))).isEqualTo("agreed");
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void aPortThatIsTakenIsNamedWithTheRemedy() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();
            Running failed =
                    start(
                            new EnsembleServerSettings(
                                    Optional.empty(),
                                    Optional.of(folder.resolve("data")),
                                    Optional.of(address),
                                    List.of(),
                                    0));
            assertThat(failed.listening())
                    .failsWithin(java.time.Duration.ofSeconds(DEADLINE_S))
                    .withThrowableThat()
                    .withMessageContaining(address)
                    .withMessageContaining("--listen");
        }
    }

    @Test
    void aFileSaysAllThatZooKeeperKnowsAndTheCommandLineIsStronger() throws Exception {
        Path file = folder.resolve("zoo.cfg");
        Files.writeString(
                file,
                "dataDir=" + folder.resolve("of-the-file") + "\nclientPort=1\ntickTime=500\n");
        Running server =
                start(
                        new EnsembleServerSettings(
                                Optional.of(file),
                                Optional.empty(),
                                Optional.of("127.0.0.1:0"),
                                List.of(),
                                0));
        assertThat(server.connect()).doesNotEndWith(":1");
        assertThat(server.server().data()).isEqualTo(folder.resolve("of-the-file"));
        Files.writeString(file, "tickTime=often\n");
        assertRefused(
                new EnsembleServerSettings(
                        Optional.of(file),
                        Optional.of(folder.resolve("data")),
                        Optional.empty(),
                        List.of(),
                        0),
                file.toString());
    }

    @Test
    void aFolderBelongsToOneServerOfTheEnsemble() throws Exception {
        List<EnsembleMember> members = EnsembleMember.parse("a,b:1:2,c");
        assertThat(members.get(0)).isEqualTo(new EnsembleMember("a", 2888, 3888));
        assertThat(members.get(1)).isEqualTo(new EnsembleMember("b", 1, 2));
        assertRefused(member(members, 0), "--id", "1 to 3");
        assertRefused(member(members, 4), "--id", "1 to 3");
        EnsembleServer.prepare(member(members, 2));
        assertRefused(member(members, 3), "belongs to server 2", "server 3");
        assertThat(EnsembleServer.prepare(member(members, 0)).place()).isEqualTo("2 of 3");
    }

    private EnsembleServerSettings member(List<EnsembleMember> members, int id) {
        return new EnsembleServerSettings(
                Optional.empty(),
                Optional.of(folder.resolve("data")),
                Optional.empty(),
                members,
                id);
    }

    @Test
    void mistakesAreRefusedWithTheRightForm() throws Exception {
        assertThatExceptionOfType(EnsembleServerException.class)
                .isThrownBy(() -> EnsembleMember.parse("a:1:2:3"))
                .withMessageContaining("zk1:2888:3888");
        assertRefused(
                new EnsembleServerSettings(
                        Optional.empty(),
                        Optional.of(folder.resolve("data")),
                        Optional.of("localhost"),
                        List.of(),
                        0),
                "--listen takes HOST:PORT",
                "localhost");
        Path notAFolder = Files.createFile(folder.resolve("file"));
        assertRefused(
                new EnsembleServerSettings(
                        Optional.empty(), Optional.of(notAFolder), Optional.empty(), List.of(), 0),
                notAFolder.toString(),
                "--data");
    }

    private static void assertRefused(EnsembleServerSettings settings, String... said) {
        assertThatExceptionOfType(EnsembleServerException.class)
                .isThrownBy(() -> EnsembleServer.prepare(settings))
                .satisfies(e -> assertThat(e.getMessage()).contains(said));
    }
}
