package dev.moldau.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Peers that send what no client sends, or do not read what they asked for: each gets the right
 * error or loses its connection with one clear line in the log, a healthy neighbour does not
 * notice, and the process stays small (field reports 53 and 58).
 */
@Timeout(180)
class HostilePeersTest {

    /** What the neighbour's slowest request may take on a loaded machine of two processors. */
    private static final long NOTICED_MS = 3_000;

    /** Heap and direct memory, at most 256 MB each, and what a JVM needs besides. */
    private static final long LARGEST_RESIDENT_KB = 640 << 10;

    @TempDir Path folder;
    private BrokerProcess broker;
    private Neighbour neighbour;

    @BeforeEach
    void start() throws IOException {
        broker = BrokerProcess.start(folder.resolve("data"));
        neighbour = new Neighbour(broker);
    }

    @AfterEach
    void nobodyNoticed() throws Exception {
        try (BrokerProcess ending = broker;
                Neighbour healthy = neighbour) {
            assertThat(healthy.stop()).as("slowest answer in ms").isLessThan(NOTICED_MS);
            System.out.println("peak resident: " + residentKb("VmHWM:") / 1024 + " MB");
            assertThat(residentKb("VmHWM:")).as("peak resident kB").isLessThan(LARGEST_RESIDENT_KB);
            assertThat(broker.log())
                    .doesNotContain("because of a bug", "Exception", "fault of ours");
            assertThat(ending.terminate()).isIn(0, 143);
        }
    }

    @Test
    void whoIsNoKafkaClientIsNamedAndClosed() throws Exception {
        expectClosed("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        expectClosed(new byte[] {0x16, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3});
        expectClosed(ByteBuffer.allocate(8).putInt(Integer.MAX_VALUE).array());
        expectClosed(ByteBuffer.allocate(8).putInt(-2).array());
        expectClosed("SSH-2.0-OpenSSH_9.6\r\n".getBytes(StandardCharsets.US_ASCII));
        expectLines(
                "speaks HTTP",
                "speaks TLS",
                "request of 2147483647 bytes",
                "-2 as the size",
                "speaks SSH");
    }

    @Test
    void whatIsNoRequestIsClosedWithAReason() throws Exception {
        // Counts and lengths that are negative, or beyond the frame.
        expectClosed(WireFrame.request(WireFrame.METADATA, 1, out -> out.writeInt(-5)));
        expectClosed(WireFrame.request(WireFrame.METADATA, 1, out -> out.writeInt(2_000_000_000)));
        expectClosed(
                WireFrame.request(
                        WireFrame.METADATA,
                        1,
                        out -> {
                            out.writeInt(1);
                            out.writeShort(30_000);
                        }));
        byte[] produce = WireFrame.produce("t", 0, 1, WireFrame.batch(10));
        byte[] cut = Arrays.copyOf(produce, produce.length - 20);
        ByteBuffer.wrap(cut).putInt(0, cut.length - Integer.BYTES);
        expectClosed(cut);
        // Versions and APIs that there are not.
        expectClosed(WireFrame.request(WireFrame.PRODUCE, 99, out -> {}));
        expectClosed(WireFrame.request(WireFrame.FETCH, -1, out -> {}));
        expectClosed(WireFrame.request((short) 999, 0, out -> {}));
        expectClosed(WireFrame.request((short) 4, 0, out -> {}));
        expectLines(
                "-5",
                "2000000000 elements",
                "30000 bytes",
                "Produce v3",
                "Produce version 99 is not served, versions 0 to 13 are",
                "Fetch version -1 is not served",
                "no API has the number 999",
                "the number 4");
    }

    @Test
    void aNewerApiVersionsIsAnsweredInVersion0() throws Exception {
        try (RawPeer peer = new RawPeer(broker)) {
            ByteBuffer answer =
                    peer.ask(
                            WireFrame.request(WireFrame.API_VERSIONS, 99, out -> out.writeByte(0)));
            assertThat(answer.getShort()).as("UNSUPPORTED_VERSION").isEqualTo((short) 35);
            assertThat(answer.getInt()).as("APIs listed").isGreaterThan(40);
            assertThat(peer.ask(WireFrame.apiVersions()).getShort()).isZero();
        }
    }

    @Test
    void recordsThatAreWrongGetTheirError() throws Exception {
        try (RawPeer peer = new RawPeer(broker)) {
            peer.ask(WireFrame.metadata("t"));
            byte[] damaged = WireFrame.batch(100);
            damaged[70] ^= 1;
            assertThat(error(peer, damaged)).as("wrong CRC").isEqualTo(2);
            assertThat(error(peer, WireFrame.claiming(WireFrame.batch(100), 1_000_000_000)))
                    .as("a count beyond the bytes")
                    .isIn(2, 87);
            assertThat(error(peer, WireFrame.claiming(WireFrame.batch(100), 0)))
                    .as("a count of none")
                    .isIn(2, 87);
            assertThat(error(peer, WireFrame.claiming(WireFrame.batch(100), -7)))
                    .as("a negative count")
                    .isIn(2, 87);
            byte[] tooLong = WireFrame.batch(100);
            tooLong[61] = 0x7e;
            assertThat(error(peer, WireFrame.checksummed(tooLong)))
                    .as("a record longer than its batch")
                    .isIn(2, 87);
            assertThat(error(peer, WireFrame.batch(2 << 20))).as("over-long").isEqualTo(10);
            assertThat(error(peer, new byte[0])).as("no batch").isIn(2, 87);
            assertThat(error(peer, new byte[30])).as("a piece of a batch").isIn(2, 87);
            byte[] batch = WireFrame.batch(10);
            assertThat(peer.produceError(WireFrame.produce("none", 0, 1, batch))).isEqualTo(3);
            assertThat(peer.produceError(WireFrame.produce("t", 5, 1, batch))).isEqualTo(3);
            assertThat(peer.produceError(WireFrame.produce("t", -1, 1, batch))).isEqualTo(3);
            assertThat(peer.produceError(WireFrame.produce("t", 0, 7, batch))).isEqualTo(21);
            assertThat(peer.produceError(WireFrame.produce("t", 0, 1, batch))).isZero();
            peer.send(WireFrame.produce("none", 0, 0, batch));
            assertThat(peer.isClosedByBroker()).as("a produce without acks that fails").isTrue();
        }
        expectLines("acks=0 failed with UNKNOWN_TOPIC_OR_PARTITION");
    }

    private static int error(RawPeer peer, byte[] records) throws IOException {
        return peer.produceError(WireFrame.produce("t", 0, 1, records));
    }

    @Test
    void randomBytesHarmNobody() throws Exception {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            byte[] bytes = new byte[8 + random.nextInt(2_000)];
            random.nextBytes(bytes);
            if (i % 2 == 0) {
                // A right size, an API and a version that there may be, and then anything.
                ByteBuffer.wrap(bytes)
                        .putInt(bytes.length - Integer.BYTES)
                        .putShort((short) random.nextInt(76))
                        .putShort((short) random.nextInt(14));
            }
            try (RawPeer peer = new RawPeer(broker)) {
                peer.sendIfTaken(bytes);
            }
        }
        try (RawPeer peer = new RawPeer(broker)) {
            assertThat(peer.ask(WireFrame.apiVersions()).getShort()).isZero();
        }
    }

    /** Bytes that are no UTF-8 come back three times as long, too long for some answers. */
    @Test
    void namesThatGrowOrForgeLinesHarmOnlyTheirConnection() throws Exception {
        byte[] name = new byte[Short.MAX_VALUE];
        Arrays.fill(name, (byte) 0xff);
        expectClosed(
                WireFrame.request(
                        WireFrame.METADATA,
                        1,
                        out -> {
                            out.writeInt(1);
                            out.writeShort(name.length);
                            out.write(name);
                        }));
        byte[] forged =
                WireFrame.request(
                        WireFrame.PRODUCE,
                        3,
                        "me\n2026-01-01 ERROR all is lost",
                        out -> {
                            out.writeShort(-1);
                            out.writeShort(0);
                            out.writeInt(1);
                            out.writeInt(1);
                            WireFrame.string(out, "none");
                            out.writeInt(1);
                            out.writeInt(0);
                            out.writeInt(0);
                        });
        expectClosed(forged);
        expectLines("Metadata v1", "acks=0 failed");
        assertThat(broker.log().lines()).noneMatch(line -> line.startsWith("2026-01-01 ERROR"));
    }

    /** The largest requests there can be, made of as many elements as fit. */
    @Test
    void giantRequestsOfTinyElementsDoNotFillTheHeap() throws Exception {
        byte[] fetch = fetchOfEmptyTopics(95 << 20);
        for (int round = 0; round < 3; round++) {
            List<RawPeer> peers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                peers.add(new RawPeer(broker));
            }
            List<Thread> sending = new ArrayList<>();
            for (RawPeer peer : peers) {
                sending.add(Thread.ofVirtual().start(() -> peer.sendIfTaken(fetch)));
            }
            for (Thread thread : sending) {
                thread.join();
            }
            for (RawPeer peer : peers) {
                peer.isClosedByBroker();
                peer.close();
            }
        }
    }

    /** As many partitions as an array may have, of a topic that is there, in a fetch that waits. */
    @Test
    void fetchesOfVeryManyPartitionsThatWaitDoNotFillTheHeap() throws Exception {
        try (RawPeer peer = new RawPeer(broker)) {
            peer.ask(WireFrame.metadata("t"));
        }
        byte[] fetch = waitingFetch(900_000);
        List<RawPeer> peers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            RawPeer peer = new RawPeer(broker);
            peers.add(peer);
            Thread.ofVirtual().start(() -> peer.sendIfTaken(fetch));
        }
        pauseMs(5_000);
        for (RawPeer peer : peers) {
            peer.close();
        }
    }

    private static byte[] waitingFetch(int partitions) {
        return WireFrame.request(
                WireFrame.FETCH,
                4,
                out -> {
                    out.writeInt(-1);
                    out.writeInt(60_000);
                    out.writeInt(1);
                    out.writeInt(1 << 20);
                    out.writeByte(0);
                    out.writeInt(1);
                    WireFrame.string(out, "t");
                    out.writeInt(partitions);
                    for (int i = 0; i < partitions; i++) {
                        out.writeInt(0);
                        out.writeLong(0);
                        out.writeInt(1000);
                    }
                });
    }

    private static byte[] fetchOfEmptyTopics(int bytes) {
        int perTopic = 2 + 4 + 16;
        int topics = Math.min(1_000_000, bytes / perTopic);
        return WireFrame.request(
                WireFrame.FETCH,
                4,
                out -> {
                    out.writeInt(-1);
                    out.writeInt(0);
                    out.writeInt(0);
                    out.writeInt(1 << 20);
                    out.writeByte(0);
                    out.writeInt(topics);
                    for (int i = 0; i < topics; i++) {
                        out.writeShort(0);
                        out.writeInt(1);
                        out.writeInt(i);
                        out.writeLong(0);
                        out.writeInt(1000);
                    }
                });
    }

    @Test
    void peersThatDoNotReadTheirAnswersHoldLittle() throws Exception {
        try (RawPeer peer = new RawPeer(broker)) {
            peer.ask(WireFrame.metadata("t"));
            for (int i = 0; i < 40; i++) {
                assertThat(error(peer, WireFrame.batch(900_000))).isZero();
            }
        }
        List<RawPeer> peers = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            RawPeer peer = new RawPeer(broker, 4096);
            peers.add(peer);
            for (int n = 0; n < 50; n++) {
                // Old consumers' fetches, whose answers are converted in memory, and new ones.
                peer.send(fetch(n % 2 == 0 ? 2 : 4));
            }
        }
        pauseMs(5_000);
        for (RawPeer peer : peers) {
            peer.close();
        }
    }

    /** Answers that are in memory, asked for by many who do not read them. */
    @Test
    void manyPeersThatDoNotReadHoldLittleTogether() throws Exception {
        String[] topics = new String[500];
        for (int i = 0; i < topics.length; i++) {
            topics[i] = "a-topic-with-a-name-of-some-length-that-makes-answers-longer-" + i;
        }
        try (RawPeer peer = new RawPeer(broker)) {
            peer.ask(WireFrame.metadata(topics));
        }
        byte[] all = WireFrame.request(WireFrame.METADATA, 1, out -> out.writeInt(-1));
        List<RawPeer> peers = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            RawPeer peer = new RawPeer(broker, 4096);
            peers.add(peer);
            for (int n = 0; n < 50; n++) {
                peer.sendIfTaken(all);
            }
        }
        pauseMs(3_000);
        for (RawPeer peer : peers) {
            peer.close();
        }
    }

    private static byte[] fetch(int version) {
        return WireFrame.request(
                WireFrame.FETCH,
                version,
                out -> {
                    out.writeInt(-1);
                    out.writeInt(0);
                    out.writeInt(1);
                    if (version >= 3) {
                        out.writeInt(50 << 20);
                    }
                    if (version >= 4) {
                        out.writeByte(0);
                    }
                    out.writeInt(1);
                    WireFrame.string(out, "t");
                    out.writeInt(1);
                    out.writeInt(0);
                    out.writeLong(0);
                    out.writeInt(50 << 20);
                });
    }

    @Test
    void peersThatAnnounceMuchAndSendLittleHoldLittle() throws Exception {
        List<RawPeer> peers = new ArrayList<>();
        byte[] beginning = ByteBuffer.allocate(64 << 10).putInt(99 << 20).array();
        for (int i = 0; i < 500; i++) {
            RawPeer peer = new RawPeer(broker);
            peers.add(peer);
            Thread.ofVirtual().start(() -> peer.sendIfTaken(beginning));
        }
        pauseMs(3_000);
        for (RawPeer peer : peers) {
            peer.close();
        }
    }

    @Test
    void aThousandConnectionsAreServedWhileHalfOfThemAreSilent() throws Exception {
        List<RawPeer> peers = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            peers.add(new RawPeer(broker));
        }
        byte[] request = WireFrame.apiVersions();
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < peers.size(); i += 2) {
                peers.get(i).send(request);
            }
            for (int i = 0; i < peers.size(); i += 2) {
                assertThat(peers.get(i).receive().getShort()).isZero();
            }
        }
        for (RawPeer peer : peers) {
            peer.close();
        }
    }

    private void expectClosed(byte[] bytes) throws IOException {
        try (RawPeer peer = new RawPeer(broker)) {
            peer.sendIfTaken(bytes);
            assertThat(peer.isClosedByBroker()).isTrue();
        }
    }

    /** Each of these is in exactly one line about a connection that was closed, and no others. */
    private void expectLines(String... reasons) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        List<String> lines = closings();
        // The log is written by a thread of its own.
        while (lines.size() < reasons.length && System.nanoTime() < deadline) {
            pauseMs(20);
            lines = closings();
        }
        assertThat(lines).hasSize(reasons.length);
        for (String reason : reasons) {
            assertThat(lines.stream().filter(line -> line.contains(reason)))
                    .as("%s in %s", reason, lines)
                    .hasSize(1);
        }
    }

    private List<String> closings() {
        return broker.log()
                .lines()
                .filter(line -> line.contains("closing the connection"))
                .toList();
    }

    private long residentKb(String figure) throws IOException {
        try (var lines = Files.lines(Path.of("/proc/" + broker.pid() + "/status"))) {
            String line = lines.filter(l -> l.startsWith(figure)).findFirst().orElseThrow();
            return Long.parseLong(line.replaceAll("\\D", ""));
        }
    }

    /** Lets the hostile peers be for a while, in which the neighbour goes on. */
    private static void pauseMs(long ms) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }
}
