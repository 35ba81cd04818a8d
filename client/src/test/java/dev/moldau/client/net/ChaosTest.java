package dev.moldau.client.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.errors.FatalException;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.header.RequestFrame;
import dev.moldau.protocol.message.ProduceRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random brokers that do everything a broker may not: whatever happens, every call gets one
 * outcome, in the order of sending, and is released once; and no byte that a broker receives was
 * changed after the network had let go of it, which {@link RecordedCall} does at once.
 * FIELD-REPORTS row 1. A schedule is repeated with {@code -Dmoldau.test.seed=}.
 */
@Timeout(180)
@ParameterizedClass
@MethodSource("dev.moldau.client.net.Transport#available")
class ChaosTest {

    private static final int SCHEDULES = Integer.getInteger("moldau.test.schedules", 1000);
    private static final int AT_ONCE = 8;
    private static final int CALLS = 24;
    private static final int TIMEOUT_MS = 120;

    private final Transport transport;
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();

    ChaosTest(Transport transport) {
        this.transport = transport;
    }

    @Test
    void everyCallGetsOneOutcomeInOrderAndIsReleasedOnce() throws Exception {
        Long fixed = Long.getLong("moldau.test.seed");
        long first = fixed == null ? System.nanoTime() : fixed;
        int schedules = fixed == null ? SCHEDULES : 1;
        System.out.println("ChaosTest on " + transport + ": seeds from " + first);
        ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);
        NettyLoop loop = new NettyLoop("chaos", transport);
        try {
            List<Future<?>> runs = new ArrayList<>();
            for (int i = 0; i < schedules; i++) {
                long seed = first + i;
                runs.add(workers.submit(() -> runOne(loop, seed)));
            }
            for (Future<?> run : runs) {
                run.get(170, TimeUnit.SECONDS);
            }
        } finally {
            workers.shutdownNow();
            loop.close();
        }
        if (fixed == null) {
            // A run in which nothing succeeds, or nothing fails, shows nothing.
            assertThat(answered.get()).isGreaterThan(schedules * CALLS / 5);
            assertThat(failed.get()).isGreaterThan(schedules * CALLS / 50);
        }
    }

    private void runOne(NettyLoop loop, long seed) {
        try {
            run(loop, seed);
        } catch (Throwable thrown) {
            throw new AssertionError("seed " + seed + ": " + thrown.getMessage(), thrown);
        }
    }

    private void run(NettyLoop loop, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        long serverSeed = random.nextLong();
        NetworkSettings settings =
                new NetworkSettings("chaos", 100, 100, 1, 8, -1, -1, -1, 1 << 20);
        try (ScriptedServer server =
                        new ScriptedServer(
                                (c, nth) -> misbehave(c, new SplittableRandom(serverSeed + nth)));
                Client client = new Client(loop, false, settings, AddressLookup.SYSTEM, seed)) {
            List<String> log = new CopyOnWriteArrayList<>();
            List<RecordedCall> calls = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                RecordedCall call = randomCall(i, random, log);
                calls.add(call);
                client.run(
                        () -> {
                            client.network.send(server.node(), call);
                            assertThat(log).doesNotContain(call.name + " message");
                        });
                if (random.nextInt(40) == 0) {
                    client.run(
                            () ->
                                    client.network.disconnect(
                                            server.node(), new FatalException("enough")));
                }
                if (random.nextInt(4) == 0) {
                    Client.await(calls.get(random.nextInt(calls.size())).released);
                }
            }
            if (random.nextInt(4) == 0) {
                client.run(client.network::close);
            }
            check(calls, log);
            assertThat(server.faults()).isEmpty();
            assertThat(client.ask(() -> client.network.inFlight(server.node()))).isZero();
        }
    }

    private static RecordedCall randomCall(int i, SplittableRandom random, List<String> log) {
        if (random.nextInt(3) == 0) {
            return RecordedCall.metadata("m" + i, TIMEOUT_MS, log);
        }
        int size = 1 + random.nextInt(random.nextInt(10) == 0 ? 300_000 : 12_000);
        ByteBuffer records = ByteBuffer.allocateDirect(size);
        while (records.hasRemaining()) {
            records.put((byte) i);
        }
        int acks = random.nextInt(4) == 0 ? 0 : 1;
        String name = (acks == 0 ? "s" : "p") + i;
        return RecordedCall.produce(name, TIMEOUT_MS, acks, records.flip(), log);
    }

    private void check(List<RecordedCall> calls, List<String> log) {
        for (RecordedCall call : calls) {
            call.outcome
                    .handle((answer, cause) -> cause == null ? answered : failed)
                    .thenAccept(AtomicInteger::incrementAndGet)
                    .orTimeout(20, TimeUnit.SECONDS)
                    .join();
            Client.await(call.released);
        }
        List<Integer> outcomes = new ArrayList<>();
        List<Integer> withoutAnswer = new ArrayList<>();
        List<Integer> messages = new ArrayList<>();
        int released = 0;
        for (String event : log) {
            String[] words = event.split(" ");
            int number = Integer.parseInt(words[0].substring(1));
            if (words[1].equals("released")) {
                released++;
            } else if (words[1].equals("message")) {
                messages.add(number);
            } else if (words[0].startsWith("s")) {
                withoutAnswer.add(number);
            } else {
                outcomes.add(number);
            }
        }
        assertThat(released).isEqualTo(calls.size());
        assertThat(outcomes.size() + withoutAnswer.size()).isEqualTo(calls.size());
        assertThat(outcomes).isSorted().doesNotHaveDuplicates();
        assertThat(withoutAnswer).isSorted().doesNotHaveDuplicates();
        assertThat(messages).isSorted().doesNotHaveDuplicates();
    }

    private static void misbehave(ServerConnection c, SplittableRandom random) throws IOException {
        if (random.nextInt(10) == 0) {
            return;
        }
        c.negotiate();
        while (true) {
            RequestFrame.Known request = c.read();
            ApiMessage body = request.readBody();
            boolean answers = true;
            if (body instanceof ProduceRequest produce) {
                checkContent(produce);
                answers = produce.acks() != 0;
            }
            ByteBuffer answer =
                    ServerConnection.answer(
                            request, ServerConnection.bodyFor(request.header().api()));
            switch (random.nextInt(60)) {
                case 0 -> {
                    return;
                }
                case 1 -> c.reset();
                case 2 -> {
                    c.write(answer.slice(0, random.nextInt(answer.remaining())));
                    return;
                }
                case 3 -> answer.putInt(4, random.nextInt());
                case 4 -> answer.putInt(0, random.nextInt());
                case 5 -> {
                    if (random.nextInt(4) == 0) {
                        c.awaitEnd();
                        return;
                    }
                }
                default -> {}
            }
            if (answers) {
                writeInPieces(c, answer, random);
            }
        }
    }

    private static void writeInPieces(
            ServerConnection c, ByteBuffer answer, SplittableRandom random) throws IOException {
        while (answer.hasRemaining()) {
            int count =
                    random.nextBoolean()
                            ? answer.remaining()
                            : 1 + random.nextInt(answer.remaining());
            c.write(answer.slice(answer.position(), count));
            answer.position(answer.position() + count);
        }
    }

    private static void checkContent(ProduceRequest produce) {
        ProduceRequest.Topic topic = produce.topicData().get(0);
        ByteBuffer bytes = ServerConnection.records(topic);
        byte expected = Byte.parseByte(topic.name().substring(1));
        for (int i = bytes.position(); i < bytes.limit(); i++) {
            if (bytes.get(i) != expected) {
                throw new AssertionError(
                        topic.name() + " came with the byte " + bytes.get(i) + " at " + i);
            }
        }
    }
}
