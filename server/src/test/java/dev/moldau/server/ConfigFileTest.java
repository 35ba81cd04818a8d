package dev.moldau.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ClusterKeys;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileTest {

    @TempDir private Path folder;

    @Test
    void theCommandLineIsStrongerThanTheFileAndTheFileThanTheDefaults() throws Exception {
        Path file = write("num.partitions=3 \nlog.dirs=/a\n# a remark\n");
        BrokerConfig config = ConfigFile.load(Optional.of(file), Map.of("log.dirs", "/b"));
        assertThat(config.get(ClusterKeys.NUM_PARTITIONS)).isEqualTo(3);
        assertThat(config.logDirs()).containsExactly("/b");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        Path file = folder.resolve("no.properties");
        assertThatThrownBy(() -> ConfigFile.load(Optional.of(file), Map.of()))
                .isInstanceOf(StartException.class)
                .hasMessage("there is no configuration file " + file);
    }

    @Test
    void aFileThatIsNotTextIsNamed() throws Exception {
        Path file = folder.resolve("latin.properties");
        Files.write(file, "broker.rack=Böhmen".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> ConfigFile.load(Optional.of(file), Map.of()))
                .isInstanceOf(StartException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("UTF-8");
    }

    @Test
    void aWrongValueIsNamedWithItsKeyAndFile() throws Exception {
        Path file = write("num.partitions=many\n");
        assertThatThrownBy(() -> ConfigFile.load(Optional.of(file), Map.of()))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("num.partitions")
                .hasMessageContaining("many")
                .hasMessageContaining(file.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void theFilesOfAClusterOnOneMachineAreTakenWithoutAWord(int id) throws Exception {
        Path file = Path.of("../config/cluster-" + id + ".properties");
        BrokerConfig config = ConfigFile.load(Optional.of(file), Map.of());
        assertThat(config.nodeId()).isEqualTo(id);
        assertThat(config.listeners().getFirst().port()).isEqualTo(9_091 + id);
        assertThat(config.zooKeeperConnect().orElseThrow()).hasToString("127.0.0.1:2181/moldau");
        assertThat(config.warnings()).isEmpty();
    }

    private Path write(String text) throws Exception {
        return Files.writeString(folder.resolve("server.properties"), text);
    }
}
