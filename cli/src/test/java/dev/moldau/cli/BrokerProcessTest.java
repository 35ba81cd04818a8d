package dev.moldau.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cli.training.TrainingScript;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.header.FrameWriter;
import dev.moldau.protocol.header.RequestHeader;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchRequestCodec;
import dev.moldau.protocol.wire.WireWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process of its own: what it prints, how it ends. */
@Timeout(120)
class BrokerProcessTest {

    private static final long DEADLINE_S = 60;

    @TempDir private Path folder;
    private final List<Process> started = new ArrayList<>();
    private final Map<Process, Path> errors = new HashMap<>();

    @AfterEach
    void nothingIsLeftRunning() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void saysInOneLineThatItIsReadyAndEndsWellOnSigterm() throws Exception {
        Process broker = start("--listen", "127.0.0.1:0");
        try (BufferedReader out = broker.inputReader(StandardCharsets.UTF_8)) {
            String ready = out.readLine();
            assertThat(ready)
                    .matches(
                            "Moldau ready: listeners PLAINTEXT://127\\.0\\.0\\.1:\\d+, data .*data,"
                                    + " \\d+\\.\\d\\d s");
            assertAccepts(port(ready));
            broker.toHandle().destroy();
            assertThat(broker.waitFor(DEADLINE_S, TimeUnit.SECONDS)).isTrue();
            assertThat(broker.exitValue()).isZero();
            assertThat(out.readLine()).isNull();
        }
    }

    @Test
    void anOrdinaryRunLogsNothingButItsEnd() throws Exception {
        Process broker = start("--listen", "127.0.0.1:0");
        assertThat(broker.inputReader(StandardCharsets.UTF_8).readLine())
                .startsWith("Moldau ready");
        broker.toHandle().destroy();
        assertThat(broker.waitFor(DEADLINE_S, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readAllLines(requireNonNull(errors.get(broker))))
                .hasSize(2)
                .first(InstanceOfAssertFactories.STRING)
                .matches(
                        "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d.\\d{3} INFO  stopping \\[ServerProcess]");
    }

    @Test
    void withoutAUsableCacheItStartsAllTheSameAndSaysSo() throws Exception {
        Path cache = Files.writeString(folder.resolve("moldau.aot"), "of another JDK");
        Process broker =
                start(
                        List.of(
                                "-XX:AOTCache=" + cache,
                                "-Xlog:disable",
                                "-Xlog:all=warning:stderr"),
                        "--listen",
                        "127.0.0.1:0");
        assertThat(broker.inputReader(StandardCharsets.UTF_8).readLine())
                .startsWith("Moldau ready");
        assertThat(Files.readString(requireNonNull(errors.get(broker))))
                .contains("error has occurred while processing the AOT cache");
    }

    @Test
    void aSecondSignalEndsItAtOnce() throws Exception {
        Process broker = start("--listen", "127.0.0.1:0");
        String ready = broker.inputReader(StandardCharsets.UTF_8).readLine();
        TrainingScript.play(port(ready));
        try (Socket socket = new Socket()) {
            // Asks for more than the sockets take, and takes nothing: a stop waits for that.
            socket.setReceiveBufferSize(4_096);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port(ready)));
            for (int i = 0; i < 20; i++) {
                socket.getOutputStream().write(fetchEverything());
            }
            socket.setSoTimeout(20_000);
            assertThat(socket.getInputStream().read()).isNotNegative();
            broker.toHandle().destroy();
            awaitLine(broker, "stopping");
            broker.toHandle().destroy();
            assertThat(broker.waitFor(DEADLINE_S, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(broker.exitValue()).isEqualTo(130);
    }

    private static byte[] fetchEverything() {
        FetchRequest.Partition partition =
                new FetchRequest.Partition(0, -1, 0, -1, -1, 50 << 20, Uuid.ZERO, Long.MAX_VALUE);
        FetchRequest request =
                new FetchRequest(
                        null,
                        -1,
                        FetchRequest.Replica.CLIENT,
                        500,
                        1,
                        50 << 20,
                        (byte) 0,
                        0,
                        -1,
                        List.of(new FetchRequest.Topic("training", Uuid.ZERO, List.of(partition))),
                        List.of(),
                        "");
        WireWriter out = new WireWriter();
        FrameWriter.writeRequest(
                new RequestHeader(ApiKey.FETCH, (short) 11, 1, "test"),
                FetchRequestCodec.INSTANCE,
                request,
                out);
        ByteBuffer frame = out.toBuffer();
        byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        return bytes;
    }

    private void awaitLine(Process broker, String text) throws IOException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
        while (!Files.readString(requireNonNull(errors.get(broker))).contains(text)) {
            assertThat(System.nanoTime()).as(text).isLessThan(endNs);
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void startsAgainOnItsDataAfterAKill() throws Exception {
        Process first = start("--listen", "127.0.0.1:0");
        assertThat(first.inputReader(StandardCharsets.UTF_8).readLine()).startsWith("Moldau ready");
        first.destroyForcibly();
        assertThat(first.waitFor(DEADLINE_S, TimeUnit.SECONDS)).isTrue();
        Process second = start("--listen", "127.0.0.1:0");
        assertThat(second.inputReader(StandardCharsets.UTF_8).readLine())
                .startsWith("Moldau ready");
    }

    @Test
    void aPortThatIsTakenEndsTheStartWithOneLine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();
            assertFails(start("--listen", address), address, "in use", "--listen");
        }
    }

    @Test
    void aDataFolderThatIsInUseEndsTheStartWithOneLine() throws Exception {
        Process first = start("--listen", "127.0.0.1:0");
        assertThat(first.inputReader(StandardCharsets.UTF_8).readLine()).startsWith("Moldau ready");
        assertFails(start("--listen", "127.0.0.1:0"), data().toString(), "in use");
    }

    @Test
    void aDataFolderThatIsAFileEndsTheStartWithOneLine() throws Exception {
        Files.createFile(data());
        assertFails(start("--listen", "127.0.0.1:0"), data().toString(), "--data");
    }

    @Test
    void aWrongValueEndsTheStartWithOneLine() throws Exception {
        assertFails(start("--override", "num.partitions=many"), "num.partitions", "many");
    }

    @Test
    void aListenerThatNeedsTlsIsRefusedAsNotThereYet() throws Exception {
        assertFails(start("--listen", "SSL://127.0.0.1:0"), "SSL", "use PLAINTEXT");
    }

    private Process start(String... options) throws IOException {
        return start(List.of(), options);
    }

    private Process start(List<String> jvm, String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED"));
        command.addAll(jvm);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Main.class.getName(), "start", "--data", data().toString()));
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command);
        Path err = Files.createTempFile(folder, "err", ".txt");
        Process process = builder.redirectError(err.toFile()).start();
        started.add(process);
        errors.put(process, err);
        return process;
    }

    private Path data() {
        return folder.resolve("data");
    }

    private void assertFails(Process process, String... said) throws Exception {
        assertThat(process.waitFor(DEADLINE_S, TimeUnit.SECONDS)).isTrue();
        List<String> lines =
                Files.readAllLines(requireNonNull(errors.get(process))).stream()
                        .filter(line -> line.startsWith("moldau:"))
                        .toList();
        assertThat(lines).hasSize(1).first().asString().contains(said);
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(process.inputReader(StandardCharsets.UTF_8).readLine()).isNull();
    }

    private static int port(String ready) {
        return Integer.parseInt(ready.replaceFirst(".*127\\.0\\.0\\.1:(\\d+).*", "$1"));
    }

    private static void assertAccepts(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            assertThat(socket.isConnected()).isTrue();
        }
    }
}
