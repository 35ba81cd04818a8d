package dev.moldau.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.wire.MessageCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/PROTOCOL.md} says what the declarations say. */
class ReferencePageTest {

    private static final Path PAGE = Path.of("..", "docs", "PROTOCOL.md");
    private static final Path RIGHT_PAGE = Path.of("target", "PROTOCOL.md");

    @Test
    void pageListsWhatIsDeclared() throws IOException {
        String right = page();
        Files.writeString(RIGHT_PAGE, right);
        String page = Files.exists(PAGE) ? Files.readString(PAGE) : "";

        assertThat(page)
                .as("%s; the right page is in %s", PAGE.normalize(), RIGHT_PAGE.toAbsolutePath())
                .isEqualTo(right);
    }

    private static String page() {
        StringBuilder page = new StringBuilder();
        page.append(
                """
                # The protocol

                What Moldau can say on the wire. This page is made from the declarations in
                `dev.moldau.protocol.message` and from `dev.moldau.protocol.ErrorCode`;
                `ReferencePageTest` fails when it differs from them and writes the right page to
                `protocol/target/PROTOCOL.md`. Which of these versions a broker serves is up to its
                handlers; a client learns it from ApiVersions.

                ## APIs

                Flexible versions have compact lengths and tagged fields.

                | key | API | versions | flexible from |
                | ---: | --- | --- | --- |
                """);
        for (ApiKey api : ApiKey.values()) {
            ApiCodecs.request(api)
                    .ifPresent(codec -> page.append("| ").append(api.id()).append(row(api, codec)));
        }
        page.append(
                """

                ## Error codes

                A retriable error may go away if the same request is sent again, later or to another
                broker.

                | code | name | retriable | meaning |
                | ---: | --- | --- | --- |
                """);
        for (ErrorCode error : ErrorCode.values()) {
            page.append(
                    String.format(
                            "| %d | %s | %s | %s |\n",
                            error.code(),
                            error.name(),
                            error.retriable() ? "yes" : "no",
                            error.meaning()));
        }
        return page.toString();
    }

    private static String row(ApiKey api, MessageCodec<?> codec) {
        return String.format(
                " | %s | %s | %s |\n", api.wireName(), versions(codec), flexibleFrom(codec));
    }

    private static String versions(MessageCodec<?> codec) {
        return codec.lowestVersion() == codec.highestVersion()
                ? Short.toString(codec.lowestVersion())
                : codec.lowestVersion() + "–" + codec.highestVersion();
    }

    private static String flexibleFrom(MessageCodec<?> codec) {
        for (short v = codec.lowestVersion(); v <= codec.highestVersion(); v++) {
            if (codec.flexible(v)) {
                return Short.toString(v);
            }
        }
        return "never";
    }
}
