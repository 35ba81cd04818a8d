package dev.moldau.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every foreign client does its whole program against one broker; what they proved is what {@code
 * docs/COMPATIBILITY.md} says.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class JudgesTest {

    private final Map<String, List<String>> proved = new TreeMap<>();
    private BrokerProcess broker;

    @BeforeAll
    void start(@TempDir Path folder) {
        broker = BrokerProcess.start(folder.resolve("data"), "auto.create.topics.enable=true");
    }

    @AfterAll
    void stop() {
        broker.close();
    }

    static List<Judge> judges() {
        return Judge.all();
    }

    @Order(1)
    @ParameterizedTest(name = "{0}")
    @MethodSource("judges")
    void isContent(Judge judge) {
        List<String> capabilities = judge.judge(broker.bootstrap(), judge.slug());
        proved.put(judge.slug(), capabilities);
        assertThat(capabilities).isNotEmpty();
    }

    /**
     * FIELD-REPORTS row 60: a client that finds something missing in the advertised versions
     * silently sends uncompressed.
     */
    @Order(2)
    @Test
    void whatWasSentCompressedLiesCompressed() throws IOException {
        List<String> files;
        try (var paths = Files.walk(broker.data())) {
            files =
                    paths.filter(
                                    p ->
                                            p.toString()
                                                    .matches(
                                                            ".*-codec-(none|gzip|snappy|lz4|zstd)-0/0{20}\\.log"))
                            .map(Path::toString)
                            .sorted()
                            .toList();
        }
        assertThat(files).hasSizeGreaterThan(proved.size());
        String dump = KafkaTool.dumpLogSegments(files).run(Duration.ofMinutes(2)).orFail().output();
        Pattern lines =
                Pattern.compile(
                        "Dumping .*-codec-(\\w+)-0/|(?:compresscodec|compressType|compression): ?(\\w+)",
                        Pattern.CASE_INSENSITIVE);
        Matcher found = lines.matcher(dump);
        String expected = "";
        Map<String, Set<String>> stored = new TreeMap<>();
        while (found.find()) {
            if (found.group(1) != null) {
                expected = found.group(1);
            } else {
                stored.computeIfAbsent(expected, e -> new TreeSet<>())
                        .add(found.group(2).toLowerCase(Locale.ROOT));
            }
        }
        // A batch that compression would not make smaller may be sent plain; a client's last often
        // is.
        assertThat(stored.keySet())
                .containsExactlyInAnyOrder("none", "gzip", "snappy", "lz4", "zstd");
        stored.forEach((codec, seen) -> assertThat(seen).contains(codec).isSubsetOf(codec, "none"));
    }

    @Order(3)
    @Test
    void theCompatibilityPageSaysWhatWasProved() throws IOException {
        String page = CompatibilityPage.render(Judge.all(), proved);
        Path written = Workshop.docs().resolve("COMPATIBILITY.md");
        Path fresh = Workshop.target().resolve("COMPATIBILITY.md");
        Files.writeString(fresh, page);
        assertThat(Files.exists(written) ? Files.readString(written) : "")
                .as(
                        "docs/COMPATIBILITY.md differs from what was proved; the page of this run is %s",
                        fresh)
                .isEqualTo(page);
    }

    @Order(4)
    @Test
    void theBrokerStaysWellAndEndsCleanly() {
        assertThat(
                        new ArrayList<>(
                                broker.log().lines().filter(l -> l.contains(" ERROR ")).toList()))
                .isEmpty();
        assertThat(broker.terminate()).isIn(0, 143);
    }
}
