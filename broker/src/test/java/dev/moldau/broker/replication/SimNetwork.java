package dev.moldau.broker.replication;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.client.net.AnswerBytes;
import dev.moldau.client.net.Call;
import dev.moldau.client.net.Network;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.record.Batches;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * One broker's way to the others: messages are encoded and decoded, take their time, and get lost
 * or damaged while {@link SimCluster#isStormy}. An answer's memory is spoilt as soon as the last
 * one who keeps it lets go.
 */
final class SimNetwork implements Network {

    private static final byte SPOILT = (byte) 0xdd;
    private static final int LOST_AFTER_MS = 300;

    /** Where in a batch begins what its checksum covers. */
    private static final int CHECKED_FROM = 21;

    /** Memory of one answer. */
    private static final class Memory implements AnswerBytes {
        private final ByteBuffer bytes;
        private int holders = 1;

        Memory(ByteBuffer bytes) {
            this.bytes = bytes;
        }

        @Override
        public void retain() {
            if (holders == 0) {
                throw new AssertionError("memory is kept after it was given back");
            }
            holders++;
        }

        @Override
        public void release() {
            if (--holders == 0) {
                for (int i = 0; i < bytes.limit(); i++) {
                    bytes.put(i, SPOILT);
                }
            } else if (holders < 0) {
                throw new AssertionError("memory is given back twice");
            }
        }
    }

    private final SimCluster cluster;
    private final SimLoop.Life life;
    private final RandomGenerator random;

    SimNetwork(SimCluster cluster, SimLoop.Life life, RandomGenerator random) {
        this.cluster = cluster;
        this.life = life;
        this.random = random;
    }

    @Override
    public <R extends ApiMessage> void send(Node node, Call<R> call) {
        short version = (short) Math.min(cluster.version, call.highestVersion());
        life.schedule(
                delayMs(),
                () -> {
                    ByteBuffer request = encode(ApiCodecs.request(call.api()), call, version);
                    boolean lost = cluster.isStormy() && random.nextInt(25) == 0;
                    SimBroker to = cluster.broker(node.id());
                    if (lost || to.isDown()) {
                        fail(call);
                    } else {
                        serve(to, request, version, call);
                    }
                });
    }

    private long delayMs() {
        return random.nextInt(8) == 0 ? random.nextInt(40) : random.nextInt(3);
    }

    private <R extends ApiMessage> void serve(
            SimBroker to, ByteBuffer bytes, short version, Call<R> call) {
        FetchRequest request =
                (FetchRequest)
                        ApiCodecs.request(ApiKey.FETCH)
                                .orElseThrow()
                                .read(new WireReader(bytes), version);
        boolean[] over = new boolean[1];
        Consumer<FetchResponse> reply =
                response -> {
                    if (over[0]) {
                        return;
                    }
                    over[0] = true;
                    ByteBuffer answer = encode(response, version);
                    if (cluster.isStormy() && random.nextInt(25) == 0) {
                        fail(call);
                    } else {
                        life.schedule(delayMs(), () -> answered(call, answer, version));
                    }
                };
        to.serve(request, reply);
        // A broker that dies with the request is noticed by its connection.
        life.schedule(
                LOST_AFTER_MS,
                () -> {
                    if (!over[0]) {
                        over[0] = true;
                        fail(call);
                    }
                });
    }

    private <R extends ApiMessage> void fail(Call<R> call) {
        life.schedule(
                random.nextInt(20),
                () -> {
                    ClientException cause = new DisconnectedException("the network is bad");
                    call.failed(cause);
                    call.released();
                });
    }

    @SuppressWarnings("unchecked")
    private <R extends ApiMessage> void answered(Call<R> call, ByteBuffer bytes, short version) {
        Memory memory = new Memory(bytes);
        R response =
                (R)
                        ApiCodecs.response(call.api())
                                .orElseThrow()
                                .read(new WireReader(bytes), version);
        if (cluster.isStormy() && random.nextInt(30) == 0) {
            damage((FetchResponse) response);
        }
        call.answered(response, version, memory);
        call.released();
        memory.release();
    }

    /** Flips a bit of what a batch's checksum covers. */
    private void damage(FetchResponse response) {
        for (FetchResponse.Topic topic : response.responses()) {
            for (FetchResponse.Partition partition : topic.partitions()) {
                ByteBuffer records =
                        partition.records() instanceof MemoryRecords memory
                                ? memory.bytes()
                                : MemoryRecords.EMPTY.bytes();
                if (records.hasRemaining()) {
                    int size = Batches.sizeAt(records, records.position());
                    int at = records.position() + random.nextInt(CHECKED_FROM, size);
                    records.put(at, (byte) (records.get(at) ^ (1 << random.nextInt(8))));
                    return;
                }
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <R extends ApiMessage> ByteBuffer encode(
            Optional<MessageCodec<?>> codec, Call<R> call, short version) {
        WireWriter out = new WireWriter();
        ((MessageCodec<ApiMessage>) codec.orElseThrow()).write(call.message(version), out, version);
        return out.toBuffer();
    }

    @SuppressWarnings("unchecked")
    private static ByteBuffer encode(FetchResponse response, short version) {
        WireWriter out = new WireWriter();
        ((MessageCodec<FetchResponse>)
                        (MessageCodec<?>) ApiCodecs.response(ApiKey.FETCH).orElseThrow())
                .write(response, out, version);
        return out.toBuffer();
    }

    @Override
    public void listen(Listener listener) {}

    @Override
    public void connect(Node node) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isReady(Node node) {
        return !cluster.broker(node.id()).isDown();
    }

    @Override
    public long backoffMs(Node node) {
        return 0;
    }

    @Override
    public int inFlight(Node node) {
        return 0;
    }

    @Override
    public OptionalInt highestVersion(Node node, ApiKey api) {
        return OptionalInt.empty();
    }

    @Override
    public Optional<Node> leastBusy(Collection<Node> nodes) {
        return Optional.empty();
    }

    @Override
    public void disconnect(Node node, ClientException cause) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
