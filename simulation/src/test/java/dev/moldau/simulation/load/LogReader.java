package dev.moldau.simulation.load;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.fake.LoggedRecord;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.client.metadata.Metadata;
import dev.moldau.client.net.Call;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.record.Batches;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.record.RecordView;
import dev.moldau.simulation.world.World;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the partitions of a topic from their beginning, as a consumer without a group does: one
 * fetch at a time for each partition, mostly from its leader; what it sees goes into an {@link
 * Observed}.
 */
public final class LogReader {

    private static final int TIMEOUT_MS = 2_000;
    private static final int WAIT_MS = 300;
    private static final int RETRY_MS = 50;
    private static final int MAX_BYTES = 8_000;
    private static final int INFLATED_LIMIT_BYTES = 64 << 20;

    private final World world;
    private final Client client;
    private final Plan plan;
    private final Metadata metadata;
    private final Observed observed;
    private final Codecs codecs;
    private final long[] next;
    private final boolean[] caughtUp;
    private final EndReader ends;
    private boolean stopped;

    /** A reader that begins at once. */
    public LogReader(World world, Client client, Plan plan, Observed observed, Codecs codecs) {
        this.world = world;
        this.client = client;
        this.plan = plan;
        this.observed = observed;
        this.codecs = codecs;
        this.next = new long[plan.partitions()];
        this.caughtUp = new boolean[plan.partitions()];
        this.metadata =
                new Metadata(
                        plan.producer().metadata(),
                        client.bootstrap(),
                        client.loop(),
                        client.network(),
                        world.random());
        metadata.start();
        metadata.use(Plan.TOPIC);
        for (int partition = 0; partition < next.length; partition++) {
            int which = partition;
            client.loop().execute(() -> fetch(which));
        }
        this.ends = new EndReader(world, client, metadata, observed, next.length);
    }

    /** The machine that it runs on. */
    public Client client() {
        return client;
    }

    /** Whether an answer has said of each partition that there is no more. */
    public boolean hasCaughtUp() {
        for (boolean each : caughtUp) {
            if (!each) {
                return false;
            }
        }
        return true;
    }

    /** What it reads next of a partition. */
    long position(int partition) {
        return next[partition];
    }

    /** Reads no more. */
    public void stop() {
        stopped = true;
        ends.stop();
        client.loop()
                .execute(
                        () -> {
                            metadata.close();
                            client.network().close();
                        });
    }

    private void fetch(int partition) {
        if (stopped) {
            return;
        }
        ClusterView view = metadata.view();
        Node leader = view.leader(Plan.TOPIC, partition);
        ClusterView.Topic topic = view.topic(Plan.TOPIC);
        if (leader == null || topic == null) {
            metadata.use(Plan.TOPIC);
            later(partition);
            return;
        }
        Node source = world.random().nextInt(4) > 0 ? leader : anyReplica(view, topic, partition);
        client.network().send(source, new Fetch(partition, topic, source.equals(leader)));
    }

    /** A follower may be read from as well (KIP-392). */
    private Node anyReplica(ClusterView view, ClusterView.Topic topic, int partition) {
        List<Node> replicas =
                topic.partitions().get(partition).replicas().stream()
                        .map(view.brokers()::get)
                        .filter(Objects::nonNull)
                        .toList();
        return replicas.get(world.random().nextInt(replicas.size()));
    }

    private void later(int partition) {
        client.loop().schedule(1 + world.random().nextInt(RETRY_MS), () -> fetch(partition));
    }

    private void refused(int partition, String reason) {
        if (!stopped) {
            metadata.refresh(reason);
            later(partition);
        }
    }

    private void answered(FetchResponse.Partition answer, int leaderEpoch, boolean byLeader) {
        int partition = answer.partitionIndex();
        if (answer.errorCode() != ErrorCode.NONE.code()) {
            if (answer.errorCode() == ErrorCode.OFFSET_OUT_OF_RANGE.code()) {
                outOfRange(partition, answer.logStartOffset());
            }
            refused(partition, ErrorCode.of(answer.errorCode()).toString());
            return;
        }
        if (answer.records() instanceof MemoryRecords records) {
            read(partition, records.bytes());
        }
        if (byLeader) {
            observed.highWatermark(this, partition, leaderEpoch, answer.highWatermark());
            caughtUp[partition] = next[partition] >= answer.highWatermark();
        }
        fetch(partition);
    }

    private void outOfRange(int partition, long logStart) {
        if (logStart > next[partition]) {
            observed.begins(partition, logStart);
            next[partition] = logStart;
        } else if (!plan.isDurable()) {
            next[partition] = 0; // the log has lost its end
        }
    }

    private void read(int partition, ByteBuffer bytes) {
        Batches batches = new Batches().over(bytes);
        while (batches.next()) {
            RecordView record =
                    new RecordView().over(batches.batch(), codecs, INFLATED_LIMIT_BYTES);
            while (record.next()) {
                if (record.offset() >= next[partition]) {
                    observed.record(
                            partition,
                            next[partition],
                            new LoggedRecord(
                                    record.offset(),
                                    record.timestamp(),
                                    copy(record.key()),
                                    copy(record.value()),
                                    record.headerCount()));
                    next[partition] = record.offset() + 1;
                }
            }
        }
    }

    private static byte @Nullable [] copy(@Nullable ByteBuffer buffer) {
        if (buffer == null) {
            return null;
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
    }

    private final class Fetch implements Call<FetchResponse> {

        private static final short FIRST_WITH_TOPIC_IDS = 13;

        private final int partition;
        private final ClusterView.Topic topic;
        private final int leaderEpoch;
        private final boolean fromLeader;

        Fetch(int partition, ClusterView.Topic topic, boolean fromLeader) {
            this.partition = partition;
            this.fromLeader = fromLeader;
            this.topic = topic;
            this.leaderEpoch = topic.partitions().get(partition).leaderEpoch();
        }

        @Override
        public ApiKey api() {
            return ApiKey.FETCH;
        }

        @Override
        public short lowestVersion() {
            return FIRST_WITH_TOPIC_IDS;
        }

        @Override
        public short highestVersion() {
            return plan.fetchVersion();
        }

        @Override
        public int timeoutMs() {
            return TIMEOUT_MS;
        }

        @Override
        public FetchRequest message(short version) {
            return new FetchRequest(
                    null,
                    -1,
                    FetchRequest.Replica.CLIENT,
                    WAIT_MS,
                    1,
                    MAX_BYTES,
                    (byte) 0,
                    0,
                    -1,
                    List.of(new FetchRequest.Topic(Plan.TOPIC, topic.id(), List.of(target()))),
                    List.of(),
                    "");
        }

        private FetchRequest.Partition target() {
            return new FetchRequest.Partition(
                    partition,
                    leaderEpoch,
                    next[partition],
                    -1,
                    -1,
                    MAX_BYTES,
                    Uuid.ZERO,
                    Long.MAX_VALUE);
        }

        @Override
        public void answered(FetchResponse response, short version) {
            if (stopped) {
                return;
            }
            if (response.errorCode() != ErrorCode.NONE.code() || response.responses().isEmpty()) {
                refused(partition, ErrorCode.of(response.errorCode()).toString());
                return;
            }
            LogReader.this.answered(
                    response.responses().getFirst().partitions().getFirst(),
                    leaderEpoch,
                    fromLeader);
        }

        @Override
        public void failed(ClientException cause) {
            refused(partition, String.valueOf(cause.getMessage()));
        }
    }
}
