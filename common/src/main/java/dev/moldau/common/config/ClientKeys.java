package dev.moldau.common.config;

import java.util.List;

/** What all clients have in common: addresses, connections, metadata, retries. */
public final class ClientKeys {

    private static final String OWN_METRICS =
            "a client's figures are counted otherwise here; see its metrics()";

    public static final ConfigKey<List<String>> BOOTSTRAP_SERVERS =
            ConfigKey.ofList("bootstrap.servers")
                    .formOfAtLeastOne("\\S+:\\d{1,5}", "of host:port pairs")
                    .means(
                            "Brokers to begin with, host:port pairs separated by commas; the rest of"
                                    + " the cluster is learned from them, so two or three are enough."
                                    + " Must be set.");

    public static final ConfigKey<String> CLIENT_ID =
            ConfigKey.ofString("client.id")
                    .defaultsTo("")
                    .means(
                            "The name under which the brokers' logs, figures and quotas show this"
                                    + " client; its thread carries it too.");

    public static final ConfigKey<String> CLIENT_DNS_LOOKUP =
            ConfigKey.ofString("client.dns.lookup")
                    .defaultsTo("use_all_dns_ips")
                    .oneOf("use_all_dns_ips", "resolve_canonical_bootstrap_servers_only")
                    .means(
                            "What a name with several addresses means. use_all_dns_ips tries one"
                                    + " after the other; resolve_canonical_bootstrap_servers_only"
                                    + " first turns each bootstrap name into the canonical names"
                                    + " behind it.");

    public static final ConfigKey<Long> BOOTSTRAP_RESOLVE_TIMEOUT_MS =
            ConfigKey.ofLong("bootstrap.resolve.timeout.ms")
                    .defaultsTo(0L)
                    .atLeast(0)
                    .unit("ms")
                    .withoutEffect(
                            "names are always resolved on the way to a connection, and resolved"
                                    + " again as long as the caller's own time-out allows")
                    .means("How long names in bootstrap.servers may stay unresolvable.");

    public static final ConfigKey<Long> METADATA_MAX_AGE_MS =
            ConfigKey.ofLong("metadata.max.age.ms")
                    .defaultsTo(300_000L)
                    .atLeast(0)
                    .unit("ms")
                    .means(
                            "How old the view of the cluster may be before it is asked for anew,"
                                    + " even if nothing went wrong.");

    public static final ConfigKey<String> METADATA_RECOVERY_STRATEGY =
            ConfigKey.ofString("metadata.recovery.strategy")
                    .defaultsTo("rebootstrap")
                    .oneOfIgnoringCase("REBOOTSTRAP", "NONE")
                    .means(
                            "What happens when none of the known brokers can be reached:"
                                    + " rebootstrap begins again with bootstrap.servers, none goes on"
                                    + " with the known ones.");

    public static final ConfigKey<Long> METADATA_RECOVERY_REBOOTSTRAP_TRIGGER_MS =
            ConfigKey.ofLong("metadata.recovery.rebootstrap.trigger.ms")
                    .defaultsTo(300_000L)
                    .atLeast(0)
                    .unit("ms")
                    .means(
                            "After how long without any metadata from known brokers the client"
                                    + " begins again with bootstrap.servers.");

    public static final ConfigKey<Boolean> METADATA_CLUSTER_CHECK_ENABLE =
            ConfigKey.ofBoolean("metadata.cluster.check.enable")
                    .defaultsTo(true)
                    .withoutEffect(
                            "connections do not tell the broker yet which one they were meant for")
                    .means(
                            "Whether a broker may find out that a connection came to the wrong one.");

    public static final ConfigKey<Integer> REQUEST_TIMEOUT_MS =
            ConfigKey.ofInt("request.timeout.ms")
                    .defaultsTo(30_000)
                    .atLeast(0)
                    .unit("ms")
                    .means(
                            "How long a broker may take to answer a request; then its connection is"
                                    + " closed and the request counts as failed.");

    public static final ConfigKey<Integer> RETRIES =
            ConfigKey.ofInt("retries")
                    .defaultsTo(Integer.MAX_VALUE)
                    .between(0, Integer.MAX_VALUE)
                    .means(
                            "How often a request that failed for a passing reason is repeated. Best"
                                    + " left alone: delivery.timeout.ms of a producer and"
                                    + " default.api.timeout.ms of an admin client bound the time.");

    public static final ConfigKey<Long> RETRY_BACKOFF_MS =
            ConfigKey.ofLong("retry.backoff.ms")
                    .defaultsTo(100L)
                    .atLeast(0)
                    .unit("ms")
                    .means(
                            "The pause before the first repetition; it doubles with every further"
                                    + " one, and a fifth more or less is left to chance.");

    public static final ConfigKey<Long> RETRY_BACKOFF_MAX_MS =
            ConfigKey.ofLong("retry.backoff.max.ms")
                    .defaultsTo(1_000L)
                    .atLeast(0)
                    .unit("ms")
                    .means("The longest pause between repetitions.");

    public static final ConfigKey<Long> RECONNECT_BACKOFF_MS =
            ConfigKey.ofLong("reconnect.backoff.ms")
                    .defaultsTo(50L)
                    .atLeast(0)
                    .unit("ms")
                    .means(
                            "The pause before a broker is connected again after a failed attempt; it"
                                    + " doubles with every further one, and a fifth more or less is"
                                    + " left to chance.");

    public static final ConfigKey<Long> RECONNECT_BACKOFF_MAX_MS =
            ConfigKey.ofLong("reconnect.backoff.max.ms")
                    .defaultsTo(1_000L)
                    .atLeast(0)
                    .unit("ms")
                    .means("The longest pause between attempts to connect to one broker.");

    public static final ConfigKey<Long> SOCKET_CONNECTION_SETUP_TIMEOUT_MS =
            ConfigKey.ofLong("socket.connection.setup.timeout.ms")
                    .defaultsTo(10_000L)
                    .unit("ms")
                    .means(
                            "How long the first attempt to connect may take; the time doubles with"
                                    + " every further one, and a fifth more or less is left to"
                                    + " chance.");

    public static final ConfigKey<Long> SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS =
            ConfigKey.ofLong("socket.connection.setup.timeout.max.ms")
                    .defaultsTo(30_000L)
                    .unit("ms")
                    .means("The longest that an attempt to connect may take.");

    public static final ConfigKey<Integer> SEND_BUFFER_BYTES =
            ConfigKey.ofInt("send.buffer.bytes")
                    .defaultsTo(131_072)
                    .atLeast(-1)
                    .unit("bytes")
                    .means("SO_SNDBUF of the connections; -1 leaves it to the system.");

    public static final ConfigKey<String> SECURITY_PROTOCOL =
            ConfigKey.ofString("security.protocol")
                    .defaultsTo("PLAINTEXT")
                    .form("(?i)PLAINTEXT", "PLAINTEXT, for TLS and SASL come with a later release")
                    .means(
                            "How connections are secured. Anything but PLAINTEXT is refused, so that"
                                    + " nobody believes in a protection that is not there.");

    public static final ConfigKey<List<String>> CONFIG_PROVIDERS =
            ConfigKey.ofList("config.providers")
                    .defaultsTo(List.of())
                    .only(
                            List.of(),
                            "without elements, for values are taken as they are and not looked up"
                                    + " elsewhere")
                    .withoutEffect("values are taken as they are and not looked up elsewhere")
                    .means(
                            "Classes that look up values given as ${provider:place}. Must be empty,"
                                    + " lest such a text be taken for the value itself.");

    public static final ConfigKey<List<String>> METRIC_REPORTERS =
            ConfigKey.ofList("metric.reporters")
                    .defaultsTo(List.of())
                    .withoutEffect(OWN_METRICS)
                    .means("Classes that publish a client's figures.");

    public static final ConfigKey<Integer> METRICS_NUM_SAMPLES =
            ConfigKey.ofInt("metrics.num.samples")
                    .defaultsTo(2)
                    .atLeast(1)
                    .withoutEffect(OWN_METRICS)
                    .means("How many windows a figure is computed from.");

    public static final ConfigKey<Long> METRICS_SAMPLE_WINDOW_MS =
            ConfigKey.ofLong("metrics.sample.window.ms")
                    .defaultsTo(30_000L)
                    .atLeast(0)
                    .unit("ms")
                    .withoutEffect(OWN_METRICS)
                    .means("How long one window of a figure is.");

    public static final ConfigKey<String> METRICS_RECORDING_LEVEL =
            ConfigKey.ofString("metrics.recording.level")
                    .defaultsTo("INFO")
                    .oneOf("INFO", "DEBUG", "TRACE")
                    .withoutEffect(OWN_METRICS)
                    .means("How many figures are recorded.");

    private ClientKeys() {}

    /** Kafka's consumers know no number of retries. */
    static List<ConfigKey<?>> ofConsumers() {
        return all().stream().filter(key -> key != RETRIES).toList();
    }

    static List<ConfigKey<?>> all() {
        return List.of(
                BOOTSTRAP_SERVERS,
                CLIENT_ID,
                CLIENT_DNS_LOOKUP,
                BOOTSTRAP_RESOLVE_TIMEOUT_MS,
                METADATA_MAX_AGE_MS,
                METADATA_RECOVERY_STRATEGY,
                METADATA_RECOVERY_REBOOTSTRAP_TRIGGER_MS,
                METADATA_CLUSTER_CHECK_ENABLE,
                REQUEST_TIMEOUT_MS,
                RETRIES,
                RETRY_BACKOFF_MS,
                RETRY_BACKOFF_MAX_MS,
                RECONNECT_BACKOFF_MS,
                RECONNECT_BACKOFF_MAX_MS,
                SOCKET_CONNECTION_SETUP_TIMEOUT_MS,
                SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS,
                SEND_BUFFER_BYTES,
                SECURITY_PROTOCOL,
                CONFIG_PROVIDERS,
                METRIC_REPORTERS,
                METRICS_NUM_SAMPLES,
                METRICS_SAMPLE_WINDOW_MS,
                METRICS_RECORDING_LEVEL);
    }
}
