package dev.moldau.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What was answered is there after {@code kill -9}: topics, their settings, records, committed
 * offsets. What was deleted is gone, and made anew it is empty.
 */
class CrashTest {

    private static final Duration BUDGET = Duration.ofSeconds(35);
    private static final int FEWEST_ROUNDS = 4;
    private static final int MOST_TOPICS = 6;
    private static final String GROUP = "readers";

    @TempDir Path folder;

    /** What the broker has answered for. */
    private final Map<String, Topic> topics = new TreeMap<>();

    private static final class Topic {
        final int partitions;
        long retentionMs;
        int records;
        long committed = -1;

        Topic(int partitions, long retentionMs) {
            this.partitions = partitions;
            this.retentionMs = retentionMs;
        }
    }

    @Test
    void aTopicDeletedJustBeforeACrashIsGoneAndMadeAnewItIsEmpty() {
        try (BrokerProcess broker = BrokerProcess.start(folder.resolve("data"));
                AskedProcess driver = driver(broker)) {
            for (int round = 0; round < 2; round++) {
                create(driver, "gone", 3, 1_000_000);
                produce(driver, "gone", 50);
                commit(driver, "gone", 40);
                driver.ask("delete", "gone");
                topics.clear();
                broker.kill();
                broker.restart();
                verify(driver, broker, "round " + round);
            }
            create(driver, "gone", 3, 1_000_000);
            verify(driver, broker, "made anew");
            assertThat(broker.terminate()).isIn(0, 143);
            assertThat(Files.exists(broker.data().resolve(".kafka_cleanshutdown")))
                    .as("nothing that is left keeps the broker from a clean shutdown")
                    .isTrue();
        }
    }

    @Test
    void whatWasAnsweredSurvivesKillsAtRandomMoments() {
        long seed = Long.getLong("crash.seed", System.nanoTime());
        System.out.println("CrashTest: -Dcrash.seed=" + seed);
        Random random = new Random(seed);
        long deadline = System.nanoTime() + BUDGET.toNanos();
        try (BrokerProcess broker = BrokerProcess.start(folder.resolve("data"));
                AskedProcess driver = driver(broker)) {
            int round = 0;
            for (; round < FEWEST_ROUNDS || System.nanoTime() < deadline; round++) {
                for (int left = 1 + random.nextInt(6); left > 0; left--) {
                    act(driver, random);
                }
                if (random.nextBoolean()) {
                    killInTheMiddle(driver, broker, random);
                } else {
                    broker.kill();
                    broker.restart();
                }
                verify(driver, broker, "seed " + seed + " round " + round);
            }
            System.out.println("CrashTest: " + round + " kills survived");
        }
    }

    private AskedProcess driver(BrokerProcess broker) {
        return AskedProcess.crashDriver(broker.bootstrap(), folder.resolve("driver.log"));
    }

    private void act(AskedProcess driver, Random random) {
        List<String> names = new ArrayList<>(topics.keySet());
        String absent = "topic-" + random.nextInt(MOST_TOPICS);
        if (!topics.containsKey(absent)) {
            create(driver, absent, 1 + random.nextInt(4), retentionMs(random));
            return;
        }
        String name = names.get(random.nextInt(names.size()));
        Topic topic = topic(name);
        switch (random.nextInt(5)) {
            case 0 -> {
                driver.ask("delete", name);
                topics.remove(name);
            }
            case 1 -> {
                topic.retentionMs = retentionMs(random);
                driver.ask("alter", name, "retention.ms", topic.retentionMs);
            }
            case 2, 3 -> produce(driver, name, 1 + random.nextInt(200));
            default -> commit(driver, name, random.nextInt(topic.records + 1));
        }
    }

    private static long retentionMs(Random random) {
        return 100_000_000L + random.nextInt(1_000_000);
    }

    private Topic topic(String name) {
        return Objects.requireNonNull(topics.get(name), name);
    }

    private void create(AskedProcess driver, String name, int partitions, long retentionMs) {
        driver.ask("create", name, partitions, retentionMs);
        topics.put(name, new Topic(partitions, retentionMs));
    }

    private void produce(AskedProcess driver, String name, int records) {
        driver.ask("produce", name, records);
        topic(name).records += records;
    }

    private void commit(AskedProcess driver, String name, long offset) {
        driver.ask("commit", GROUP, name, offset);
        topic(name).committed = offset;
    }

    /** Kills while a topic is being made or deleted; either outcome is right, a half is not. */
    private void killInTheMiddle(AskedProcess driver, BrokerProcess broker, Random random) {
        String name = "topic-" + random.nextInt(MOST_TOPICS);
        boolean there = topics.containsKey(name);
        long retentionMs = retentionMs(random);
        CompletableFuture<String> answer =
                there ? driver.begin("delete", name) : driver.begin("create", name, 3, retentionMs);
        long until = System.nanoTime() + random.nextInt(15_000_000);
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        broker.kill();
        broker.restart();
        AskedProcess.await(answer);
        boolean thereNow = driver.ask("topics").contains('"' + name + '"');
        if (there && !thereNow) {
            topics.remove(name);
        } else if (!there && thereNow) {
            topics.put(name, new Topic(3, retentionMs));
        }
    }

    private void verify(AskedProcess driver, BrokerProcess broker, String when) {
        assertThat(driver.ask("topics").replace("\"__consumer_offsets\"", "").split("[^-a-z0-9]+"))
                .as("topics, %s", when)
                .filteredOn(name -> !name.isEmpty())
                .containsExactlyElementsOf(topics.keySet());
        topics.forEach(
                (name, topic) -> {
                    String what = name + ", " + when;
                    assertThat(driver.ask("config", name, "retention.ms"))
                            .as(what)
                            .isEqualTo("\"" + topic.retentionMs + "\"");
                    assertThat(driver.ask("offsets", name))
                            .as(what)
                            .isEqualTo("[0, " + topic.records + "]");
                    assertThat(driver.ask("committed", GROUP, name))
                            .as(what)
                            .isEqualTo(Long.toString(topic.committed));
                });
        assertThat(partitionFolders(broker))
                .as("folders, %s", when)
                .containsExactlyInAnyOrderElementsOf(
                        topics.entrySet().stream()
                                .flatMap(
                                        e ->
                                                Stream.iterate(0, i -> i + 1)
                                                        .limit(e.getValue().partitions)
                                                        .map(i -> e.getKey() + "-" + i))
                                .toList());
    }

    private static List<String> partitionFolders(BrokerProcess broker) {
        try (Stream<Path> files = Files.list(broker.data())) {
            return files.filter(Files::isDirectory)
                    .map(path -> path.getFileName().toString())
                    .filter(name -> name.matches("(gone|topic-\\d+)-\\d+"))
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
