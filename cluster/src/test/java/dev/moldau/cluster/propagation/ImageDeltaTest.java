package dev.moldau.cluster.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ImageDelta;
import dev.moldau.cluster.image.ImageVersion;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.Uuid;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class ImageDeltaTest {

    private final long seed = Long.getLong("moldau.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final RandomImages images = new RandomImages(random);

    private static ClusterImage decodedOnto(ClusterImage before, ByteBuffer bytes) {
        return ImageDeltaCodec.decode(bytes).applyTo(before);
    }

    /** Topics of one partition each, on three brokers. */
    private static ClusterImage large(int topics) {
        ClusterImage.Builder image = ClusterImage.empty("c").next();
        for (int i = 0; i < topics; i++) {
            image.topic(
                    new TopicImage(
                            "topic-" + i,
                            new Uuid(1, i),
                            List.of(PartitionImage.created(List.of(1, 2, 3))),
                            Map.of()));
        }
        return image.build();
    }

    @RepeatedTest(20)
    void theDifferenceLeadsFromAnyImageToAnyLaterOne() {
        ClusterImage known = images.after(ClusterImage.empty("c"));
        ClusterImage followed = known;
        ClusterImage image = known;
        int differences = 0;
        for (int step = 0; step < 200; step++) {
            image = images.after(image);
            if (random.nextInt(3) == 0) {
                ByteBuffer bytes = ImageDeltaCodec.encode(ImageDelta.between(known, image));
                followed = decodedOnto(followed, bytes);
                SameImage.assertSame(followed, image, "seed " + seed + ", step " + step);
                known = image;
                differences++;
            }
        }
        assertThat(differences).as("seed %d", seed).isGreaterThan(30);
    }

    @RepeatedTest(20)
    void aWholeImageReplacesWhateverABrokerHas() {
        ClusterImage mine = ClusterImage.empty("c");
        ClusterImage theirs = ClusterImage.empty("c", ImageVersion.before(1));
        for (int step = 0; step < 30; step++) {
            mine = images.after(mine);
            theirs = images.after(theirs);
        }
        ByteBuffer bytes = ImageDeltaCodec.encode(ImageDelta.whole(theirs));
        SameImage.assertSame(decodedOnto(mine, bytes), theirs, "seed " + seed);
    }

    @Test
    void topicsThatDidNotChangeStayTheSameObjectsAfterAWholeImageToo() {
        ClusterImage old = large(3);
        TopicImage changed = old.topic("topic-1").orElseThrow().withConfigs(Map.of("a", "b"));
        ClusterImage later = old.next().version(9).topic(changed).build();

        ClusterImage applied = decodedOnto(old, ImageDeltaCodec.encode(ImageDelta.whole(later)));

        assertThat(applied.topic("topic-0").orElseThrow())
                .isSameAs(old.topic("topic-0").orElseThrow());
        assertThat(applied.topic("topic-1")).contains(changed);
    }

    @Test
    void aDifferenceAppliesToItsBaseOnly() {
        ClusterImage first = large(2);
        ClusterImage second = first.next().withoutTopic("topic-0").build();
        ClusterImage third = second.next().withoutTopic("topic-1").build();
        ImageDelta later = ImageDelta.between(second, third);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> later.applyTo(first))
                .withMessageContaining("cannot follow");
        assertThatIllegalArgumentException().isThrownBy(() -> later.applyTo(third));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ImageDelta.whole(first).applyTo(second));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> later.applyTo(ClusterImage.empty("other", second.version())))
                .withMessageContaining("of cluster");
    }

    @Test
    void theDifferenceOfAChangeIsSmallAndAWholeImageBounded() {
        ClusterImage image = large(10_000);
        TopicImage topic = image.topic("topic-77").orElseThrow();
        PartitionImage moved = new PartitionImage(List.of(1, 2, 3), List.of(2, 3), 2, 1, 1);
        ClusterImage next = image.next().topic(topic.withPartitions(List.of(moved))).build();

        int whole = ImageDeltaCodec.encode(ImageDelta.whole(image)).remaining();
        int change = ImageDeltaCodec.encode(ImageDelta.between(image, next)).remaining();

        System.out.println("10,000 topics: " + whole + " bytes; one new leader: " + change);
        assertThat(whole).isBetween(500_000, 900_000);
        assertThat(change).isLessThan(120);
    }

    @Test
    void onePartitionOfManyIsToldAlone() {
        List<PartitionImage> partitions = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            partitions.add(PartitionImage.created(List.of(1, 2, 3)));
        }
        TopicImage topic = new TopicImage("t", new Uuid(1, 1), partitions, Map.of("a", "b"));
        ClusterImage image = ClusterImage.empty("c").next().topic(topic).build();
        partitions.set(500, new PartitionImage(List.of(1, 2, 3), List.of(1), 1, 3, 4));
        ClusterImage next = image.next().topic(topic.withPartitions(partitions)).build();

        ImageDelta delta = ImageDelta.between(image, next);

        assertThat(delta.topics()).hasSize(1);
        assertThat(delta.topics().getFirst().partitions()).containsOnlyKeys(500);
        assertThat(delta.topics().getFirst().configs()).isNull();
    }

    /** Bytes that somebody broke are refused or come to some other difference; nothing else. */
    @Test
    void brokenBytesAreRefused() {
        ClusterImage before = images.after(images.after(images.after(ClusterImage.empty("c"))));
        ClusterImage image = before;
        for (int i = 0; i < 20; i++) {
            image = images.after(image);
        }
        byte[] good = bytes(ImageDeltaCodec.encode(ImageDelta.between(before, image)));
        int refused = 0;
        for (int i = 0; i < 5_000; i++) {
            byte[] bad = good.clone();
            bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            byte[] cut =
                    random.nextBoolean()
                            ? bad
                            : java.util.Arrays.copyOf(bad, random.nextInt(bad.length));
            try {
                ImageDeltaCodec.decode(ByteBuffer.wrap(cut)).applyTo(before);
            } catch (IllegalArgumentException expected) {
                refused++;
            }
        }
        assertThat(refused).as("seed %d", seed).isGreaterThan(1_000);
    }

    @Test
    void aVersionOfALaterReleaseIsNamed() {
        ByteBuffer bytes = ImageDeltaCodec.encode(ImageDelta.whole(large(1)));
        bytes.putShort(bytes.position(), (short) 7);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ImageDeltaCodec.decode(bytes))
                .withMessageContaining("version is 7");
    }

    @Test
    void versionsOfALaterControllerAreHigher() {
        assertThat(ImageVersion.before(2)).isGreaterThan(ImageVersion.before(1) + 1_000_000_000L);
        assertThat(ImageVersion.controllerEpoch(ImageVersion.before(7) + 12)).isEqualTo(7);
        assertThat(ImageVersion.describe(ImageVersion.before(7) + 12)).isEqualTo("7.12");
        assertThatIllegalArgumentException().isThrownBy(() -> ImageVersion.before(0));
        assertThatIllegalArgumentException().isThrownBy(() -> ImageVersion.before(1 << 23));
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
