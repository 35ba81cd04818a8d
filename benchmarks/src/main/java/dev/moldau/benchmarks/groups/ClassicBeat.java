package dev.moldau.benchmarks.groups;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.internals.ConsumerProtocol;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.HeartbeatRequestData;
import org.apache.kafka.common.message.JoinGroupRequestData;
import org.apache.kafka.common.message.JoinGroupRequestData.JoinGroupRequestProtocol;
import org.apache.kafka.common.message.JoinGroupRequestData.JoinGroupRequestProtocolCollection;
import org.apache.kafka.common.message.JoinGroupResponseData;
import org.apache.kafka.common.message.SyncGroupRequestData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.HeartbeatRequest;
import org.apache.kafka.common.requests.HeartbeatResponse;
import org.apache.kafka.common.requests.JoinGroupRequest;
import org.apache.kafka.common.requests.JoinGroupResponse;
import org.apache.kafka.common.requests.SyncGroupRequest;
import org.apache.kafka.common.requests.SyncGroupResponse;
import org.apache.kafka.common.utils.Utils;

/** A member by the classic protocol that leads itself. */
final class ClassicBeat implements Beat {

    private static final short JOIN_VERSION = 9;
    private static final short SYNC_VERSION = 5;
    private static final short BEAT_VERSION = 4;
    private static final int REBALANCE_MS = 300_000;
    private static final String ASSIGNOR = "range";

    private final Line line;
    private final String group;
    private final String topic;
    private String memberId = "";
    private int generation;

    ClassicBeat(Line line, String group, String topic) {
        this.line = line;
        this.group = group;
        this.topic = topic;
    }

    @Override
    public void join() throws IOException {
        byte[] subscription =
                Utils.toArray(
                        ConsumerProtocol.serializeSubscription(
                                new ConsumerPartitionAssignor.Subscription(List.of(topic))));
        JoinGroupRequestProtocolCollection protocols = new JoinGroupRequestProtocolCollection();
        protocols.add(new JoinGroupRequestProtocol().setName(ASSIGNOR).setMetadata(subscription));
        for (int attempt = 0; ; attempt++) {
            JoinGroupResponseData answer =
                    line.ask(
                                    new JoinGroupRequest.Builder(
                                                    new JoinGroupRequestData()
                                                            .setGroupId(group)
                                                            .setMemberId(memberId)
                                                            .setSessionTimeoutMs(
                                                                    Membership.SESSION_MS)
                                                            .setRebalanceTimeoutMs(REBALANCE_MS)
                                                            .setProtocolType("consumer")
                                                            .setProtocols(protocols))
                                            .build(JOIN_VERSION),
                                    JoinGroupResponse.class)
                            .data();
            Errors error = Errors.forCode(answer.errorCode());
            if (error == Errors.NONE) {
                generation = answer.generationId();
                sync();
                return;
            }
            memberId = answer.memberId();
            if (error != Errors.MEMBER_ID_REQUIRED) {
                Pause.unless(error, attempt, group);
            }
        }
    }

    private void sync() throws IOException {
        byte[] assignment =
                Utils.toArray(
                        ConsumerProtocol.serializeAssignment(
                                new ConsumerPartitionAssignor.Assignment(
                                        List.of(new TopicPartition(topic, 0)))));
        SyncGroupRequestData request =
                new SyncGroupRequestData()
                        .setGroupId(group)
                        .setMemberId(memberId)
                        .setGenerationId(generation)
                        .setProtocolType("consumer")
                        .setProtocolName(ASSIGNOR)
                        .setAssignments(
                                List.of(
                                        new SyncGroupRequestData.SyncGroupRequestAssignment()
                                                .setMemberId(memberId)
                                                .setAssignment(assignment)));
        Map<Errors, Integer> errors =
                line.ask(
                                new SyncGroupRequest.Builder(request).build(SYNC_VERSION),
                                SyncGroupResponse.class)
                        .errorCounts();
        check(errors);
    }

    @Override
    public void beat() throws IOException {
        HeartbeatRequestData request =
                new HeartbeatRequestData()
                        .setGroupId(group)
                        .setMemberId(memberId)
                        .setGenerationId(generation);
        check(
                line.ask(
                                new HeartbeatRequest.Builder(request).build(BEAT_VERSION),
                                HeartbeatResponse.class)
                        .errorCounts());
    }

    private void check(Map<Errors, Integer> errors) {
        for (Errors error : errors.keySet()) {
            if (error != Errors.NONE) {
                throw new IllegalStateException(group + " gets " + error);
            }
        }
    }
}
