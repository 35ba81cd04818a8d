package dev.moldau.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.record.Records;
import dev.moldau.storage.FileRecords;
import java.io.DataInputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Regions of files on their way to sockets: the file lasts as long as them, and no longer. */
@Timeout(60)
class FileAnswersTest {

    private static final byte[] FETCH =
            ByteBuffer.allocate(4 + 37)
                    .putInt(37)
                    .putShort((short) 1)
                    .putShort((short) 4)
                    .putInt(77)
                    .putShort((short) -1)
                    .putInt(-1)
                    .putInt(0)
                    .putInt(1)
                    .putInt(1000)
                    .put((byte) 0)
                    .putInt(0)
                    .array();

    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource(Transport.class)
    void aSlowReaderGetsAllOfAFileThatIsDeletedMeanwhile(Transport transport) throws Exception {
        try (StoredRecords stored = new StoredRecords(folder);
                TestServer server = server(transport, stored);
                RawClient client = new RawClient(server.port)) {
            ByteBuffer expected;
            try (FileRecords records = stored.read()) {
                expected = records.toMemory();
            }
            client.send(FETCH);
            DataInputStream in = new DataInputStream(client.socket.getInputStream());
            byte[] answer = new byte[in.readInt()];
            in.readFully(answer, 0, 1_000);
            stored.delete();
            assertThat(stored.isFileOpen()).as("in use").isTrue();
            for (int at = 1_000; at < answer.length; ) {
                int count = Math.min(1 << 20, answer.length - at);
                in.readFully(answer, at, count);
                at += count;
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            }
            int from = answer.length - expected.remaining();
            assertThat(ByteBuffer.wrap(answer, from, expected.remaining())).isEqualTo(expected);
            Waiting.until("the file is closed", () -> !stored.isFileOpen());
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void aReaderThatDiesInTheMiddleLeavesNoFileOpen(Transport transport) throws Exception {
        try (StoredRecords stored = new StoredRecords(folder);
                TestServer server = server(transport, stored)) {
            try (RawClient client = new RawClient(server.port)) {
                for (int i = 0; i < 10; i++) {
                    client.send(FETCH);
                }
                new DataInputStream(client.socket.getInputStream()).readFully(new byte[1_000]);
                stored.delete();
                assertThat(stored.isFileOpen()).as("in use").isTrue();
            }
            Waiting.until("the file is closed", () -> !stored.isFileOpen());
        }
    }

    @Test
    void stoppingTheServerLeavesNoFileOpen() throws Exception {
        try (StoredRecords stored = new StoredRecords(folder)) {
            TestServer server = server(Transport.best(), stored);
            try (RawClient client = new RawClient(server.port)) {
                client.send(FETCH);
                client.send(FETCH);
                new DataInputStream(client.socket.getInputStream()).readFully(new byte[1_000]);
                stored.delete();
                server.close();
            }
            assertThat(stored.isFileOpen()).isFalse();
        }
    }

    /** A peer that asks again and again and reads nothing has few files on their way. */
    @Test
    void aPeerThatDoesNotReadIsNotReadFurther() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (StoredRecords stored = new StoredRecords(folder);
                TestServer server =
                        new TestServer(
                                TestServer.settings(),
                                Transport.best(),
                                new Fetches(
                                        () -> {
                                            asked.incrementAndGet();
                                            return List.<Records>of(stored.read());
                                        }));
                RawClient client = new RawClient(server.port)) {
            ByteBuffer many = ByteBuffer.allocate(FETCH.length * 1_000);
            for (int i = 0; i < 1_000; i++) {
                many.put(FETCH);
            }
            client.send(many.array());
            byte[] request = RawClient.request(1, Echo.AT_ONCE, 10);
            try (RawClient other = new RawClient(server.port)) {
                for (int i = 0; i < 100; i++) {
                    other.send(request);
                    assertThat(other.receive(request)).isEqualTo(1);
                }
            }
            assertThat(asked.get()).isLessThanOrEqualTo(100);
        }
    }

    @Test
    void aSlowReaderIsNotIdle() throws Exception {
        try (StoredRecords stored = new StoredRecords(folder);
                TestServer server =
                        new TestServer(
                                TestServer.settings().maxIdleMs(500),
                                Transport.best(),
                                fetches(stored));
                RawClient client = new RawClient(server.port)) {
            client.send(FETCH);
            DataInputStream in = new DataInputStream(client.socket.getInputStream());
            int left = in.readInt();
            // About two seconds, four times what an idle connection may last.
            while (left > 0) {
                int count = Math.min(100_000, left);
                in.readFully(new byte[count]);
                left -= count;
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
            client.awaitClosed();
            assertThat(server.sockets.counters().idleClosed()).isOne();
        }
    }

    /** An answer that cannot be written ends its connection, and what it holds is let go of. */
    @Test
    void anAnswerThatCannotBeWrittenClosesTheConnection() throws Exception {
        Records unknown = () -> 100;
        try (StoredRecords stored = new StoredRecords(folder);
                LogLines log = new LogLines();
                TestServer server =
                        new TestServer(
                                TestServer.settings(),
                                Transport.best(),
                                new Fetches(() -> List.of(stored.read(), unknown, stored.read())));
                RawClient client = new RawClient(server.port)) {
            client.send(RawClient.request(1, Echo.WHEN_RELEASED, 10));
            client.send(FETCH);
            client.send(FETCH);
            Waiting.until("all came", () -> server.sockets.counters().requests() == 3);
            // Answered on another thread: the loop comes by a task of its own, not by a read.
            server.echo.release(1);
            client.receiveAny();
            try {
                while (client.receiveAny() > 0) {
                    // what had left before the fault
                }
            } catch (java.io.IOException e) {
                assertThat(e).isNotInstanceOf(java.net.SocketTimeoutException.class);
            }
            stored.delete();
            Waiting.until("the file is closed", () -> !stored.isFileOpen());
            assertThat(log.all()).filteredOn(line -> line.contains("fault of ours")).hasSize(1);
        }
    }

    private static TestServer server(Transport transport, StoredRecords stored) throws Exception {
        return new TestServer(TestServer.settings(), transport, fetches(stored));
    }

    private static Fetches fetches(StoredRecords stored) {
        return new Fetches(() -> List.<Records>of(stored.read()));
    }
}
