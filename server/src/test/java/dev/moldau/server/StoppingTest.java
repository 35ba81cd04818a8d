package dev.moldau.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.header.FrameWriter;
import dev.moldau.protocol.header.RequestHeader;
import dev.moldau.protocol.header.ResponseHeader;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.message.JoinGroupRequest;
import dev.moldau.protocol.message.JoinGroupResponse;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stopping while clients wait for what only time or others would bring. */
@Timeout(60)
class StoppingTest {

    private static final int LONG_MS = 40_000;
    private static final Duration QUICK = Duration.ofMillis(1_500);

    /** Its fifty partitions, which groups hear of, may be on their way when the broker ends. */
    @Test
    void aBrokerEndsWhileItsOffsetsTopicIsMade() throws Exception {
        for (int i = 0; i < 10; i++) {
            EmbeddedBroker broker = EmbeddedBroker.start();
            Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
            try {
                var _ = admin.describeConsumerGroups(Set.of("g"));
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20L * i));
                broker.close();
            } finally {
                admin.close(Duration.ZERO);
            }
        }
    }

    @Test
    void aLongPollIsAnsweredWithNothing() throws Exception {
        EmbeddedBroker broker = EmbeddedBroker.start();
        createTopics(broker, "t");
        try (Waiter waiter = new Waiter(broker)) {
            FetchRequest.Partition partition =
                    new FetchRequest.Partition(
                            0, -1, 0, -1, -1, 1 << 20, Uuid.ZERO, Long.MAX_VALUE);
            waiter.send(
                    ApiKey.FETCH,
                    (short) 11,
                    new FetchRequest(
                            null,
                            -1,
                            FetchRequest.Replica.CLIENT,
                            LONG_MS,
                            1,
                            1 << 20,
                            (byte) 0,
                            0,
                            -1,
                            List.of(new FetchRequest.Topic("t", Uuid.ZERO, List.of(partition))),
                            List.of(),
                            ""));
            assertThat(timeToStop(broker)).isLessThan(QUICK);
            FetchResponse response = waiter.answer(ApiKey.FETCH, FetchResponse.class);
            assertThat(response.errorCode()).isZero();
            assertThat(response.responses().getFirst().partitions().getFirst().errorCode())
                    .isZero();
        }
    }

    @Test
    void aMemberThatWaitsForItsGroupIsSentElsewhere() throws Exception {
        EmbeddedBroker broker =
                EmbeddedBroker.start(
                        Map.of("group.initial.rebalance.delay.ms", Integer.toString(LONG_MS)));
        createTopics(broker, "__consumer_offsets");
        try (Waiter waiter = new Waiter(broker)) {
            waiter.send(
                    ApiKey.JOIN_GROUP,
                    (short) 3,
                    new JoinGroupRequest(
                            "g",
                            LONG_MS,
                            LONG_MS,
                            "",
                            null,
                            "consumer",
                            List.of(new JoinGroupRequest.Protocol("range", ByteBuffer.allocate(4))),
                            null));
            assertThat(timeToStop(broker)).isLessThan(QUICK);
            JoinGroupResponse response = waiter.answer(ApiKey.JOIN_GROUP, JoinGroupResponse.class);
            assertThat(response.errorCode()).isEqualTo(ErrorCode.NOT_COORDINATOR.code());
        }
    }

    private static void createTopics(EmbeddedBroker broker, String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.createTopics(Set.of(new NewTopic(topic, 1, (short) 1)))
                    .all()
                    .get(20, TimeUnit.SECONDS);
        }
    }

    private static Duration timeToStop(EmbeddedBroker broker) {
        long startNs = System.nanoTime();
        broker.close();
        return Duration.ofNanos(System.nanoTime() - startNs);
    }

    /** A connection with one request that stays without an answer for now. */
    private static final class Waiter implements AutoCloseable {

        private static final int TIMEOUT_MS = 20_000;

        private final EmbeddedBroker broker;
        private final Socket socket;
        private short version;

        Waiter(EmbeddedBroker broker) throws IOException {
            this.broker = broker;
            this.socket = new Socket(InetAddress.getLoopbackAddress(), broker.port());
            socket.setSoTimeout(TIMEOUT_MS);
        }

        /** Returns when the broker has taken the request. */
        // The codec of an API's requests writes that API's requests.
        @SuppressWarnings("unchecked")
        <Q extends ApiMessage> void send(ApiKey api, short asVersion, Q request)
                throws IOException {
            version = asVersion;
            long before = broker.server().sockets().counters().requests();
            MessageCodec<Q> codec = (MessageCodec<Q>) ApiCodecs.request(api).orElseThrow();
            WireWriter out = new WireWriter();
            FrameWriter.writeRequest(
                    new RequestHeader(api, version, 1, "waiter"), codec, request, out);
            ByteBuffer frame = out.toBuffer();
            byte[] bytes = new byte[frame.remaining()];
            frame.get(bytes);
            socket.getOutputStream().write(bytes);
            long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MS);
            while (broker.server().sockets().counters().requests() == before) {
                assertThat(System.nanoTime()).as("the request arrives").isLessThan(endNs);
                LockSupport.parkNanos(1_000_000);
            }
        }

        <R extends ApiMessage> R answer(ApiKey api, Class<R> type) throws IOException {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            MessageCodec<?> codec = ApiCodecs.response(api).orElseThrow();
            WireReader reader = new WireReader(ByteBuffer.wrap(in.readNBytes(in.readInt())));
            assertThat(ResponseHeader.read(reader, api, codec, version).correlationId()).isOne();
            return type.cast(codec.read(reader, version));
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
