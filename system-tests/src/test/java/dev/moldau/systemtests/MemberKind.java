package dev.moldau.systemtests;

import java.util.ArrayList;
import java.util.List;

/** A client as a member of a group, by one of the protocols. */
enum MemberKind {
    KAFKA_CLASSIC("KafkaMember", true, "classic"),
    KAFKA_CONSUMER("KafkaMember", true, "consumer"),
    MOLDAU_CLASSIC("MoldauMember", true, "classic"),
    MOLDAU_CONSUMER("MoldauMember", true, "consumer"),
    LIBRDKAFKA("python/librdkafka_member.py", true, ""),
    KAFKA_PYTHON("python/kafka_python_member.py", false, ""),
    SARAMA("sarama-member", false, ""),
    KAFKAJS("member.js", false, "");

    /** How long a member may be silent; brokers are told the same for the consumer protocol. */
    static final int SESSION_MS = 4_000;

    static final int HEARTBEAT_MS = 400;

    private final String program;
    private final boolean tellsLoss;
    private final String protocol;

    MemberKind(String program, boolean tellsLoss, String protocol) {
        this.program = program;
        this.tellsLoss = tellsLoss;
        this.protocol = protocol;
    }

    /** Whether the client tells partitions that were lost from those that it gave up. */
    boolean tellsLoss() {
        return tellsLoss;
    }

    /** Whether it can be told of another subscription. */
    boolean changesSubscription() {
        return !protocol.isEmpty();
    }

    /**
     * Whether its members may subscribe to different topics. kafkajs gives out what the leader
     * subscribed to, and each drops what it did not subscribe to itself; such a group reads all
     * only if all say the same.
     */
    boolean allowsDifferentSubscriptions() {
        return this != KAFKAJS;
    }

    /** Whether the broker assigns. */
    boolean isConsumerProtocol() {
        return protocol.equals("consumer");
    }

    /** The words that start it, but for the journal, the seed, the topics and the settings. */
    List<String> words() {
        return switch (this) {
            case KAFKA_CLASSIC, KAFKA_CONSUMER -> java(true);
            case MOLDAU_CLASSIC, MOLDAU_CONSUMER -> java(false);
            case LIBRDKAFKA, KAFKA_PYTHON ->
                    List.of("/usr/bin/python3", Workshop.source(program).toString());
            case SARAMA -> List.of(Workshop.judge(program).toString());
            case KAFKAJS -> List.of("node", Workshop.client("kafkajs").resolve(program).toString());
        };
    }

    private List<String> java(boolean kafka) {
        // Many of them start in a short time on few cores.
        List<String> words =
                new ArrayList<>(
                        ProducerDriver.java(
                                kafka, "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx96m"));
        words.add(program);
        return words;
    }

    /** Its settings, as {@code key=value}. */
    List<String> settings(String bootstrap, String group) {
        List<String> settings = new ArrayList<>();
        settings.add("bootstrap.servers=" + bootstrap);
        settings.add("group.id=" + group);
        if (!protocol.isEmpty()) {
            settings.add("group.protocol=" + protocol);
        }
        if (!isConsumerProtocol()) {
            settings.add("session.timeout.ms=" + SESSION_MS);
            settings.add("heartbeat.interval.ms=" + HEARTBEAT_MS);
        }
        return settings;
    }
}
