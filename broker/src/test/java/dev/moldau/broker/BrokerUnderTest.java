package dev.moldau.broker;

import dev.moldau.broker.api.ConnectionInfo;
import dev.moldau.broker.api.InFlightRequest;
import dev.moldau.broker.api.Reply;
import dev.moldau.broker.fetch.ConvertedRecords;
import dev.moldau.broker.lane.DiskThreads;
import dev.moldau.broker.lane.ThreadLane;
import dev.moldau.broker.lane.WheelTimer;
import dev.moldau.broker.topic.LoggerLevels;
import dev.moldau.cluster.LocalCluster;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.common.Clock;
import dev.moldau.common.SystemClock;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.header.FrameWriter;
import dev.moldau.protocol.header.RequestHeader;
import dev.moldau.protocol.header.ResponseHeader;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireBuffers;
import dev.moldau.protocol.wire.WirePiece;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import dev.moldau.storage.FileRecords;
import dev.moldau.storage.disk.NioDisk;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A whole broker on real threads and a real disk, spoken to in frames. */
final class BrokerUnderTest implements AutoCloseable {

    private final Clock clock = new SystemClock();
    private final WheelTimer timer = new WheelTimer(clock, BrokerUnderTest::bug);
    private final DiskThreads diskThreads = new DiskThreads(4);
    private final ThreadLane controllerLane = lane("controller");
    private final LocalCluster cluster;
    final Broker broker;

    BrokerUnderTest(Path folder) {
        BrokerConfig config =
                BrokerConfig.of(
                        Map.of(
                                "log.dirs",
                                folder.resolve("logs").toString(),
                                "group.initial.rebalance.delay.ms",
                                "0"));
        this.cluster =
                LocalCluster.open(
                        folder.resolve("cluster.mv"), config, controllerLane, new Random());
        this.broker =
                Broker.start(
                        config,
                        new BrokerPorts(
                                clock,
                                timer,
                                new Random(),
                                new NioDisk(),
                                BrokerUnderTest::lane,
                                diskThreads,
                                cluster,
                                Optional.empty(),
                                cluster.configs(),
                                LoggerLevels.NONE,
                                WireBuffers.HEAP,
                                256L << 20));
        broker.register(List.of(new Endpoint("PLAINTEXT", "PLAINTEXT", "", 9092)), null).join();
    }

    private static ThreadLane lane(String name) {
        return new ThreadLane(name, (lane, bug) -> bug(bug));
    }

    private static void bug(Throwable bug) {
        throw new AssertionError(bug);
    }

    private static final ConnectionInfo CONNECTION =
            new ConnectionInfo(
                    1,
                    new InetSocketAddress("10.0.0.7", 5000),
                    new InetSocketAddress("10.0.0.1", 9092),
                    "PLAINTEXT",
                    ConnectionInfo.ANONYMOUS);

    /** Sends a request as the server would. */
    @SuppressWarnings("unchecked") // The catalogue's codec is the message's.
    InFlightRequest begin(ApiKey api, int version, ApiMessage request) {
        WireWriter out = new WireWriter();
        FrameWriter.writeRequest(
                new RequestHeader(api, (short) version, 1, "test"),
                (MessageCodec<ApiMessage>) ApiCodecs.request(api).orElseThrow(),
                request,
                out);
        ByteBuffer whole = out.toBuffer();
        ByteBuffer frame = ByteBuffer.allocateDirect(whole.remaining() - 4);
        frame.put(whole.position(whole.position() + 4)).flip();
        return broker.dispatcher().dispatch(frame, CONNECTION);
    }

    /** Sends a request and decodes the answer. */
    <R extends ApiMessage> CompletableFuture<R> send(
            ApiKey api, int version, ApiMessage request, Class<R> type) {
        return begin(api, version, request)
                .reply()
                .toCompletableFuture()
                .thenApply(reply -> type.cast(decode(api, version, reply)));
    }

    /** Sends a request and waits for the answer. */
    <R extends ApiMessage> R ask(ApiKey api, int version, ApiMessage request, Class<R> type)
            throws Exception {
        return send(api, version, request, type).get(20, TimeUnit.SECONDS);
    }

    private static ApiMessage decode(ApiKey api, int version, Reply reply) {
        if (!(reply instanceof Reply.Response response)) {
            throw new AssertionError("no response but " + reply);
        }
        try (response) {
            ByteBuffer bytes = ByteBuffer.allocate((int) response.sizeBytes());
            for (WirePiece piece : response.pieces()) {
                switch (piece) {
                    case WirePiece.Bytes plain -> bytes.put(plain.buffer().duplicate());
                    case WirePiece.Payload(FileRecords file) -> bytes.put(file.toMemory());
                    case WirePiece.Payload(MemoryRecords memory) ->
                            bytes.put(memory.bytes().duplicate());
                    case WirePiece.Payload(ConvertedRecords converted) ->
                            bytes.put(converted.bytes());
                    case WirePiece.Payload other -> throw new AssertionError(other);
                }
            }
            MessageCodec<?> codec = ApiCodecs.response(api).orElseThrow();
            WireReader in = new WireReader(bytes.flip().position(4));
            ResponseHeader.read(in, api, codec, (short) version);
            return codec.read(in, (short) version);
        }
    }

    /** How many deadlines wait. */
    int waitingDeadlines() {
        return timer.size();
    }

    @Override
    public void close() {
        broker.close();
        cluster.close();
        controllerLane.close();
        diskThreads.close();
        timer.close();
    }
}
