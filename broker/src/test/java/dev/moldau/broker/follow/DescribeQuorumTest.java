package dev.moldau.broker.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.moldau.cluster.image.ImageVersion;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DescribeQuorumRequest;
import dev.moldau.protocol.message.DescribeQuorumResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asked of a broker that is not controller. */
class DescribeQuorumTest {

    @TempDir Path folder;
    private TwoBrokers brokers;

    @BeforeEach
    void begin() {
        brokers = new TwoBrokers(folder);
    }

    @AfterEach
    void close() {
        brokers.close();
    }

    private DescribeQuorumResponse ask(String topic) {
        CompletableFuture<DescribeQuorumResponse> answer =
                brokers.ask(
                        ApiKey.DESCRIBE_QUORUM,
                        2,
                        new DescribeQuorumRequest(
                                List.of(
                                        new DescribeQuorumRequest.Topic(
                                                topic,
                                                List.of(new DescribeQuorumRequest.Partition(0))))),
                        DescribeQuorumResponse.class);
        brokers.loop.advance(60_000);
        return answer.join();
    }

    @Test
    void theControllerIsTheLeaderAndTheBrokersAreVotersAsFarAsTheirImages() {
        DescribeQuorumResponse answer = ask("__cluster_metadata");
        assertThat(answer.errorCode()).isZero();
        DescribeQuorumResponse.Partition quorum =
                answer.topics().getFirst().partitions().getFirst();
        long version = brokers.cluster.images().current().version();
        assertThat(quorum.errorCode()).isZero();
        assertThat(quorum.leaderId()).isEqualTo(1);
        assertThat(quorum.leaderEpoch()).isEqualTo(ImageVersion.controllerEpoch(version));
        assertThat(quorum.highWatermark()).isEqualTo(ImageVersion.change(version));
        assertThat(quorum.observers()).isEmpty();
        assertThat(quorum.currentVoters())
                .extracting(
                        DescribeQuorumResponse.Replica::replicaId,
                        DescribeQuorumResponse.Replica::logEndOffset)
                .containsExactly(
                        tuple(1, quorum.highWatermark()), tuple(2, quorum.highWatermark()));
        assertThat(answer.nodes())
                .extracting(DescribeQuorumResponse.Node::nodeId)
                .containsExactly(1, 2);
    }

    @Test
    void thereIsNoOtherQuorum() {
        assertThat(ask("t").topics().getFirst().partitions().getFirst().errorCode())
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code());
    }

    @Test
    void withoutAControllerNobodyAnswers() {
        brokers.controller = Optional.empty();
        assertThat(ask("__cluster_metadata").errorCode())
                .isEqualTo(ErrorCode.NOT_CONTROLLER.code());
    }
}
