package dev.moldau.common.config;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes the reference page of all settings from the catalogue. */
final class ConfigurationPage {

    private ConfigurationPage() {}

    static String text() {
        StringBuilder page = new StringBuilder();
        page.append("# Settings\n\n");
        page.append("Written from the catalogue of keys in `dev.moldau.common.config`; a test");
        page.append(" checks that this page is up to date and says how to write it anew.\n\n");
        page.append("The names are Kafka's. A broker reads its settings from the file given to");
        page.append(" `moldau start --config FILE`; those that change at run time are set with");
        page.append(" Kafka's `kafka-configs` or any admin client, for one broker or for all.");
        page.append(" Topics' settings override the broker's and take effect at once.\n\n");
        section(page, "Identity, cluster and topics", "broker", ClusterKeys.all());
        section(page, "ZooKeeper", "broker", ZooKeeperKeys.all());
        section(page, "Listeners and connections", "broker", NetworkKeys.all());
        section(page, "Logs", "broker", LogKeys.all());
        section(page, "Replication", "broker", ReplicationKeys.all());
        section(page, "Groups, transactions, producers", "broker", CoordinatorKeys.all());
        section(page, "Topics", "topic", TopicKeys.all().keys());
        section(page, "Groups' own settings", "group", GroupKeys.all().keys());
        withoutEffect(page);
        return page.toString();
    }

    private static void section(
            StringBuilder page, String title, String scope, List<ConfigKey<?>> keys) {
        boolean topic = scope.equals("topic");
        page.append("## ").append(title).append("\n\n| key | type | default | allowed | ");
        page.append(topic ? "broker's counterpart" : "changes").append(" | meaning |\n");
        page.append("|---|---|---|---|---|---|\n");
        for (ConfigKey<?> key : keys) {
            page.append("| `").append(key.name()).append("` | ").append(key.type().label());
            page.append(" | ").append(defaultOf(key)).append(" | ").append(cell(key.allowed()));
            page.append(" | ").append(fifth(scope, key)).append(" | ");
            page.append(cell(key.meaning()));
            key.noEffect().ifPresent(why -> page.append(" *No effect: ").append(why).append(".*"));
            page.append(" |\n");
        }
        page.append('\n');
    }

    private static String fifth(String scope, ConfigKey<?> key) {
        return switch (scope) {
            case "topic" ->
                    key.counterparts().stream()
                            .map(c -> "`" + c.key().name() + "`")
                            .collect(Collectors.joining(", "));
            case "group" -> "at run time";
            default -> key.updateMode().label();
        };
    }

    static String defaultOf(ConfigKey<?> key) {
        String unit = key.unit().isEmpty() ? "" : " " + key.unit();
        return key.defaultValue()
                .map(ConfigType::format)
                .map(text -> text.isEmpty() ? "(empty)" : "`" + text + "`" + unit)
                .orElse("");
    }

    static String cell(String text) {
        return text.replace("|", "\\|");
    }

    private static void withoutEffect(StringBuilder page) {
        page.append("## Keys of Kafka that change nothing here\n\n");
        page.append("They are accepted, and the start names those that a file sets. Where a key");
        page.append(" would guard something, it must be empty.\n\n");
        page.append("| key | type | why |\n|---|---|---|\n");
        for (ConfigKey<?> key : KeysWithoutEffect.all()) {
            page.append("| `").append(key.name()).append("` | ");
            page.append(key.type().name().toLowerCase(Locale.ROOT)).append(" | ");
            page.append(cell(key.meaning())).append(" |\n");
        }
    }
}
