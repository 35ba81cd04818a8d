package dev.moldau.broker.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.partition.PartitionsUnderTest;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DeleteRecordsRequest;
import dev.moldau.protocol.message.DeleteRecordsResponse;
import dev.moldau.storage.checkpoint.OffsetCheckpoint;
import dev.moldau.storage.disk.DiskFault;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An answer to DeleteRecords holds across a crash: Kafka writes log starts once a minute. */
class DeleteRecordsCrashTest {

    private final PartitionsUnderTest broker = new PartitionsUnderTest();
    private final DeleteRecordsHandler handler =
            new DeleteRecordsHandler(
                    broker.lookup, broker.directory, broker.timer, broker.timer, Runnable::run);

    private DeleteRecordsResponse.Partition delete(long offset) {
        var answer =
                handler.handle(
                        broker.context(ApiKey.DELETE_RECORDS, 2),
                        new DeleteRecordsRequest(
                                List.of(
                                        new DeleteRecordsRequest.Topic(
                                                "t",
                                                List.of(
                                                        new DeleteRecordsRequest.Partition(
                                                                0, offset)))),
                                1000));
        broker.lane.runAll();
        return answer.toCompletableFuture().join().topics().getFirst().partitions().getFirst();
    }

    private Optional<Long> startOnDisk() throws IOException {
        Map<TopicPartition, Long> starts =
                new OffsetCheckpoint(
                                broker.disk, broker.directory.folder(), OffsetCheckpoint.LOG_STARTS)
                        .read();
        return Optional.ofNullable(starts.get(new TopicPartition("t", 0)));
    }

    @Test
    void theNewStartIsOnTheDiskWhenItIsAnswered() throws IOException {
        broker.append(Objects.requireNonNull(broker.topic("t", 1).partition(0)), "a", "b", "c");
        assertThat(delete(2).lowWatermark()).isEqualTo(2);
        assertThat(startOnDisk()).contains(2L);
    }

    @Test
    void aStartThatCannotBeKeptIsNotAnsweredAsKept() throws IOException {
        broker.append(Objects.requireNonNull(broker.topic("t", 1).partition(0)), "a", "b", "c");
        broker.disk.fault(
                (operation, path) -> {
                    if (operation == DiskFault.Operation.WRITE) {
                        throw new IOException("Input/output error");
                    }
                });
        assertThat(ErrorCode.of(delete(2).errorCode())).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
    }
}
