package dev.moldau.common.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A broker's settings at one moment: what its file says, overlaid by what was set at run time for
 * all brokers, overlaid by what was set for this one. Immutable and safe for any thread; a change
 * makes a new one.
 */
public final class BrokerConfig {

    private final Map<String, String> fromFile;
    private final Map<String, String> forAllBrokers;
    private final Map<String, String> forThisBroker;
    private final Map<ConfigKey<?>, Object> values;
    private final List<String> warnings;

    private BrokerConfig(
            Map<String, String> fromFile,
            Map<String, String> forAllBrokers,
            Map<String, String> forThisBroker,
            List<String> warnings) {
        this.fromFile = Map.copyOf(fromFile);
        this.forAllBrokers = Map.copyOf(forAllBrokers);
        this.forThisBroker = Map.copyOf(forThisBroker);
        this.values = parse();
        this.warnings = List.copyOf(warnings);
    }

    /** The defaults. */
    public static BrokerConfig defaults() {
        return of(Map.of());
    }

    /**
     * The settings of a {@code server.properties} file. Unknown keys and keys without effect are
     * accepted and named by {@link #warnings}.
     *
     * @throws InvalidConfigException if any value is wrong; the message names each of them
     */
    public static BrokerConfig of(Map<String, String> properties) {
        List<String> problems = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        String firstWrong = "";
        for (Map.Entry<String, String> entry : new TreeMap<>(properties).entrySet()) {
            try {
                check(entry.getKey(), entry.getValue(), warnings);
            } catch (InvalidConfigException e) {
                firstWrong = problems.isEmpty() ? e.key() : firstWrong;
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        if (!problems.isEmpty()) {
            throw new InvalidConfigException(firstWrong, String.join("\n", problems));
        }
        BrokerConfig config = new BrokerConfig(properties, Map.of(), Map.of(), warnings);
        List<ListenerAddress> listeners = config.listeners();
        ListenerRules.advertised(config, listeners);
        ListenerRules.interBroker(config, listeners);
        return config;
    }

    private static void check(String name, String text, List<String> warnings) {
        Optional<ListenerKeyName> ofListener = ListenerKeyName.parse(name);
        Optional<ConfigKey<?>> key =
                BrokerKeys.known().find(ofListener.map(ListenerKeyName::key).orElse(name));
        if (key.isEmpty()) {
            warnings.add(BrokerKeys.known().unknown(name) + " It is ignored.");
            return;
        }
        key.get().parse(text);
        noEffect(key.get(), ofListener.isPresent())
                .ifPresent(why -> warnings.add(name + " has no effect: " + why + "."));
    }

    private static Optional<String> noEffect(ConfigKey<?> key, boolean forOneListener) {
        if (forOneListener && key.noEffect().isEmpty() && !key.perListener()) {
            return Optional.of(key + " holds for all listeners; set it without the prefix");
        }
        return key.noEffect();
    }

    /**
     * The same file with other settings made at run time. Settings whose key is unknown here, or
     * cannot change at run time, do not count: a newer release may have stored them.
     *
     * @param clusterWide what is set for all brokers
     * @param thisBroker what is set for this broker
     * @throws InvalidConfigException if a value is wrong
     */
    public BrokerConfig withDynamic(
            Map<String, String> clusterWide, Map<String, String> thisBroker) {
        return new BrokerConfig(fromFile, clusterWide, thisBroker, warnings);
    }

    private Map<ConfigKey<?>, Object> parse() {
        Map<ConfigKey<?>, Object> parsed = new HashMap<>();
        for (ConfigKey<?> key : BrokerKeys.working().keys()) {
            List<ConfigEntry.Synonym> set = set(key);
            if (!set.isEmpty()) {
                parsed.put(key, key.parse(text(key, set.get(0).source())));
            } else {
                key.defaultValue().ifPresent(value -> parsed.put(key, value));
            }
        }
        return parsed;
    }

    private String text(ConfigKey<?> key, ConfigSource source) {
        String text = layer(source).get(key.name());
        if (text == null) {
            throw new IllegalStateException(key + " is not set in " + source);
        }
        return text;
    }

    private Map<String, String> layer(ConfigSource source) {
        if (source == ConfigSource.DYNAMIC_BROKER) {
            return forThisBroker;
        }
        return source == ConfigSource.DYNAMIC_DEFAULT_BROKER ? forAllBrokers : fromFile;
    }

    /**
     * The value of a key.
     *
     * @throws IllegalStateException if the key has neither a value nor a default: use {@link #find}
     */
    public <T> T get(ConfigKey<T> key) {
        return find(key)
                .orElseThrow(() -> new IllegalStateException(key + " has no value and no default"));
    }

    /** The value of a key, if it has one. */
    // The map holds under each key what the key itself parsed, so the cast cannot fail.
    @SuppressWarnings("unchecked")
    public <T> Optional<T> find(ConfigKey<T> key) {
        return Optional.ofNullable((T) values.get(key));
    }

    /**
     * The value that a key has for one listener: what {@code listener.name.<name>.} in front of it
     * sets. Empty if the file sets none; what then counts is up to the key.
     *
     * @param listener the listener's name, in any case
     */
    public <T> Optional<T> find(ConfigKey<T> key, String listener) {
        for (Map.Entry<String, String> entry : fromFile.entrySet()) {
            Optional<ListenerKeyName> name = ListenerKeyName.parse(entry.getKey());
            if (name.isPresent() && name.get().isFor(key, listener)) {
                return Optional.of(key.parse(entry.getValue()));
            }
        }
        return Optional.empty();
    }

    /** Whether anybody set the key. */
    public boolean isSet(ConfigKey<?> key) {
        return !set(key).isEmpty();
    }

    /** The broker's number: {@code node.id}, else {@code broker.id}, else 1. */
    public int nodeId() {
        int old = get(ClusterKeys.BROKER_ID);
        return find(ClusterKeys.NODE_ID).orElse(old >= 0 ? old : 1);
    }

    /** The data folders: {@code log.dirs}, else {@code log.dir}. */
    public List<String> logDirs() {
        return find(LogKeys.LOG_DIRS).orElseGet(() -> get(LogKeys.LOG_DIR));
    }

    /** Where to listen; at least one. */
    public List<ListenerAddress> listeners() {
        return ListenerRules.listeners(this);
    }

    /** What clients are told; empty if {@code advertised.listeners} is not set. */
    public List<ListenerAddress> advertisedListeners() {
        return ListenerRules.advertised(this, listeners());
    }

    /** The one of the {@link #listeners} that brokers use among themselves. */
    public ListenerAddress interBrokerListener() {
        return ListenerRules.interBroker(this, listeners());
    }

    /**
     * The ZooKeeper ensemble that keeps the cluster; empty for a broker that is a cluster of its
     * own.
     *
     * @throws InvalidConfigException if the text cannot be read as servers and a chroot
     */
    public Optional<ZooKeeperConnect> zooKeeperConnect() {
        return find(ZooKeeperKeys.ZOOKEEPER_CONNECT)
                .filter(text -> !text.isBlank())
                .map(ZooKeeperConnect::parse);
    }

    /**
     * What to tell the operator once at the start: unknown keys, keys without effect, and keys of
     * listeners that are not there.
     */
    public List<String> warnings() {
        List<String> all = new ArrayList<>(warnings);
        List<String> listeners = listeners().stream().map(ListenerAddress::name).toList();
        for (String name : new TreeMap<>(fromFile).keySet()) {
            ListenerKeyName.parse(name)
                    .filter(ListenerKeyName::hasEffect)
                    .filter(ofOne -> !listeners.contains(ofOne.upperCaseListener()))
                    .ifPresent(ofOne -> all.add(ofOne.withoutListener(name, listeners)));
        }
        return all;
    }

    /** Every working key, and every other known one that somebody set. */
    public List<ConfigEntry> describe() {
        List<ConfigEntry> entries = new ArrayList<>();
        for (ConfigKey<?> key : BrokerKeys.known().keys()) {
            if (key.noEffect().isEmpty() || isSet(key)) {
                entries.add(describe(key));
            }
        }
        return entries;
    }

    /** The setting of one key. */
    public ConfigEntry describe(ConfigKey<?> key) {
        List<ConfigEntry.Synonym> synonyms = sources(key);
        boolean readOnly = key.updateMode() == UpdateMode.READ_ONLY;
        if (synonyms.isEmpty()) {
            return new ConfigEntry(key, null, ConfigSource.DEFAULT, readOnly, synonyms);
        }
        ConfigEntry.Synonym first = synonyms.get(0);
        return new ConfigEntry(key, first.value(), first.source(), readOnly, synonyms);
    }

    /** Every source that gives the key a value, the default included; the strongest first. */
    List<ConfigEntry.Synonym> sources(ConfigKey<?> key) {
        List<ConfigEntry.Synonym> sources = set(key);
        key.defaultValue()
                .ifPresent(
                        value ->
                                sources.add(
                                        synonym(
                                                key,
                                                ConfigType.format(value),
                                                ConfigSource.DEFAULT)));
        return sources;
    }

    private List<ConfigEntry.Synonym> set(ConfigKey<?> key) {
        List<ConfigEntry.Synonym> sources = new ArrayList<>();
        if (key.updateMode() != UpdateMode.READ_ONLY) {
            addIfSet(sources, key, ConfigSource.DYNAMIC_BROKER);
        }
        if (key.updateMode() == UpdateMode.CLUSTER_WIDE) {
            addIfSet(sources, key, ConfigSource.DYNAMIC_DEFAULT_BROKER);
        }
        addIfSet(sources, key, ConfigSource.STATIC_BROKER);
        return sources;
    }

    private void addIfSet(
            List<ConfigEntry.Synonym> sources, ConfigKey<?> key, ConfigSource source) {
        @Nullable String text = layer(source).get(key.name());
        if (text != null) {
            sources.add(synonym(key, text, source));
        }
    }

    private static ConfigEntry.Synonym synonym(ConfigKey<?> key, String text, ConfigSource source) {
        return new ConfigEntry.Synonym(key.name(), key.sensitive() ? null : text, source);
    }
}
