package dev.moldau.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationPageTest {

    private static final Path PAGE = Path.of("../docs/CONFIGURATION.md");

    /** Set to write the page instead of checking it. */
    private static final String WRITE = "moldau.write.docs";

    @Test
    void theReferencePageIsWhatTheCatalogueSays() throws IOException {
        if (Boolean.getBoolean(WRITE)) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, ConfigurationPage.text());
        }
        String page = Files.exists(PAGE) ? Files.readString(PAGE) : "";
        assertThat(page)
                .as(
                        "docs/CONFIGURATION.md differs from the catalogue; write it anew with: mvn"
                                + " -pl common test -Dtest=ConfigurationPageTest"
                                + " -Dtest.jvm.args=-D"
                                + WRITE
                                + "=true")
                .isEqualTo(ConfigurationPage.text());
    }
}
