package dev.moldau.common.config;

import java.util.List;
import java.util.Locale;

/** Writes the reference page of all settings of clients from the catalogues. */
final class ClientConfigurationPage {

    private ClientConfigurationPage() {}

    static String text() {
        StringBuilder page = new StringBuilder();
        page.append("# Settings of clients\n\n");
        page.append("Written from the catalogues of keys in `dev.moldau.common.config`; a test");
        page.append(" checks that this page is up to date and says how to write it anew.\n\n");
        page.append(
                "Names, types, defaults and bounds are those of Apache Kafka's clients, so that");
        page.append(" existing files work. Values may be texts, numbers, booleans, lists, classes");
        page.append(
                " and objects. A wrong value is refused with a sentence that names the key, the");
        page.append(
                " value and what is allowed. A key that nobody knows is named in a warning and");
        page.append(" handed to serializers, interceptors and partitioners; a key of another kind");
        page.append(" of client is accepted silently.\n\n");
        page.append(
                "How the settings work together, and which of them matter: [CLIENT.md](CLIENT.md)");
        page.append(".\n\n");
        section(page, "All clients", ClientKeys.all());
        section(page, "Producers", ProducerKeys.own());
        section(page, "Consumers", ConsumerKeys.own());
        section(
                page,
                "Serializers and deserializers that come with the client",
                SerializerKeys.all());
        section(page, "Admin clients", AdminKeys.own());
        security(page);
        return page.toString();
    }

    private static void section(StringBuilder page, String title, List<ConfigKey<?>> keys) {
        page.append("## ").append(title).append("\n\n| key | type | default | allowed |");
        page.append(" meaning |\n|---|---|---|---|---|\n");
        for (ConfigKey<?> key : keys) {
            page.append("| `").append(key.name()).append("` | ").append(key.type().label());
            page.append(" | ").append(ConfigurationPage.defaultOf(key)).append(" | ");
            page.append(ConfigurationPage.cell(key.allowed())).append(" | ");
            page.append(ConfigurationPage.cell(key.meaning()));
            key.noEffect().ifPresent(why -> page.append(" *No effect: ").append(why).append(".*"));
            page.append(" |\n");
        }
        page.append('\n');
    }

    private static void security(StringBuilder page) {
        page.append("## TLS and SASL\n\n");
        page.append(
                "They come with a later release. Until then `security.protocol` accepts nothing");
        page.append(
                " but `PLAINTEXT`, and these keys are accepted, named in a warning, and change");
        page.append(" nothing.\n\n| key | type | default |\n|---|---|---|\n");
        for (ConfigKey<?> key : SecurityKeys.all()) {
            page.append("| `").append(key.name()).append("` | ");
            page.append(key.type().name().toLowerCase(Locale.ROOT)).append(" | ");
            page.append(ConfigurationPage.defaultOf(key)).append(" |\n");
        }
        page.append('\n');
    }
}
