package dev.moldau.broker.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.partition.PartitionsUnderTest;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.message.DescribeLogDirsRequest;
import dev.moldau.protocol.message.DescribeLogDirsResponse;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DescribeLogDirsHandlerTest {

    private final PartitionsUnderTest broker = new PartitionsUnderTest();
    private final DescribeLogDirsHandler handler =
            new DescribeLogDirsHandler(broker.registry, broker.directory, Runnable::run);

    @Test
    void theFolderTellsItsSpaceAndThePartitionsTheirs() {
        broker.topic("t", 2);
        broker.append(
                Objects.requireNonNull(
                        Objects.requireNonNull(broker.registry.topic("t")).partition(1)),
                "a");
        DescribeLogDirsResponse.LogDir folder = describe(new DescribeLogDirsRequest(null));
        assertThat(folder.logDir()).isEqualTo("/data");
        assertThat(folder.usableBytes()).isPositive();
        assertThat(folder.totalBytes()).isGreaterThan(folder.usableBytes());
        List<DescribeLogDirsResponse.Partition> partitions =
                folder.topics().getFirst().partitions();
        assertThat(partitions).hasSize(2);
        assertThat(partitions.get(0).partitionSize()).isZero();
        assertThat(partitions.get(1).partitionSize()).isPositive();
    }

    @Test
    void onlyWhatIsAskedForAndThereIsDescribed() {
        broker.topic("t", 2);
        broker.topic("other", 1);
        DescribeLogDirsResponse.LogDir folder =
                describe(
                        new DescribeLogDirsRequest(
                                List.of(
                                        new DescribeLogDirsRequest.Topic("t", List.of(1, 9)),
                                        new DescribeLogDirsRequest.Topic("nobody", List.of(0)))));
        assertThat(folder.topics()).hasSize(1);
        assertThat(folder.topics().getFirst().partitions())
                .extracting(DescribeLogDirsResponse.Partition::partitionIndex)
                .containsExactly(1);
    }

    private DescribeLogDirsResponse.LogDir describe(DescribeLogDirsRequest request) {
        return handler.handle(broker.context(ApiKey.DESCRIBE_LOG_DIRS, 5), request)
                .toCompletableFuture()
                .join()
                .results()
                .getFirst();
    }
}
