package dev.moldau.benchmarks.groups;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.ConsumerGroupHeartbeatRequest;
import org.apache.kafka.common.requests.ConsumerGroupHeartbeatResponse;
import org.jspecify.annotations.Nullable;

/** A member by the consumer protocol (KIP-848). */
final class ConsumerBeat implements Beat {

    private static final short VERSION = 1;
    private static final int REBALANCE_MS = 300_000;
    private static final int JOIN_ATTEMPTS = 200;

    private final Line line;
    private final String group;
    private final String topic;
    private final String memberId = Uuid.randomUuid().toString();
    private int epoch;

    ConsumerBeat(Line line, String group, String topic) {
        this.line = line;
        this.group = group;
        this.topic = topic;
    }

    @Override
    public void join() throws IOException {
        ConsumerGroupHeartbeatResponseData answer = send(true, List.of());
        for (int attempt = 0; answer.assignment() == null; attempt++) {
            if (attempt == JOIN_ATTEMPTS) {
                throw new IllegalStateException(group + " gets no partition");
            }
            Pause.of(TimeUnit.SECONDS.toMillis(1));
            answer = send(false, null);
        }
        send(
                false,
                answer.assignment().topicPartitions().stream()
                        .map(
                                t ->
                                        new ConsumerGroupHeartbeatRequestData.TopicPartitions()
                                                .setTopicId(t.topicId())
                                                .setPartitions(t.partitions()))
                        .toList());
    }

    @Override
    public void beat() throws IOException {
        send(false, null);
    }

    /** A coordinator that is still made is asked again. */
    private ConsumerGroupHeartbeatResponseData send(
            boolean joining,
            @Nullable List<ConsumerGroupHeartbeatRequestData.TopicPartitions> owned)
            throws IOException {
        ConsumerGroupHeartbeatRequestData request =
                new ConsumerGroupHeartbeatRequestData()
                        .setGroupId(group)
                        .setMemberId(memberId)
                        .setMemberEpoch(epoch)
                        .setTopicPartitions(owned);
        if (joining) {
            request.setRebalanceTimeoutMs(REBALANCE_MS).setSubscribedTopicNames(List.of(topic));
        }
        for (int attempt = 0; ; attempt++) {
            ConsumerGroupHeartbeatResponseData answer =
                    line.ask(
                                    new ConsumerGroupHeartbeatRequest.Builder(request)
                                            .build(VERSION),
                                    ConsumerGroupHeartbeatResponse.class)
                            .data();
            Errors error = Errors.forCode(answer.errorCode());
            if (error == Errors.NONE) {
                epoch = answer.memberEpoch();
                return answer;
            }
            Pause.unless(error, attempt, group);
        }
    }
}
