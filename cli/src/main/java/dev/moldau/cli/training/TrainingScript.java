package dev.moldau.cli.training;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.message.ApiVersionsRequest;
import dev.moldau.protocol.message.ApiVersionsResponse;
import dev.moldau.protocol.message.CreateTopicsRequest;
import dev.moldau.protocol.message.CreateTopicsResponse;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.message.FindCoordinatorRequest;
import dev.moldau.protocol.message.FindCoordinatorResponse;
import dev.moldau.protocol.message.HeartbeatRequest;
import dev.moldau.protocol.message.HeartbeatResponse;
import dev.moldau.protocol.message.InitProducerIdRequest;
import dev.moldau.protocol.message.InitProducerIdResponse;
import dev.moldau.protocol.message.JoinGroupRequest;
import dev.moldau.protocol.message.JoinGroupResponse;
import dev.moldau.protocol.message.LeaveGroupRequest;
import dev.moldau.protocol.message.LeaveGroupResponse;
import dev.moldau.protocol.message.ListOffsetsRequest;
import dev.moldau.protocol.message.ListOffsetsResponse;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.MetadataResponse;
import dev.moldau.protocol.message.OffsetCommitRequest;
import dev.moldau.protocol.message.OffsetCommitResponse;
import dev.moldau.protocol.message.OffsetFetchRequest;
import dev.moldau.protocol.message.OffsetFetchResponse;
import dev.moldau.protocol.message.ProduceRequest;
import dev.moldau.protocol.message.ProduceResponse;
import dev.moldau.protocol.message.SyncGroupRequest;
import dev.moldau.protocol.message.SyncGroupResponse;
import dev.moldau.protocol.record.BatchSettings;
import dev.moldau.protocol.record.BatchWriter;
import dev.moldau.protocol.record.MemoryRecords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A producer and a consumer in a group, as they begin: what clients ask of a broker that has just
 * started. Fails if an answer is an error, so that a cache is never made from a broker that does
 * not work.
 */
public final class TrainingScript {

    private static final String TOPIC = "training";
    private static final String GROUP = "training";
    private static final int BATCHES = 2_000;
    private static final int RECORDS_PER_BATCH = 20;
    private static final int BATCH_BYTES = 16 << 10;
    private static final int FETCH_BYTES = 1 << 20;

    private final TrainingClient client;
    private Uuid topicId = Uuid.ZERO;
    private long produced;

    private TrainingScript(TrainingClient client) {
        this.client = client;
    }

    /**
     * Plays the script against a broker on this machine.
     *
     * @throws IOException if the broker answers with an error or not at all
     */
    public static void play(int port) throws IOException {
        try (TrainingClient client = new TrainingClient(port)) {
            TrainingScript script = new TrainingScript(client);
            script.discover();
            script.produce();
            script.fetch();
            script.consumeInGroup();
        }
    }

    private void discover() throws IOException {
        for (int version : new int[] {0, 3, 4}) {
            client.ask(
                    ApiKey.API_VERSIONS,
                    version,
                    new ApiVersionsRequest("training", "1", null, -1),
                    ApiVersionsResponse.class);
        }
        client.ask(
                ApiKey.CREATE_TOPICS,
                7,
                new CreateTopicsRequest(
                        List.of(
                                new CreateTopicsRequest.Topic(
                                        TOPIC, 1, (short) 1, List.of(), List.of())),
                        30_000,
                        false),
                CreateTopicsResponse.class);
        for (int version : new int[] {4, 9, 12, 13}) {
            MetadataResponse metadata =
                    client.ask(
                            ApiKey.METADATA,
                            version,
                            new MetadataRequest(
                                    List.of(new MetadataRequest.Topic(Uuid.ZERO, TOPIC)),
                                    true,
                                    false,
                                    false),
                            MetadataResponse.class);
            check("Metadata", metadata.topics().getFirst().errorCode());
            topicId = metadata.topics().getFirst().topicId();
        }
    }

    private void produce() throws IOException {
        InitProducerIdResponse producer =
                client.ask(
                        ApiKey.INIT_PRODUCER_ID,
                        4,
                        new InitProducerIdRequest(null, 60_000, -1, (short) -1),
                        InitProducerIdResponse.class);
        check("InitProducerId", producer.errorCode());
        int[] versions = {3, 7, 9, 13};
        try (Codecs codecs = new Codecs()) {
            BatchWriter writer = new BatchWriter(codecs);
            for (int batch = 0; batch < BATCHES; batch++) {
                int version = versions[batch * versions.length / BATCHES];
                produce(version, batch(writer));
            }
        }
    }

    /** A batch like any other. */
    static MemoryRecords batch(BatchWriter writer) {
        ByteBuffer target = ByteBuffer.allocate(BATCH_BYTES);
        ByteBuffer value = ByteBuffer.allocate(100);
        writer.begin(target, BatchSettings.PLAIN);
        for (int i = 0; i < RECORDS_PER_BATCH; i++) {
            writer.append(1_700_000_000_000L + i, null, value, List.of());
        }
        writer.finish();
        return new MemoryRecords(target.flip());
    }

    private void produce(int version, MemoryRecords records) throws IOException {
        ProduceRequest request =
                new ProduceRequest(
                        null,
                        (short) (produced % 2 == 0 ? -1 : 1),
                        30_000,
                        List.of(
                                new ProduceRequest.Topic(
                                        TOPIC,
                                        topicId,
                                        List.of(new ProduceRequest.Partition(0, records)))));
        ProduceResponse response =
                client.ask(ApiKey.PRODUCE, version, request, ProduceResponse.class);
        check(
                "Produce",
                response.responses().getFirst().partitionResponses().getFirst().errorCode());
        produced += RECORDS_PER_BATCH;
    }

    private void fetch() throws IOException {
        ListOffsetsResponse offsets =
                client.ask(
                        ApiKey.LIST_OFFSETS,
                        7,
                        new ListOffsetsRequest(
                                -1,
                                (byte) 0,
                                List.of(
                                        new ListOffsetsRequest.Topic(
                                                TOPIC,
                                                List.of(
                                                        new ListOffsetsRequest.Partition(
                                                                0, -1, -2, 1)))),
                                30_000),
                        ListOffsetsResponse.class);
        check("ListOffsets", offsets.topics().getFirst().partitions().getFirst().errorCode());
        for (int version : new int[] {4, 11, 12, 18}) {
            for (long offset = 0; offset < produced; offset += produced / 50) {
                fetch(version, offset, 500);
            }
            // At the end there is nothing: a long poll that times out.
            fetch(version, produced, 20);
        }
    }

    private void fetch(int version, long offset, int maxWaitMs) throws IOException {
        FetchRequest.Partition partition =
                new FetchRequest.Partition(
                        0, -1, offset, -1, -1, FETCH_BYTES, Uuid.ZERO, Long.MAX_VALUE);
        FetchResponse response =
                client.ask(
                        ApiKey.FETCH,
                        version,
                        new FetchRequest(
                                null,
                                -1,
                                FetchRequest.Replica.CLIENT,
                                maxWaitMs,
                                1,
                                FETCH_BYTES,
                                (byte) 0,
                                0,
                                -1,
                                List.of(new FetchRequest.Topic(TOPIC, topicId, List.of(partition))),
                                List.of(),
                                ""),
                        FetchResponse.class);
        check("Fetch", response.errorCode());
        check("Fetch", response.responses().getFirst().partitions().getFirst().errorCode());
    }

    private void consumeInGroup() throws IOException {
        FindCoordinatorResponse coordinator;
        do {
            // The first answers may say that the coordinator is on its way.
            coordinator =
                    client.ask(
                            ApiKey.FIND_COORDINATOR,
                            4,
                            new FindCoordinatorRequest("", (byte) 0, List.of(GROUP)),
                            FindCoordinatorResponse.class);
        } while (isOnItsWay(coordinator.coordinators().getFirst().errorCode()));
        check("FindCoordinator", coordinator.coordinators().getFirst().errorCode());
        JoinGroupResponse joined = join();
        String member = joined.memberId();
        int generation = joined.generationId();
        SyncGroupResponse synced =
                client.ask(
                        ApiKey.SYNC_GROUP,
                        5,
                        new SyncGroupRequest(
                                GROUP,
                                generation,
                                member,
                                null,
                                "consumer",
                                "range",
                                List.of(
                                        new SyncGroupRequest.Assignment(
                                                member, ByteBuffer.allocate(10)))),
                        SyncGroupResponse.class);
        check("SyncGroup", synced.errorCode());
        check(
                "Heartbeat",
                client.ask(
                                ApiKey.HEARTBEAT,
                                4,
                                new HeartbeatRequest(GROUP, generation, member, null),
                                HeartbeatResponse.class)
                        .errorCode());
        commit(member, generation);
        LeaveGroupResponse left =
                client.ask(
                        ApiKey.LEAVE_GROUP,
                        5,
                        new LeaveGroupRequest(
                                GROUP,
                                "",
                                List.of(new LeaveGroupRequest.Member(member, null, "done"))),
                        LeaveGroupResponse.class);
        check("LeaveGroup", left.errorCode());
    }

    private JoinGroupResponse join() throws IOException {
        String member = "";
        while (true) {
            JoinGroupResponse joined =
                    client.ask(
                            ApiKey.JOIN_GROUP,
                            9,
                            new JoinGroupRequest(
                                    GROUP,
                                    30_000,
                                    30_000,
                                    member,
                                    null,
                                    "consumer",
                                    List.of(
                                            new JoinGroupRequest.Protocol(
                                                    "range", ByteBuffer.allocate(10))),
                                    null),
                            JoinGroupResponse.class);
            member = joined.memberId();
            short error = joined.errorCode();
            if (error != ErrorCode.MEMBER_ID_REQUIRED.code() && !isOnItsWay(error)) {
                check("JoinGroup", error);
                return joined;
            }
        }
    }

    private void commit(String member, int generation) throws IOException {
        OffsetCommitResponse committed =
                client.ask(
                        ApiKey.OFFSET_COMMIT,
                        9,
                        new OffsetCommitRequest(
                                GROUP,
                                generation,
                                member,
                                null,
                                -1,
                                List.of(
                                        new OffsetCommitRequest.Topic(
                                                TOPIC,
                                                topicId,
                                                List.of(
                                                        new OffsetCommitRequest.Partition(
                                                                0, 1, -1, -1, ""))))),
                        OffsetCommitResponse.class);
        check("OffsetCommit", committed.topics().getFirst().partitions().getFirst().errorCode());
        client.ask(
                ApiKey.OFFSET_FETCH,
                9,
                new OffsetFetchRequest(
                        "",
                        List.of(),
                        List.of(new OffsetFetchRequest.Group(GROUP, null, -1, null)),
                        false),
                OffsetFetchResponse.class);
    }

    private static boolean isOnItsWay(short error) {
        return error == ErrorCode.COORDINATOR_NOT_AVAILABLE.code()
                || error == ErrorCode.COORDINATOR_LOAD_IN_PROGRESS.code()
                || error == ErrorCode.NOT_COORDINATOR.code();
    }

    private static void check(String what, short error) throws IOException {
        if (error != ErrorCode.NONE.code()) {
            throw new IOException(what + " was answered with error " + error);
        }
    }
}
