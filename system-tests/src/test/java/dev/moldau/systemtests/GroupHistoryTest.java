package dev.moldau.systemtests;

import static dev.moldau.systemtests.MemberKind.KAFKAJS;
import static dev.moldau.systemtests.MemberKind.KAFKA_CLASSIC;
import static dev.moldau.systemtests.MemberKind.KAFKA_CONSUMER;
import static dev.moldau.systemtests.MemberKind.KAFKA_PYTHON;
import static dev.moldau.systemtests.MemberKind.LIBRDKAFKA;
import static dev.moldau.systemtests.MemberKind.MOLDAU_CLASSIC;
import static dev.moldau.systemtests.MemberKind.MOLDAU_CONSUMER;
import static dev.moldau.systemtests.MemberKind.SARAMA;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Groups whose members join, leave, are killed, paused beyond their session, replaced one by one
 * and subscribe to something else by chance, while numbered records are written. Each member
 * journals what it is given and does; {@link GroupHistory} judges.
 *
 * <p>FIELD-REPORTS rows 23 and 25 (no partition with two owners, nobody fenced for nothing) with
 * clients of all makes.
 *
 * <p>{@code -Dsuite.seconds=} is how long that goes on, {@code -Dsuite.seed=} repeats what happens
 * in which order.
 */
class GroupHistoryTest {

    private static final int SECONDS = Integer.getInteger("suite.seconds", 30);
    private static final int STEP_MS = 900;
    private static final int WRITE_EVERY_MS = 40;
    private static final long DEADLINE_MS = 60_000;
    private static final int LEAST_FATES = 3;
    private static final List<String> TOPICS = List.of("numbers", "more");
    private static final List<MemberKind> CLASSIC = List.of(MOLDAU_CLASSIC, KAFKA_CLASSIC);
    private static final List<MemberKind> CONSUMER = List.of(MOLDAU_CONSUMER, KAFKA_CONSUMER);
    private static final String[] SETTINGS = {
        "group.initial.rebalance.delay.ms=200",
        "group.min.session.timeout.ms=1000",
        "group.consumer.min.session.timeout.ms=1000",
        "group.consumer.session.timeout.ms=" + MemberKind.SESSION_MS,
        "group.consumer.min.heartbeat.interval.ms=100",
        "group.consumer.heartbeat.interval.ms=" + MemberKind.HEARTBEAT_MS,
    };

    private final long seed = Long.getLong("suite.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @TempDir Path folder;

    @Test
    void groupsOfEveryMakeSkipNothingAndRepeatOnlyWhatWasNotCommitted() {
        System.out.println("GroupHistoryTest: -Dsuite.seed=" + seed + ", " + SECONDS + " s");
        try (RunningBroker broker = start(Make.MOLDAU);
                AskedProcess writer = writer(broker);
                LiveGroup converting = group(broker, "converting", CLASSIC, 4);
                LiveGroup mixed =
                        group(broker, "librdkafka", List.of(LIBRDKAFKA, KAFKA_CLASSIC), 3);
                // Sarama does not understand what newer clients say of themselves.
                LiveGroup plain = group(broker, "sarama", List.of(SARAMA, KAFKA_PYTHON), 3);
                LiveGroup node = group(broker, "node", List.of(KAFKAJS), 2)) {
            write(writer);
            List<LiveGroup> groups = List.of(converting, mixed, plain, node);
            int third = SECONDS / 3;
            happen(third, groups);
            convert(converting, CONSUMER, "Consumer", writer, groups);
            happen(third, groups);
            convert(converting, CLASSIC, "Classic", writer, groups);
            happen(third, groups);
            judge(writer, groups);
            assertThat(converting.kindsThatProcessed()).containsAll(CLASSIC).containsAll(CONSUMER);
            assertThat(mixed.kindsThatProcessed()).contains(LIBRDKAFKA, KAFKA_CLASSIC);
            assertThat(plain.kindsThatProcessed()).contains(SARAMA, KAFKA_PYTHON);
            assertThat(broker.log().lines().filter(l -> l.contains(" ERROR "))).isEmpty();
        } finally {
            KeptFiles.of(folder, "group-history");
        }
    }

    @Test
    void ourConsumerDoesSoAgainstApacheKafkaToo() {
        int part = SECONDS / 4;
        System.out.println("GroupHistoryTest: -Dsuite.seed=" + seed + ", " + 3 * part + " s");
        try (RunningBroker broker = start(Make.KAFKA);
                AskedProcess writer = writer(broker);
                LiveGroup ours = group(broker, "ours", CLASSIC, 4)) {
            write(writer);
            List<LiveGroup> groups = List.of(ours);
            happen(part, groups);
            convert(ours, CONSUMER, "Consumer", writer, groups);
            happen(part, groups);
            convert(ours, CLASSIC, "Classic", writer, groups);
            happen(part, groups);
            judge(writer, groups);
            assertThat(ours.kindsThatProcessed()).contains(MOLDAU_CLASSIC, MOLDAU_CONSUMER);
        } finally {
            KeptFiles.of(folder, "group-history-kafka");
        }
    }

    private RunningBroker start(Make make) {
        return make.start(folder.resolve(make.name()), SETTINGS);
    }

    private AskedProcess writer(RunningBroker broker) {
        return AskedProcess.numberedWriter(broker.bootstrap(), folder.resolve("writer.err"));
    }

    private LiveGroup group(RunningBroker broker, String id, List<MemberKind> kinds, int most) {
        return new LiveGroup(
                folder, broker.bootstrap(), id, TOPICS, kinds, most, new Random(random.nextLong()));
    }

    private static void write(AskedProcess writer) {
        writer.ask("create", TOPICS.getFirst(), 6);
        writer.ask("create", TOPICS.getLast(), 3);
        writer.ask("write", WRITE_EVERY_MS);
    }

    private void happen(int seconds, List<LiveGroup> groups) {
        for (LiveGroup group : groups) {
            group.join();
        }
        long endMs = System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(seconds);
        while (System.currentTimeMillis() < endMs) {
            groups.get(random.nextInt(groups.size())).step();
            pass(random.nextInt(STEP_MS), groups);
        }
    }

    /** A rolling restart of the group with the other protocol, while things go on happening. */
    private void convert(
            LiveGroup group,
            List<MemberKind> kinds,
            String protocol,
            AskedProcess writer,
            List<LiveGroup> groups) {
        group.turnTo(kinds);
        await(
                () -> {
                    group.replaceOther();
                    groups.get(random.nextInt(groups.size())).step();
                    return !group.hasOthers()
                            && writer.ask("protocol", group.id()).equals(protocol);
                },
                STEP_MS,
                groups,
                group.id() + " speaks " + protocol);
    }

    /** All is read to its end, and then everybody leaves. */
    private void judge(AskedProcess writer, List<LiveGroup> groups) {
        groups.forEach(LiveGroup::calm);
        Map<String, Long> ends = new HashMap<>();
        Arrays.stream(writer.ask("stop").split(" "))
                .map(word -> word.split("="))
                .forEach(end -> ends.put(end[0], Long.parseLong(end[1])));
        List<String> wrong = new ArrayList<>();
        for (LiveGroup group : groups) {
            if (!waited(() -> group.history(ends).isComplete(), 500, groups)) {
                wrong.add(group.id() + " has not read all");
            }
            System.out.println("  " + group.id() + ": " + group.history(ends).summary());
            System.out.println("  " + group.id() + ": " + group.fates());
            if (group.fates().size() < LEAST_FATES) {
                wrong.add(group.id() + " went through too little: " + group.fates());
            }
        }
        groups.forEach(LiveGroup::end);
        for (LiveGroup group : groups) {
            group.history(ends).flaws().forEach(flaw -> wrong.add(group.id() + ": " + flaw));
        }
        assertThat(wrong).isEmpty();
    }

    private static void await(
            BooleanSupplier condition, int everyMs, List<LiveGroup> groups, String what) {
        assertThat(waited(condition, everyMs, groups)).as(what).isTrue();
    }

    private static boolean waited(BooleanSupplier condition, int everyMs, List<LiveGroup> groups) {
        long endMs = System.currentTimeMillis() + DEADLINE_MS;
        while (!condition.getAsBoolean()) {
            if (System.currentTimeMillis() > endMs) {
                return false;
            }
            pass(everyMs, groups);
        }
        return true;
    }

    /** Lets time pass, and those go on who were paused. */
    private static void pass(int ms, List<LiveGroup> groups) {
        try {
            TimeUnit.MILLISECONDS.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
        groups.forEach(LiveGroup::tidy);
    }
}
