package dev.moldau.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.moldau.systemtests.ProducerDriver.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Our producer in a process of its own, against a Moldau and against an Apache Kafka that are
 * restarted, killed and paused under it. Kafka's consumer reads back what is there, and its verdict
 * is the same everywhere: what was acknowledged is there, at the offset that was told; nothing is
 * there twice, changed, in another place or in another order; every record was answered once and in
 * order.
 *
 * <p>{@code -Dsuite.records=} and {@code -Dsuite.seconds=} change the amounts.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProducerSuiteTest {

    private static final int RECORDS = Integer.getInteger("suite.records", 100_000);
    private static final int SECONDS = Integer.getInteger("suite.seconds", 30);
    private static final Duration DEADLINE = Duration.ofMinutes(4);
    private static final int PARTITIONS = 2;
    private static final int MOST_BYTES = 120;
    private static final int FAULTS = 2;
    private static final int CUTS = 40;
    private static final int CUT_AFTER_BYTES = 300_000;
    private static final int UNDER_LOAD_RATE = 20_000;

    private final Map<Make, RunningBroker> brokers = new EnumMap<>(Make.class);

    @TempDir static Path folder;

    @AfterAll
    void stop() {
        brokers.values().forEach(RunningBroker::close);
    }

    @Test
    void thereAreSeventyTwoCombinations() {
        assertThat(Combinations.all()).hasSize(72);
    }

    @ParameterizedTest
    @EnumSource
    void everyCombinationOfSettingsDeliversItsRecordsIntact(Make make) {
        RunningBroker broker = broker(make);
        List<ProducerRunLine> runs = new ArrayList<>();
        Combinations.all()
                .forEach(
                        (topic, settings) ->
                                runs.add(
                                        run(
                                                broker,
                                                make,
                                                List.of(topic),
                                                RECORDS / PARTITIONS,
                                                0,
                                                settings)));
        createTopics(broker, List.copyOf(Combinations.all().keySet()));
        try (ProducerDriver driver = ProducerDriver.start(folder, runs)) {
            assertThat(driver.outcomes())
                    .as("72 runs; errors %s", driver.errors())
                    .hasSize(72)
                    .containsOnly(new Outcome(RECORDS, RECORDS, 0, 0));
        }
        judge(broker, runs);
    }

    /**
     * The native code of all codecs and of the client's own Netty, beside a Netty that it is not.
     */
    @Test
    void theShadedClientDeliversOnTheOldestJavaBesideAnotherNetty() {
        RunningBroker broker = broker(Make.MOLDAU);
        List<ProducerRunLine> runs = new ArrayList<>();
        List<String> topics = new ArrayList<>();
        for (String codec : List.of("none", "gzip", "snappy", "lz4", "zstd")) {
            String topic = "shaded-" + codec;
            topics.add(topic);
            runs.add(
                    run(
                            broker,
                            Make.MOLDAU,
                            List.of(topic),
                            2_000,
                            0,
                            Map.of("compression.type", codec)));
        }
        createTopics(broker, topics);
        try (ProducerDriver driver = ProducerDriver.startShaded(folder, runs)) {
            long records = 2_000L * PARTITIONS;
            assertThat(driver.outcomes())
                    .as("errors %s", driver.errors())
                    .hasSize(topics.size())
                    .containsOnly(new Outcome(records, records, 0, 0));
        }
        judge(broker, runs);
    }

    @ParameterizedTest
    @EnumSource
    void aBrokerRestartedUnderLoadCostsNothingButTime(Make make) {
        RunningBroker broker = broker(make);
        underLoad(
                broker,
                make,
                "restarted",
                () -> {
                    broker.terminate();
                    broker.restart();
                });
    }

    @ParameterizedTest
    @EnumSource
    void aBrokerKilledUnderLoadCostsNothingButTime(Make make) {
        RunningBroker broker = broker(make);
        underLoad(
                broker,
                make,
                "killed",
                () -> {
                    broker.kill();
                    broker.restart();
                });
    }

    /** Longer than requests may take: they are repeated, and all copies arrive in the end. */
    @ParameterizedTest
    @EnumSource
    void aBrokerPausedUnderLoadCostsNothingButTime(Make make) {
        RunningBroker broker = broker(make);
        underLoad(
                broker,
                make,
                "paused",
                () -> {
                    broker.pause();
                    pass(Duration.ofMillis(2_500));
                    broker.resume();
                });
    }

    /** In the middle of requests and of answers; the broker may have acted or not. */
    @ParameterizedTest
    @EnumSource
    void connectionsCutUnderLoadCostNothingButTime(Make make) {
        long seed = Long.getLong("suite.seed", System.nanoTime());
        System.out.println("ProducerSuiteTest: -Dsuite.seed=" + seed);
        try (CuttingProxy proxy = new CuttingProxy(seed);
                RunningBroker broker =
                        make.start(
                                folder.resolve(make + "-behind-proxy"),
                                "advertised.listeners=PLAINTEXT://127.0.0.1:" + proxy.port())) {
            proxy.leadTo(broker.port());
            createTopics(broker, List.of("cut"));
            ProducerRunLine run =
                    run(
                            broker,
                            make,
                            List.of("cut"),
                            2_000_000,
                            UNDER_LOAD_RATE,
                            Map.of("reconnect.backoff.max.ms", "50"));
            proxy.cutAfter(CUT_AFTER_BYTES);
            try (ProducerDriver driver = ProducerDriver.start(folder, List.of(run))) {
                while (proxy.cuts() < CUTS) {
                    driver.awaitProgress(100);
                }
                driver.stop();
                assertAllTold(driver);
            }
            proxy.cutAfter(0);
            judge(broker, List.of(run));
        }
    }

    /**
     * FIELD-REPORTS row 1: batches expire and connections end while their bytes are still being
     * sent, again and again. The small socket buffer keeps bytes in the client, the small memory
     * makes buffers be used again at once; every value tells where it belongs.
     */
    @ParameterizedTest
    @EnumSource
    void expiryAndDisconnectsUnderLoadNeitherMixNorChangeRecords(Make make) {
        RunningBroker broker = broker(make);
        List<String> topics = List.of("expiry-a", "expiry-b", "expiry-c");
        createTopics(broker, topics);
        Map<String, String> settings = new HashMap<>();
        settings.put("request.timeout.ms", "200");
        settings.put("delivery.timeout.ms", "300");
        settings.put("max.block.ms", "100");
        settings.put("linger.ms", "0");
        settings.put("retry.backoff.ms", "10");
        settings.put("reconnect.backoff.ms", "10");
        settings.put("reconnect.backoff.max.ms", "50");
        settings.put("buffer.memory", "1048576");
        settings.put("send.buffer.bytes", "8192");
        int most = 2_000_000;
        // A longer run is slowed down, so that the clock ends it and not the ledger.
        int rate = SECONDS > 60 ? topics.size() * PARTITIONS * (most / SECONDS) * 3 / 4 : 0;
        ProducerRunLine run = run(broker, make, topics, most, rate, settings);
        try (ProducerDriver driver = ProducerDriver.start(folder, List.of(run))) {
            long deadline = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
            driver.awaitProgress(1_000);
            while (System.nanoTime() < deadline) {
                broker.pause();
                pass(Duration.ofMillis(350));
                broker.resume();
                // A share of all that is sent would depend on the machine; that it goes on does
                // not.
                driver.awaitAcknowledged(1_000);
                driver.awaitProgress(20_000);
            }
            driver.stop();
            Outcome outcome = driver.outcomes().getFirst();
            System.out.println("expiry, " + make + ": " + outcome);
            assertThat(driver.errors())
                    .as("what came to pass can come again, and ends no producer")
                    .noneMatch(error -> error.contains("FatalException"));
            assertThat(outcome.failed()).as("records expired: %s", driver.errors()).isPositive();
        }
        judge(broker, List.of(run));
    }

    /** What Kafka's admin client is told of the same broker, operation by operation. */
    @ParameterizedTest
    @EnumSource
    void theAdminClientIsToldWhatKafkasIsTold(Make make) {
        RunningBroker broker = broker(make);
        List<String> topics = List.of("admin-shared", "admin-k", "admin-m");
        createTopics(broker, topics);
        send(run(broker, make, topics, 50, 0, Map.of("batch.size", "1000")));
        // What begins a name is left out of what is compared: no id and no key of a setting has it.
        List<String> theirs =
                admin(broker, "KafkaAdmin", "k-.", List.of("admin-shared", "admin-k"));
        List<String> ours = admin(broker, "MoldauAdmin", "m-.", List.of("admin-shared", "admin-m"));
        assertThat(ours).containsExactlyElementsOf(theirs);
    }

    private static List<String> admin(
            RunningBroker broker, String program, String prefix, List<String> topics) {
        List<String> words = new ArrayList<>(ProducerDriver.java(program.equals("KafkaAdmin")));
        words.addAll(List.of(program, broker.bootstrap(), prefix));
        words.addAll(topics);
        List<String> lines = Command.of(words).run(DEADLINE).orFail().lines();
        assertThat(lines).contains("DONE");
        return lines;
    }

    private void underLoad(RunningBroker broker, Make make, String topic, Runnable fault) {
        createTopics(broker, List.of(topic));
        ProducerRunLine run =
                run(
                        broker,
                        make,
                        List.of(topic),
                        2_000_000,
                        UNDER_LOAD_RATE,
                        Map.of("request.timeout.ms", "2000"));
        try (ProducerDriver driver = ProducerDriver.start(folder, List.of(run))) {
            driver.awaitProgress(UNDER_LOAD_RATE / 2);
            for (int i = 0; i < FAULTS; i++) {
                fault.run();
                driver.awaitProgress(UNDER_LOAD_RATE);
            }
            driver.stop();
            assertAllTold(driver);
        }
        judge(broker, List.of(run));
    }

    private static void assertAllTold(ProducerDriver driver) {
        Outcome outcome = driver.outcomes().getFirst();
        assertThat(outcome.told())
                .as("%s; errors %s", outcome, driver.errors())
                .isEqualTo(outcome.sent());
    }

    private RunningBroker broker(Make make) {
        return brokers.computeIfAbsent(make, m -> m.start(folder.resolve(m.name())));
    }

    private static ProducerRunLine run(
            RunningBroker broker,
            Make make,
            List<String> topics,
            int mostRecords,
            int rate,
            Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("bootstrap.servers", broker.bootstrap());
        Path ledger = folder.resolve(make + "-" + topics.getFirst() + ".ledger");
        return new ProducerRunLine(
                ledger,
                System.currentTimeMillis(),
                topics,
                PARTITIONS,
                mostRecords,
                MOST_BYTES,
                rate,
                0,
                all);
    }

    private static void createTopics(RunningBroker broker, List<String> topics) {
        List<String> arguments = new ArrayList<>(List.of(broker.bootstrap(), "" + PARTITIONS));
        arguments.addAll(topics);
        program("SuiteTopics", arguments).run(DEADLINE).orFail();
    }

    /** The judge is no use if it finds nothing; here it has something to find each time. */
    @Test
    void theJudgeSeesWhatIsWrong() throws IOException {
        RunningBroker broker = broker(Make.MOLDAU);
        createTopics(broker, List.of("wrong"));
        ProducerRunLine run = run(broker, Make.MOLDAU, List.of("wrong"), 100, 0, Map.of());
        send(run);
        judge(broker, List.of(run));

        byte[] right = Files.readAllBytes(run.ledger());
        int lastRecord = right.length - Long.BYTES;
        int lastCount = lastRecord - 99 * Long.BYTES - Integer.BYTES;
        byte[] fewer = Arrays.copyOf(right, lastRecord);
        byte[] more = Arrays.copyOf(right, right.length + Long.BYTES);
        List<Path> ledgers =
                List.of(
                        ledger(right, b -> b.putLong(lastRecord, 98)),
                        ledger(right, b -> b.putLong(lastRecord, -3)),
                        ledger(right, b -> b.putInt(Long.BYTES, MOST_BYTES - 7)),
                        ledger(right, b -> b.putLong(0, run.baseMs() + 1)),
                        ledger(fewer, b -> b.putInt(lastCount, 99)),
                        ledger(more, b -> b.putInt(lastCount, 101).putLong(right.length, -1)));
        List<String> verdicts = verdicts(broker, ledgers);
        assertThat(verdicts).hasSameSizeAs(ledgers);
        assertThat(verdicts.get(0)).contains("but the producer was told offset 98");
        assertThat(verdicts.get(1)).contains("but the call had refused it");
        assertThat(verdicts.get(2)).contains("has another value");
        assertThat(verdicts.get(3)).contains("has another timestamp");
        assertThat(verdicts.get(4)).contains("that nobody sent");
        assertThat(verdicts.get(5)).contains("only 200 records", "at least 201", "record 100");

        send(run);
        assertThat(verdicts(broker, List.of(ledger(right, b -> {}))))
                .singleElement(STRING)
                .contains("a record a second time");
    }

    private static void send(ProducerRunLine run) {
        try (ProducerDriver driver = ProducerDriver.start(folder, List.of(run))) {
            assertThat(driver.outcomes()).hasSize(1);
        }
    }

    private static Path ledger(byte[] content, Consumer<ByteBuffer> change) throws IOException {
        byte[] changed = content.clone();
        change.accept(ByteBuffer.wrap(changed));
        return Files.write(Files.createTempFile(folder, "changed", ".ledger"), changed);
    }

    /** What the judge says of ledgers that are not what happened. */
    private static List<String> verdicts(RunningBroker broker, List<Path> ledgers) {
        List<String> arguments = new ArrayList<>(List.of(broker.bootstrap(), "1000"));
        ledgers.forEach(ledger -> arguments.add(ledger.toString()));
        return program("LedgerJudge", arguments).run(DEADLINE).lines().stream()
                .filter(line -> line.startsWith("WRONG "))
                .toList();
    }

    private static void judge(RunningBroker broker, List<ProducerRunLine> runs) {
        List<String> arguments = new ArrayList<>(List.of(broker.bootstrap(), "30000"));
        runs.forEach(run -> arguments.add(run.ledger().toString()));
        assertThat(program("LedgerJudge", arguments).run(DEADLINE).orFail().lines())
                .contains("DONE");
    }

    private static Command program(String mainClass, List<String> arguments) {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                Workshop.java(),
                                "-Xmx384m",
                                "-XX:+UseSerialGC",
                                "-cp",
                                Workshop.judge("suite-kafka")
                                        + ":"
                                        + Workshop.client("kafka-clients-4.4.0")
                                        + "/*",
                                mainClass));
        words.addAll(arguments);
        return Command.of(words);
    }

    /** Lets time pass: the length of a pause is the fault that is tested. */
    private static void pass(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
