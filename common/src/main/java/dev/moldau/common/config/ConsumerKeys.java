package dev.moldau.common.config;

import java.util.List;
import java.util.stream.Stream;

/** What a consumer has beyond {@link ClientKeys}, or with other defaults than other clients. */
public final class ConsumerKeys {

    private static final String NO_SHARE_GROUPS = "share groups come with a later release";

    public static final ConfigKey<String> GROUP_ID =
            ConfigKey.ofString("group.id")
                    .means(
                            "The group that the consumer belongs to. Needed to subscribe and to"
                                    + " commit offsets; a consumer that only assigns partitions to"
                                    + " itself and keeps its offsets elsewhere does without.");

    public static final ConfigKey<String> GROUP_INSTANCE_ID =
            ConfigKey.ofString("group.instance.id")
                    .form("(?s).+", "not empty")
                    .means(
                            "A name that stays the same over restarts. The member of that name keeps"
                                    + " its partitions while it is away, for the session timeout at"
                                    + " most; give each consumer of the group its own.");

    public static final ConfigKey<String> GROUP_PROTOCOL =
            ConfigKey.ofString("group.protocol")
                    .oneOfIgnoringCase("CONSUMER", "CLASSIC")
                    .means(
                            "Who balances the group: consumer leaves it to the brokers (KIP-848),"
                                    + " classic to a member of the group. Where it is not set, it"
                                    + " is the consumer protocol with brokers and groups that take"
                                    + " it, and the classic one with others. Whoever sets"
                                    + " partition.assignment.strategy, session.timeout.ms or"
                                    + " heartbeat.interval.ms, which only the classic one has, gets"
                                    + " that one; together with consumer they are refused, as"
                                    + " group.remote.assignor is together with classic.");

    public static final ConfigKey<String> GROUP_REMOTE_ASSIGNOR =
            ConfigKey.ofString("group.remote.assignor")
                    .means(
                            "The broker's assignor to ask for, uniform or range, with the consumer"
                                    + " protocol; where it is not set, the broker chooses.");

    public static final ConfigKey<Integer> SESSION_TIMEOUT_MS =
            ConfigKey.ofInt("session.timeout.ms")
                    .defaultsTo(45_000)
                    .unit("ms")
                    .means(
                            "After how long without a heartbeat the broker takes the member for dead,"
                                    + " with the classic protocol; with the consumer protocol the"
                                    + " broker's setting counts.");

    public static final ConfigKey<Integer> HEARTBEAT_INTERVAL_MS =
            ConfigKey.ofInt("heartbeat.interval.ms")
                    .defaultsTo(3_000)
                    .unit("ms")
                    .means(
                            "How often the member shows that it is alive and hears of rebalances,"
                                    + " with the classic protocol; at most a third of"
                                    + " session.timeout.ms makes sense.");

    public static final ConfigKey<List<String>> PARTITION_ASSIGNMENT_STRATEGY =
            ConfigKey.ofList("partition.assignment.strategy")
                    .defaultsTo(List.of("range", "cooperative-sticky"))
                    .means(
                            "How partitions are shared out with the classic protocol, the most wanted"
                                    + " first: range, roundrobin, sticky, cooperative-sticky, or"
                                    + " classes of your own. Kafka's class names stand for ours. All"
                                    + " members of a group must share one.");

    public static final ConfigKey<Boolean> ENABLE_AUTO_COMMIT =
            ConfigKey.ofBoolean("enable.auto.commit")
                    .defaultsTo(true)
                    .means(
                            "Whether the offsets of records are committed by themselves, once poll is"
                                    + " called again after it returned them.");

    public static final ConfigKey<Integer> AUTO_COMMIT_INTERVAL_MS =
            ConfigKey.ofInt("auto.commit.interval.ms")
                    .defaultsTo(5_000)
                    .atLeast(0)
                    .unit("ms")
                    .means("How often that is done.");

    public static final ConfigKey<String> AUTO_OFFSET_RESET =
            ConfigKey.ofString("auto.offset.reset")
                    .defaultsTo("latest")
                    .form(
                            "latest|earliest|none|by_duration:P.+",
                            "latest, earliest, none or by_duration:PnDTnHnMn.nS")
                    .means(
                            "Where to begin when no offset is committed, or the one there was is"
                                    + " gone: latest, earliest, by_duration (at the first record that"
                                    + " is not older than that), or none for an error.");

    public static final ConfigKey<Boolean> CHECK_CRCS =
            ConfigKey.ofBoolean("check.crcs")
                    .defaultsTo(true)
                    .means("Whether the checksum of each batch is checked before it is read.");

    public static final ConfigKey<Integer> FETCH_MIN_BYTES =
            ConfigKey.ofInt("fetch.min.bytes")
                    .defaultsTo(1)
                    .atLeast(0)
                    .unit("bytes")
                    .means("A broker answers a fetch as soon as it has so much.");

    public static final ConfigKey<Integer> FETCH_MAX_BYTES =
            ConfigKey.ofInt("fetch.max.bytes")
                    .defaultsTo(52_428_800)
                    .atLeast(0)
                    .unit("bytes")
                    .means(
                            "The most that one answer brings, and the bound of what is fetched ahead"
                                    + " of the application. A single batch may be larger.");

    public static final ConfigKey<Integer> FETCH_MAX_WAIT_MS =
            ConfigKey.ofInt("fetch.max.wait.ms")
                    .defaultsTo(500)
                    .atLeast(0)
                    .unit("ms")
                    .means("How long a broker waits for fetch.min.bytes.");

    public static final ConfigKey<Integer> MAX_PARTITION_FETCH_BYTES =
            ConfigKey.ofInt("max.partition.fetch.bytes")
                    .defaultsTo(1_048_576)
                    .atLeast(0)
                    .unit("bytes")
                    .means(
                            "The most that one answer brings from one partition. A single batch may"
                                    + " be larger.");

    public static final ConfigKey<Integer> MAX_POLL_RECORDS =
            ConfigKey.ofInt("max.poll.records")
                    .defaultsTo(500)
                    .atLeast(1)
                    .means("The most records that one poll returns.");

    public static final ConfigKey<Integer> MAX_POLL_INTERVAL_MS =
            ConfigKey.ofInt("max.poll.interval.ms")
                    .defaultsTo(300_000)
                    .atLeast(1)
                    .unit("ms")
                    .means(
                            "How long the application may work between two polls; then the member"
                                    + " leaves its group, so that others take over.");

    public static final ConfigKey<String> ISOLATION_LEVEL =
            ConfigKey.ofString("isolation.level")
                    .defaultsTo("read_uncommitted")
                    .oneOf("read_committed", "read_uncommitted")
                    .means(
                            "With read_committed, records of transactions are returned only when these"
                                    + " are committed; with read_uncommitted everything is.");

    public static final ConfigKey<Boolean> EXCLUDE_INTERNAL_TOPICS =
            ConfigKey.ofBoolean("exclude.internal.topics")
                    .defaultsTo(true)
                    .means("Whether a pattern leaves out the topics that brokers keep.");

    public static final ConfigKey<Boolean> ALLOW_AUTO_CREATE_TOPICS =
            ConfigKey.ofBoolean("allow.auto.create.topics")
                    .defaultsTo(true)
                    .means(
                            "Whether subscribing to a topic may make it, where brokers make topics"
                                    + " that are asked for.");

    public static final ConfigKey<String> KEY_DESERIALIZER =
            ConfigKey.ofClass("key.deserializer")
                    .means(
                            "The class that makes keys out of bytes, unless a deserializer is handed"
                                    + " over in code. Kafka's own names stand for ours.");

    public static final ConfigKey<String> VALUE_DESERIALIZER =
            ConfigKey.ofClass("value.deserializer")
                    .means(
                            "The class that makes values out of bytes, unless a deserializer is"
                                    + " handed over in code. Kafka's own names stand for ours.");

    public static final ConfigKey<String> CLIENT_RACK =
            ConfigKey.ofString("client.rack")
                    .defaultsTo("")
                    .means(
                            "Where the consumer stands, in the words of the brokers' broker.rack;"
                                    + " brokers may then name a nearer replica to read from"
                                    + " (KIP-392).");

    public static final ConfigKey<Integer> DEFAULT_API_TIMEOUT_MS =
            ConfigKey.ofInt("default.api.timeout.ms")
                    .defaultsTo(60_000)
                    .atLeast(0)
                    .unit("ms")
                    .means(
                            "How long a call may take with all its repetitions, where the caller"
                                    + " names no time.");

    public static final ConfigKey<List<String>> INTERCEPTOR_CLASSES =
            ConfigKey.ofList("interceptor.classes")
                    .defaultsTo(List.of())
                    .means(
                            "Classes that see all records before poll returns them and all offsets"
                                    + " that were committed, in this order.");

    public static final ConfigKey<Long> CONNECTIONS_MAX_IDLE_MS =
            ConfigKey.ofLong("connections.max.idle.ms")
                    .defaultsTo(540_000L)
                    .unit("ms")
                    .means("A connection without traffic for so long is closed; -1 means never.");

    public static final ConfigKey<Integer> RECEIVE_BUFFER_BYTES =
            ConfigKey.ofInt("receive.buffer.bytes")
                    .defaultsTo(-1)
                    .atLeast(-1)
                    .unit("bytes")
                    .means(
                            "SO_RCVBUF of the connections; -1 leaves it to the system, which lets"
                                    + " it grow with what a connection carries.");

    public static final ConfigKey<Boolean> ENABLE_METRICS_PUSH =
            ConfigKey.ofBoolean("enable.metrics.push")
                    .defaultsTo(true)
                    .withoutEffect("clients do not push their figures to brokers")
                    .means("Whether the client pushes its figures to brokers that ask for them.");

    public static final ConfigKey<String> SHARE_ACKNOWLEDGEMENT_MODE =
            ConfigKey.ofString("share.acknowledgement.mode")
                    .defaultsTo("implicit")
                    .oneOf("implicit", "explicit")
                    .withoutEffect(NO_SHARE_GROUPS)
                    .means("How records of a share group are acknowledged.");

    public static final ConfigKey<String> SHARE_ACQUIRE_MODE =
            ConfigKey.ofString("share.acquire.mode")
                    .defaultsTo("BATCH_OPTIMIZED")
                    .oneOfIgnoringCase("BATCH_OPTIMIZED", "RECORD_LIMIT")
                    .withoutEffect(NO_SHARE_GROUPS)
                    .means("How records of a share group are handed out.");

    private static final ConfigCatalogue CATALOGUE =
            new ConfigCatalogue(
                    Stream.of(
                                    own(),
                                    SerializerKeys.all(),
                                    ClientKeys.ofConsumers(),
                                    SecurityKeys.all())
                            .flatMap(List::stream)
                            .toList());

    private ConsumerKeys() {}

    /** Every key that a consumer understands, those without effect included. */
    public static ConfigCatalogue all() {
        return CATALOGUE;
    }

    static List<ConfigKey<?>> own() {
        return List.of(
                GROUP_ID,
                GROUP_INSTANCE_ID,
                GROUP_PROTOCOL,
                GROUP_REMOTE_ASSIGNOR,
                SESSION_TIMEOUT_MS,
                HEARTBEAT_INTERVAL_MS,
                PARTITION_ASSIGNMENT_STRATEGY,
                ENABLE_AUTO_COMMIT,
                AUTO_COMMIT_INTERVAL_MS,
                AUTO_OFFSET_RESET,
                CHECK_CRCS,
                FETCH_MIN_BYTES,
                FETCH_MAX_BYTES,
                FETCH_MAX_WAIT_MS,
                MAX_PARTITION_FETCH_BYTES,
                MAX_POLL_RECORDS,
                MAX_POLL_INTERVAL_MS,
                ISOLATION_LEVEL,
                EXCLUDE_INTERNAL_TOPICS,
                ALLOW_AUTO_CREATE_TOPICS,
                KEY_DESERIALIZER,
                VALUE_DESERIALIZER,
                CLIENT_RACK,
                DEFAULT_API_TIMEOUT_MS,
                INTERCEPTOR_CLASSES,
                CONNECTIONS_MAX_IDLE_MS,
                RECEIVE_BUFFER_BYTES,
                ENABLE_METRICS_PUSH,
                SHARE_ACKNOWLEDGEMENT_MODE,
                SHARE_ACQUIRE_MODE);
    }
}
