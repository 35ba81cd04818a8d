package dev.moldau.common.config;

import java.util.List;
import java.util.stream.Stream;

/** What a producer has beyond {@link ClientKeys}, or with other defaults than an admin client. */
public final class ProducerKeys {

    private static final String TRANSACTIONS_LATER = "transactions come with a later release";

    public static final ConfigKey<String> ACKS =
            ConfigKey.ofString("acks")
                    .defaultsTo("all")
                    .oneOf("all", "-1", "0", "1")
                    .means(
                            "When a record counts as sent: all (or -1) when every in-sync replica"
                                    + " has it, 1 when the leader has it, 0 as soon as it left the"
                                    + " client. Idempotence needs all.");

    public static final ConfigKey<Boolean> ENABLE_IDEMPOTENCE =
            ConfigKey.ofBoolean("enable.idempotence")
                    .defaultsTo(true)
                    .means(
                            "Whether repetitions are numbered, so that a partition holds each record"
                                    + " once and in order. Needs acks=all, retries above 0 and at most"
                                    + " 5 for max.in.flight.requests.per.connection; where acks or"
                                    + " retries is set otherwise and this key is not set, it is"
                                    + " off.");

    public static final ConfigKey<Integer> MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION =
            ConfigKey.ofInt("max.in.flight.requests.per.connection")
                    .defaultsTo(5)
                    .atLeast(1)
                    .means(
                            "How many requests may wait for a broker's answer at once. Without"
                                    + " idempotence, more than 1 may change the order when a request"
                                    + " is repeated.");

    public static final ConfigKey<Integer> DELIVERY_TIMEOUT_MS =
            ConfigKey.ofInt("delivery.timeout.ms")
                    .defaultsTo(120_000)
                    .atLeast(0)
                    .unit("ms")
                    .means(
                            "The longest from send to the answer, waiting, sending and all"
                                    + " repetitions included; then the record fails. At least"
                                    + " linger.ms + request.timeout.ms.");

    public static final ConfigKey<Long> LINGER_MS =
            ConfigKey.ofLong("linger.ms")
                    .defaultsTo(5L)
                    .atLeast(0)
                    .unit("ms")
                    .means(
                            "How long a batch that is not full waits for more records. Larger"
                                    + " batches cost less per record; a full one never waits.");

    public static final ConfigKey<Integer> BATCH_SIZE =
            ConfigKey.ofInt("batch.size")
                    .defaultsTo(16_384)
                    .atLeast(0)
                    .unit("bytes")
                    .means(
                            "How large a batch of one partition may become, as it is sent. 0 sends"
                                    + " every record by itself; a larger record gets a batch of its"
                                    + " own.");

    public static final ConfigKey<Long> BUFFER_MEMORY =
            ConfigKey.ofLong("buffer.memory")
                    .defaultsTo(33_554_432L)
                    .atLeast(0)
                    .unit("bytes")
                    .means(
                            "How much memory records that are not answered may take; beyond it,"
                                    + " send waits.");

    public static final ConfigKey<Long> MAX_BLOCK_MS =
            ConfigKey.ofLong("max.block.ms")
                    .defaultsTo(60_000L)
                    .atLeast(0)
                    .unit("ms")
                    .means(
                            "The longest that send or partitionsFor waits, for a topic's partitions"
                                    + " and for memory together.");

    public static final ConfigKey<Integer> MAX_REQUEST_SIZE =
            ConfigKey.ofInt("max.request.size")
                    .defaultsTo(1_048_576)
                    .atLeast(0)
                    .unit("bytes")
                    .means(
                            "The largest request, and the largest record before compression. Topics"
                                    + " have a limit of their own, max.message.bytes.");

    public static final ConfigKey<String> COMPRESSION_TYPE =
            ConfigKey.ofString("compression.type")
                    .defaultsTo("none")
                    .oneOf("none", "gzip", "snappy", "lz4", "zstd")
                    .means("How batches are compressed.");

    public static final ConfigKey<Integer> COMPRESSION_GZIP_LEVEL =
            ConfigKey.ofInt("compression.gzip.level")
                    .defaultsTo(-1)
                    .betweenOr(1, 9, -1)
                    .means("For gzip: 1 is fast, 9 is small, -1 leaves it to the library.");

    public static final ConfigKey<Integer> COMPRESSION_LZ4_LEVEL =
            ConfigKey.ofInt("compression.lz4.level")
                    .defaultsTo(9)
                    .between(1, 17)
                    .means("For lz4: 1 is fast, 17 is small.");

    public static final ConfigKey<Integer> COMPRESSION_ZSTD_LEVEL =
            ConfigKey.ofInt("compression.zstd.level")
                    .defaultsTo(3)
                    .between(-131_072, 22)
                    .means("For zstd: negative is fast, 22 is small.");

    public static final ConfigKey<String> KEY_SERIALIZER =
            ConfigKey.ofClass("key.serializer")
                    .means(
                            "The class that turns keys into bytes, unless a serializer is handed"
                                    + " over in code. Kafka's own names stand for ours.");

    public static final ConfigKey<String> VALUE_SERIALIZER =
            ConfigKey.ofClass("value.serializer")
                    .means(
                            "The class that turns values into bytes, unless a serializer is handed"
                                    + " over in code. Kafka's own names stand for ours.");

    public static final ConfigKey<String> PARTITIONER_CLASS =
            ConfigKey.ofClass("partitioner.class")
                    .means(
                            "The class that chooses partitions. Without it, a record with a key goes"
                                    + " where the key's hash says, and one without goes with others"
                                    + " to a partition that is changed every batch.size bytes.");

    public static final ConfigKey<Boolean> PARTITIONER_IGNORE_KEYS =
            ConfigKey.ofBoolean("partitioner.ignore.keys")
                    .defaultsTo(false)
                    .means("Whether records with a key are spread like those without.");

    public static final ConfigKey<Boolean> PARTITIONER_ADAPTIVE_PARTITIONING_ENABLE =
            ConfigKey.ofBoolean("partitioner.adaptive.partitioning.enable")
                    .defaultsTo(true)
                    .means(
                            "Whether partitions with shorter queues get more of the records without"
                                    + " a key.");

    public static final ConfigKey<Long> PARTITIONER_AVAILABILITY_TIMEOUT_MS =
            ConfigKey.ofLong("partitioner.availability.timeout.ms")
                    .defaultsTo(0L)
                    .atLeast(0)
                    .unit("ms")
                    .means(
                            "Partitions whose broker has taken nothing for so long get none of the"
                                    + " records without a key; 0 means never.");

    public static final ConfigKey<Boolean> PARTITIONER_RACK_AWARE =
            ConfigKey.ofBoolean("partitioner.rack.aware")
                    .defaultsTo(false)
                    .withoutEffect("partitions are not chosen by rack yet")
                    .means("Whether partitions led in the client's own rack are preferred.");

    public static final ConfigKey<String> CLIENT_RACK =
            ConfigKey.ofString("client.rack")
                    .defaultsTo("")
                    .withoutEffect("partitions are not chosen by rack yet")
                    .means("The rack or zone that the client stands in.");

    public static final ConfigKey<List<String>> INTERCEPTOR_CLASSES =
            ConfigKey.ofList("interceptor.classes")
                    .defaultsTo(List.of())
                    .means(
                            "Classes that see every record before it is sent and every answer, in"
                                    + " this order.");

    public static final ConfigKey<Long> METADATA_MAX_IDLE_MS =
            ConfigKey.ofLong("metadata.max.idle.ms")
                    .defaultsTo(300_000L)
                    .atLeast(5_000)
                    .unit("ms")
                    .means("A topic that nothing was sent to for so long is no longer asked for.");

    public static final ConfigKey<Long> CONNECTIONS_MAX_IDLE_MS =
            ConfigKey.ofLong("connections.max.idle.ms")
                    .defaultsTo(540_000L)
                    .unit("ms")
                    .means("A connection without traffic for so long is closed; -1 means never.");

    public static final ConfigKey<Integer> RECEIVE_BUFFER_BYTES =
            ConfigKey.ofInt("receive.buffer.bytes")
                    .defaultsTo(32_768)
                    .atLeast(-1)
                    .unit("bytes")
                    .means("SO_RCVBUF of the connections; -1 leaves it to the system.");

    public static final ConfigKey<Boolean> ENABLE_METRICS_PUSH =
            ConfigKey.ofBoolean("enable.metrics.push")
                    .defaultsTo(true)
                    .withoutEffect("clients do not push their figures to brokers")
                    .means("Whether the client pushes its figures to brokers that ask for them.");

    public static final ConfigKey<String> TRANSACTIONAL_ID =
            ConfigKey.ofString("transactional.id")
                    .only("", "without a value, for " + TRANSACTIONS_LATER)
                    .withoutEffect(TRANSACTIONS_LATER)
                    .means(
                            "The name under which a producer's transactions go on after a restart."
                                    + " Must not be set yet.");

    public static final ConfigKey<Integer> TRANSACTION_TIMEOUT_MS =
            ConfigKey.ofInt("transaction.timeout.ms")
                    .defaultsTo(60_000)
                    .unit("ms")
                    .withoutEffect(TRANSACTIONS_LATER)
                    .means("After how long brokers abort a transaction.");

    public static final ConfigKey<Boolean> TRANSACTION_TWO_PHASE_COMMIT_ENABLE =
            ConfigKey.ofBoolean("transaction.two.phase.commit.enable")
                    .defaultsTo(false)
                    .only(false, "false, for " + TRANSACTIONS_LATER)
                    .withoutEffect(TRANSACTIONS_LATER)
                    .means("Whether transactions never expire by themselves.");

    private static final ConfigCatalogue CATALOGUE =
            new ConfigCatalogue(
                    Stream.of(own(), SerializerKeys.all(), ClientKeys.all(), SecurityKeys.all())
                            .flatMap(List::stream)
                            .toList());

    private ProducerKeys() {}

    /** Every key that a producer understands, those without effect included. */
    public static ConfigCatalogue all() {
        return CATALOGUE;
    }

    static List<ConfigKey<?>> own() {
        return List.of(
                ACKS,
                ENABLE_IDEMPOTENCE,
                MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                DELIVERY_TIMEOUT_MS,
                LINGER_MS,
                BATCH_SIZE,
                BUFFER_MEMORY,
                MAX_BLOCK_MS,
                MAX_REQUEST_SIZE,
                COMPRESSION_TYPE,
                COMPRESSION_GZIP_LEVEL,
                COMPRESSION_LZ4_LEVEL,
                COMPRESSION_ZSTD_LEVEL,
                KEY_SERIALIZER,
                VALUE_SERIALIZER,
                PARTITIONER_CLASS,
                PARTITIONER_IGNORE_KEYS,
                PARTITIONER_ADAPTIVE_PARTITIONING_ENABLE,
                PARTITIONER_AVAILABILITY_TIMEOUT_MS,
                PARTITIONER_RACK_AWARE,
                CLIENT_RACK,
                INTERCEPTOR_CLASSES,
                METADATA_MAX_IDLE_MS,
                CONNECTIONS_MAX_IDLE_MS,
                RECEIVE_BUFFER_BYTES,
                ENABLE_METRICS_PUSH,
                TRANSACTIONAL_ID,
                TRANSACTION_TIMEOUT_MS,
                TRANSACTION_TWO_PHASE_COMMIT_ENABLE);
    }
}
