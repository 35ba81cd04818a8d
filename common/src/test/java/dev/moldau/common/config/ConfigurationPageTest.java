package dev.moldau.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationPageTest {

    /** Set to write the pages instead of checking them. */
    private static final String WRITE = "moldau.write.docs";

    @Test
    void theReferencePageIsWhatTheCatalogueSays() throws IOException {
        check("CONFIGURATION.md", ConfigurationPage.text());
    }

    @Test
    void theReferencePageOfClientsIsWhatTheirCataloguesSay() throws IOException {
        check("CLIENT-CONFIGURATION.md", ClientConfigurationPage.text());
    }

    private static void check(String name, String text) throws IOException {
        Path file = Path.of("../docs", name);
        if (Boolean.getBoolean(WRITE)) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }
        String page = Files.exists(file) ? Files.readString(file) : "";
        assertThat(page)
                .as(
                        "docs/%s differs from the catalogue; write it anew with: mvn -pl common"
                                + " test -Dtest=ConfigurationPageTest -Dtest.jvm.args=-D%s=true",
                        name, WRITE)
                .isEqualTo(text);
    }
}
