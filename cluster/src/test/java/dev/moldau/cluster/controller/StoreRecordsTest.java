package dev.moldau.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StoreRecordsTest {

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void aTopicComesBackAsItWas() {
        for (int round = 0; round < 50; round++) {
            TopicImage topic = randomTopic();
            byte[] bytes = StoreRecords.encode(topic);
            assertThat(StoreRecords.decodeTopic(topic.name(), bytes))
                    .as("seed %d", seed)
                    .isEqualTo(topic);
        }
    }

    private TopicImage randomTopic() {
        List<PartitionImage> partitions = new ArrayList<>();
        for (int i = random.nextInt(20); i >= 0; i--) {
            List<Integer> replicas = List.of(random.nextInt(Integer.MAX_VALUE), 2, 3);
            partitions.add(
                    new PartitionImage(
                            replicas,
                            replicas.subList(0, random.nextInt(4)),
                            random.nextInt(4) - 1,
                            random.nextInt(Integer.MAX_VALUE),
                            random.nextInt(1_000),
                            some(random.nextInt(3)),
                            some(random.nextInt(3)),
                            some(random.nextInt(3)),
                            random.nextBoolean() ? Uuid.ZERO : Uuid.random(random)));
        }
        return new TopicImage(
                "t", Uuid.random(random), partitions, Map.of("a", "ä€", "b", "", "c", "x"));
    }

    private List<Integer> some(int count) {
        return random.ints(count, 0, 1_000).boxed().toList();
    }

    @Test
    void aTopicThatAnEarlierReleaseWroteIsReadAndWrittenAsItWas() {
        byte[] old =
                HexFormat.of()
                        .parseHex(
                                "01" // format
                                        + "0000000000000001"
                                        + "0000000000000002" // id
                                        + "01" // partitions
                                        + "020102"
                                        + "0102"
                                        + "03"
                                        + "8401"
                                        + "05" // one
                                        + "01"
                                        + "0161"
                                        + "0162"); // settings
        TopicImage topic = StoreRecords.decodeTopic("t", old);
        assertThat(topic)
                .isEqualTo(
                        new TopicImage(
                                "t",
                                new Uuid(1, 2),
                                List.of(new PartitionImage(List.of(1, 2), List.of(2), 2, 132, 5)),
                                Map.of("a", "b")));
        assertThat(StoreRecords.encode(topic)).isEqualTo(old);
    }

    @Test
    void aBrokerOfAClusterOfSeveralIsAliveIfItsRecordSaysSo() {
        for (boolean alive : new boolean[] {true, false}) {
            for (boolean stopping : new boolean[] {true, false}) {
                BrokerRegistration broker =
                        new BrokerRegistration(
                                3,
                                9,
                                List.of(),
                                "r",
                                alive,
                                new Uuid(4, 5),
                                stopping,
                                new Uuid(6, 7));
                byte[] bytes = StoreRecords.encode(broker);
                assertThat(StoreRecords.decodeBroker(3, !alive, bytes)).isEqualTo(broker);
            }
        }
    }

    @Test
    void aBrokerComesBackAsItWas() {
        BrokerRegistration broker =
                new BrokerRegistration(
                        7,
                        3,
                        List.of(
                                new Endpoint("A", "PLAINTEXT", "", 9092),
                                new Endpoint("B", "SSL", "host", 65_535)),
                        null,
                        true);
        assertThat(StoreRecords.decodeBroker(7, true, StoreRecords.encode(broker)))
                .isEqualTo(broker);
        BrokerRegistration racked = new BrokerRegistration(7, 3, List.of(), "rack", false);
        assertThat(StoreRecords.decodeBroker(7, false, StoreRecords.encode(racked)))
                .isEqualTo(racked);
    }

    @Test
    void damagedBytesAreRefusedAndNeverBelieved() {
        byte[] good = StoreRecords.encode(randomTopic());
        for (int length = 0; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            assertThatIllegalArgumentException()
                    .as("seed %d length %d", seed, length)
                    .isThrownBy(() -> StoreRecords.decodeTopic("t", cut));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> StoreRecords.decodeTopic("t", Arrays.copyOf(good, good.length + 1)));
        byte[] newer = good.clone();
        newer[0] = 3;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoreRecords.decodeTopic("t", newer))
                .withMessageContaining("format is 3");
        byte[] huge = good.clone();
        Arrays.fill(huge, 17, 21, (byte) 0xFF);
        huge[21] = 0x07;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoreRecords.decodeTopic("t", huge))
                .withMessageContaining("count");
    }

    @Test
    void randomBytesNeverDoMoreThanBeRefused() {
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            if (bytes.length > 0) {
                bytes[0] = (byte) (1 + random.nextInt(2));
            }
            try {
                StoreRecords.decodeTopic("t", bytes);
            } catch (IllegalArgumentException expected) {
                assertThat(expected.getMessage()).as("seed %d", seed).isNotEmpty();
            }
        }
    }

    @Test
    void settingsAreKeptUnderNamesThatComeBack() {
        for (ConfigResource resource :
                List.of(
                        ConfigResource.ALL_BROKERS,
                        ConfigResource.broker(3),
                        ConfigResource.group("default"))) {
            assertThat(StoreRecords.configResource(StoreRecords.configKey(resource)))
                    .isEqualTo(resource);
        }
    }
}
