package dev.moldau.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.TestBatches;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.CreateTopicsRequest;
import dev.moldau.protocol.message.CreateTopicsResponse;
import dev.moldau.protocol.message.IncrementalAlterConfigsRequest;
import dev.moldau.protocol.message.IncrementalAlterConfigsResponse;
import dev.moldau.protocol.message.ProduceRequest;
import dev.moldau.protocol.message.ProduceResponse;
import dev.moldau.protocol.record.Batches;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.storage.FileRecords;
import dev.moldau.storage.PartitionLog;
import dev.moldau.storage.ReadBound;
import dev.moldau.storage.ReadOutcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Settings that are altered while the broker runs count from the answer on, each shown by what the
 * broker does with records before and after.
 */
@Timeout(60)
class LiveSettingsTest {

    private static final byte TOPIC = 2;
    private static final byte BROKER = 4;
    private static final byte SET = 0;
    private static final byte DELETE = 1;

    @TempDir Path folder;
    private BrokerUnderTest broker;

    @BeforeEach
    void start() throws Exception {
        broker = new BrokerUnderTest(folder);
        CreateTopicsResponse created =
                broker.ask(
                        ApiKey.CREATE_TOPICS,
                        5,
                        new CreateTopicsRequest(
                                List.of(
                                        new CreateTopicsRequest.Topic(
                                                "t", 1, (short) 1, List.of(), List.of())),
                                20_000,
                                false),
                        CreateTopicsResponse.class);
        assertThat(created.topics().getFirst().errorCode()).isZero();
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    private void alter(byte type, String name, String key, byte operation, @Nullable String value)
            throws Exception {
        IncrementalAlterConfigsResponse altered =
                broker.ask(
                        ApiKey.INCREMENTAL_ALTER_CONFIGS,
                        1,
                        new IncrementalAlterConfigsRequest(
                                List.of(
                                        new IncrementalAlterConfigsRequest.Resource(
                                                type,
                                                name,
                                                List.of(
                                                        new IncrementalAlterConfigsRequest.Config(
                                                                key, operation, value)))),
                                false),
                        IncrementalAlterConfigsResponse.class);
        assertThat(ErrorCode.of(altered.responses().getFirst().errorCode()))
                .as("%s", altered)
                .isEqualTo(ErrorCode.NONE);
    }

    private void set(String key, String value) throws Exception {
        alter(TOPIC, "t", key, SET, value);
    }

    private void reset(String key) throws Exception {
        alter(TOPIC, "t", key, DELETE, null);
    }

    private ProduceResponse.Partition produce(int acks, MemoryRecords records) throws Exception {
        return broker.ask(
                        ApiKey.PRODUCE,
                        9,
                        new ProduceRequest(
                                null,
                                (short) acks,
                                1000,
                                List.of(
                                        new ProduceRequest.Topic(
                                                "t",
                                                Uuid.ZERO,
                                                List.of(
                                                        new ProduceRequest.Partition(
                                                                0, records))))),
                        ProduceResponse.class)
                .responses()
                .getFirst()
                .partitionResponses()
                .getFirst();
    }

    private ErrorCode produced(int acks, MemoryRecords records) throws Exception {
        return ErrorCode.of(produce(acks, records).errorCode());
    }

    private Partition partition() {
        return Objects.requireNonNull(
                broker.broker.partitions().partition(new TopicPartition("t", 0)));
    }

    private int compressionOfLastBatch() {
        var view = partition().view();
        long last = view.logEndOffset() - 1;
        if (view.read(last, 100_000, ReadBound.LOG_END, true)
                instanceof ReadOutcome.Data(FileRecords records)) {
            try (records) {
                Batches batches = new Batches().over(records.toMemory());
                assertThat(batches.next()).isTrue();
                return batches.batch().compressionId();
            }
        }
        throw new AssertionError("no batch at " + last);
    }

    @Test
    void maxMessageBytesOfTheTopicAndOfTheBroker() throws Exception {
        assertThat(produced(1, TestBatches.ofSize(500))).isEqualTo(ErrorCode.NONE);
        set("max.message.bytes", "300");
        assertThat(produced(1, TestBatches.ofSize(500))).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
        reset("max.message.bytes");
        assertThat(produced(1, TestBatches.ofSize(500))).isEqualTo(ErrorCode.NONE);
        alter(BROKER, "", "message.max.bytes", SET, "300");
        assertThat(produced(1, TestBatches.ofSize(500))).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
        set("max.message.bytes", "900"); // the topic's own counts before the broker's
        assertThat(produced(1, TestBatches.ofSize(500))).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void messageTimestampType() throws Exception {
        assertThat(produce(1, TestBatches.of("a")).logAppendTimeMs()).isEqualTo(-1);
        set("message.timestamp.type", "LogAppendTime");
        assertThat(produce(1, TestBatches.of("a")).logAppendTimeMs())
                .isGreaterThan(TestBatches.NOW_MS);
    }

    @Test
    void messageTimestampBeforeMaxMs() throws Exception {
        assertThat(produced(1, TestBatches.of("a"))).isEqualTo(ErrorCode.NONE);
        set("message.timestamp.before.max.ms", "1000");
        assertThat(produced(1, TestBatches.of("a"))).isEqualTo(ErrorCode.INVALID_TIMESTAMP);
    }

    @Test
    void compressionType() throws Exception {
        assertThat(produced(1, TestBatches.of("a"))).isEqualTo(ErrorCode.NONE);
        assertThat(compressionOfLastBatch()).isZero();
        set("compression.type", "gzip");
        assertThat(produced(1, TestBatches.of("a"))).isEqualTo(ErrorCode.NONE);
        assertThat(compressionOfLastBatch()).isEqualTo(1);
    }

    @Test
    void minInsyncReplicas() throws Exception {
        set("min.insync.replicas", "2");
        assertThat(partition().settings().minInSyncReplicas()).isEqualTo(2);
        assertThat(produced(-1, TestBatches.of("a"))).as("one is all").isEqualTo(ErrorCode.NONE);
        reset("min.insync.replicas");
        assertThat(partition().settings().minInSyncReplicas()).isEqualTo(1);
    }

    @Test
    void cleanupPolicy() throws Exception {
        assertThat(produced(1, TestBatches.of("a"))).isEqualTo(ErrorCode.NONE);
        set("cleanup.policy", "compact"); // every record needs a key
        assertThat(produced(1, TestBatches.of("a"))).isEqualTo(ErrorCode.INVALID_RECORD);
    }

    @Test
    void segmentBytesAndSegmentMs() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(produced(1, TestBatches.ofSize(500))).isEqualTo(ErrorCode.NONE);
        }
        assertThat(partition().view().segmentCount()).isEqualTo(1);
        set("segment.bytes", "1000");
        for (int i = 0; i < 3; i++) {
            assertThat(produced(1, TestBatches.ofSize(500))).isEqualTo(ErrorCode.NONE);
        }
        assertThat(partition().view().segmentCount()).isEqualTo(4);
        reset("segment.bytes");
        set("segment.ms", "1");
        long until = System.nanoTime() + 5_000_000_000L;
        while (partition().view().segmentCount() < 6) {
            assertThat(System.nanoTime()).as("segments roll by age").isLessThan(until);
            assertThat(produced(1, TestBatches.ofSize(10))).isEqualTo(ErrorCode.NONE);
        }
    }

    @Test
    void retentionBytesAndRetentionMs() throws Exception {
        set("retention.ms", "-1");
        set("segment.bytes", "1000");
        for (int i = 0; i < 10; i++) {
            produce(1, TestBatches.ofSize(500));
        }
        partition().ask(PartitionLog::maintain).join();
        assertThat(partition().view().logStartOffset()).isZero();
        set("retention.bytes", "2000");
        partition().ask(PartitionLog::maintain).join();
        assertThat(partition().view().logStartOffset()).isBetween(1L, 9L);
        set("retention.ms", "1000"); // the records are years old
        partition().ask(PartitionLog::maintain).join();
        assertThat(partition().view().logStartOffset()).isEqualTo(10);
    }

    @Test
    void flushMessages() throws Exception {
        produce(1, TestBatches.of("a"));
        assertThat(partition().ask(PartitionLog::recoveryPoint).join()).isZero();
        set("flush.messages", "1");
        produce(1, TestBatches.of("a"));
        assertThat(partition().ask(PartitionLog::recoveryPoint).join()).isEqualTo(2);
    }
}
