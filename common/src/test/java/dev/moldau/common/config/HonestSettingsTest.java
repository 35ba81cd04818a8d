package dev.moldau.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A setting that is declared to work is read by somebody: the sources of all modules are searched.
 * Whoever declares a key ahead of its use says so with {@code withoutEffect}.
 */
class HonestSettingsTest {

    private static final List<Class<?>> BROKER_KEYS =
            List.of(
                    ClusterKeys.class,
                    ZooKeeperKeys.class,
                    NetworkKeys.class,
                    LogKeys.class,
                    ReplicationKeys.class,
                    CoordinatorKeys.class,
                    BalanceKeys.class);

    /** Accessors of the whole view, not of one setting. */
    private static final Set<String> NOT_SETTINGS = Set.of("describe", "get", "of", "overrides");

    @Test
    void everyKeyOfABrokerThatIsSaidToWorkIsReadSomewhere() throws Exception {
        String sources = sources();
        Set<String> unread = new TreeSet<>();
        Set<ConfigKey<?>> readThroughTopics = counterpartsOfWorkingTopicKeys();
        for (Class<?> area : BROKER_KEYS) {
            for (Field field : area.getDeclaredFields()) {
                if (field.getType() == ConfigKey.class) {
                    ConfigKey<?> key = (ConfigKey<?>) field.get(null);
                    String use = area.getSimpleName() + "." + field.getName();
                    if (key != null
                            && key.noEffect().isEmpty()
                            && !readThroughTopics.contains(key)
                            && !sources.contains(use)) {
                        unread.add(key.name());
                    }
                }
            }
        }
        assertThat(unread).isEmpty();
    }

    @Test
    void everyTopicSettingThatIsSaidToWorkIsReadSomewhere() throws Exception {
        String view = Files.readString(file("TopicConfig"));
        String sources = sources();
        Set<String> unread = new TreeSet<>();
        for (Field field : TopicKeys.class.getDeclaredFields()) {
            if (field.getType() == ConfigKey.class) {
                ConfigKey<?> key = (ConfigKey<?>) field.get(null);
                String use = "TopicKeys." + field.getName();
                if (key != null
                        && key.noEffect().isEmpty()
                        && !view.contains(use)
                        && !sources.contains(use)) {
                    unread.add(key.name());
                }
            }
        }
        assertThat(unread).isEmpty();
        for (Method method : TopicConfig.class.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers())
                    && !NOT_SETTINGS.contains(method.getName())
                    && !Modifier.isStatic(method.getModifiers())) {
                assertThat(sources).as("somebody reads it").contains("." + method.getName() + "()");
            }
        }
    }

    @Test
    void everyKeyOfAClientThatIsSaidToWorkIsReadSomewhere() throws Exception {
        StringBuilder sources = new StringBuilder(Files.readString(file("ClientKind")));
        read(Path.of("../client/src/main/java"), sources);
        Set<String> unread = new TreeSet<>();
        for (Class<?> area :
                List.of(
                        ClientKeys.class,
                        ProducerKeys.class,
                        ConsumerKeys.class,
                        AdminKeys.class,
                        SerializerKeys.class)) {
            for (Field field : area.getDeclaredFields()) {
                if (field.getType() == ConfigKey.class) {
                    ConfigKey<?> key = (ConfigKey<?>) field.get(null);
                    String use = area.getSimpleName() + "." + field.getName();
                    // The one whose only value needs nothing to be done.
                    boolean plain = key == ClientKeys.SECURITY_PROTOCOL;
                    if (key != null
                            && !plain
                            && key.noEffect().isEmpty()
                            && sources.indexOf(use) < 0) {
                        unread.add(area.getSimpleName() + " " + key.name());
                    }
                }
            }
        }
        assertThat(unread).isEmpty();
    }

    private static Set<ConfigKey<?>> counterpartsOfWorkingTopicKeys() {
        Set<ConfigKey<?>> read = new HashSet<>();
        for (ConfigKey<?> key : TopicKeys.all().keys()) {
            if (key.noEffect().isEmpty()) {
                key.counterparts().forEach(counterpart -> read.add(counterpart.key()));
            }
        }
        return read;
    }

    private static Path file(String name) {
        return Path.of("src/main/java/dev/moldau/common/config/" + name + ".java");
    }

    /** All that is shipped, but for the declarations themselves. */
    private static String sources() throws IOException {
        StringBuilder all = new StringBuilder();
        all.append(Files.readString(file("BrokerConfig")));
        all.append(Files.readString(file("ListenerRules")));
        all.append(Files.readString(file("ZooKeeperConnect")));
        for (String module : List.of("storage", "cluster", "broker", "server", "cli")) {
            read(Path.of("..", module, "src/main/java"), all);
        }
        return all.toString();
    }

    private static void read(Path module, StringBuilder all) throws IOException {
        if (Files.exists(module)) {
            try (Stream<Path> files = Files.walk(module)) {
                for (Path source : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    all.append(Files.readString(source));
                }
            }
        }
    }
}
