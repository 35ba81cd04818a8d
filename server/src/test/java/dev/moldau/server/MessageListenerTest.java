package dev.moldau.server;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.Header;
import dev.moldau.client.admin.Admin;
import dev.moldau.client.admin.GroupDescription;
import dev.moldau.client.admin.GroupFilter;
import dev.moldau.client.admin.GroupListing;
import dev.moldau.client.admin.NewTopic;
import dev.moldau.client.admin.OffsetPlan;
import dev.moldau.client.admin.OffsetReset;
import dev.moldau.client.admin.Options;
import dev.moldau.client.listener.FailurePolicy;
import dev.moldau.client.listener.Format;
import dev.moldau.client.listener.Handler;
import dev.moldau.client.listener.Listener;
import dev.moldau.client.listener.ListenerSettings;
import dev.moldau.client.listener.Message;
import dev.moldau.client.listener.Messages;
import dev.moldau.client.listener.Order;
import dev.moldau.client.listener.Outcome;
import dev.moldau.client.listener.SendStatus;
import dev.moldau.client.producer.Producer;
import dev.moldau.client.producer.ProducerRecord;
import dev.moldau.client.serialization.StringDeserializer;
import dev.moldau.client.serialization.StringSerializer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client's listener, and the admin client's groups, on a broker. */
@Timeout(120)
class MessageListenerTest {

    private static final int KEYS = 50;
    private static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(60);

    private final EmbeddedBroker broker =
            EmbeddedBroker.start(Map.of("group.initial.rebalance.delay.ms", "0"));
    private final Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap()));

    @AfterEach
    void close() {
        admin.close();
        broker.close();
    }

    private String bootstrap() {
        return broker.bootstrapServers();
    }

    private Map<String, Object> config(String group) {
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", bootstrap());
        config.put("group.id", group);
        config.put("auto.offset.reset", "earliest");
        config.put("heartbeat.interval.ms", 200);
        return config;
    }

    private void fill(String topic, int partitions, int records) {
        admin.createTopics(List.of(new NewTopic(topic, partitions, 1))).all().join();
        try (Producer<String, String> producer =
                Producer.create(
                        Map.of("bootstrap.servers", bootstrap()),
                        new StringSerializer(),
                        new StringSerializer())) {
            for (int i = 0; i < records; i++) {
                var _ = producer.send(new ProducerRecord<>(topic, "k" + i % KEYS, "" + i / KEYS));
            }
            producer.flush();
        }
    }

    private Listener listen(String group, String topic, Handler<String, String> handler) {
        return listen(group, topic, Order.KEY, handler);
    }

    private Listener listen(
            String group, String topic, Order order, Handler<String, String> handler) {
        return Listener.of(config(group), new StringDeserializer(), new StringDeserializer())
                .topics(topic)
                .order(order)
                .concurrency(20)
                .start(handler);
    }

    private long committed(String group) {
        return admin.listGroupOffsets(group, Options.DEFAULT).join().values().stream()
                .mapToLong(offset -> offset.offset())
                .sum();
    }

    /** Something that is to come to pass. */
    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(Condition condition) throws Exception {
        long deadlineNs = System.nanoTime() + DEADLINE_NS;
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(deadlineNs);
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private static int number(Message<?, String> message) {
        return Integer.parseInt(requireNonNull(message.value()));
    }

    @Test
    void twoOfAGroupShareTheWorkAndOneTakesOverWhatTheOtherLeaves() throws Exception {
        fill("t", 6, 5_000);
        Set<String> handled = ConcurrentHashMap.newKeySet();
        AtomicInteger twice = new AtomicInteger();
        Handler<String, String> handler =
                message -> {
                    TimeUnit.MILLISECONDS.sleep(1);
                    if (!handled.add(message.key() + " " + message.value())) {
                        twice.incrementAndGet();
                    }
                    return Outcome.success();
                };
        try (Listener first = listen("g", "t", Order.PARTITION, handler)) {
            await(() -> handled.size() > 500);
            try (Listener second = listen("g", "t", Order.PARTITION, handler)) {
                await(() -> count(second, "moldau_listener_messages_handled_total") > 100);
            }
            await(() -> handled.size() == 5_000);
            assertThat(count(first, "moldau_listener_messages_handled_total")).isPositive();
        }
        assertThat(twice).as("given up in peace, nothing is done twice").hasValue(0);
        assertThat(committed("g")).isEqualTo(5_000);
    }

    private static double count(Listener listener, String name) {
        return requireNonNull(listener.metrics().get(name)).value();
    }

    @Test
    void whatCannotBeHandledIsADeadLetterWithItsStory() throws Exception {
        fill("t", 1, 100);
        FailurePolicy policy =
                FailurePolicy.deadLetters(3, "dead")
                        .withBackoff(Duration.ofMillis(5), Duration.ofMillis(20));
        ConcurrentLinkedQueue<Message<String, String>> dead = new ConcurrentLinkedQueue<>();
        Map<String, Integer> last = new ConcurrentHashMap<>();
        try (Listener undertaker =
                listen(
                        "u",
                        "dead",
                        message -> {
                            dead.add(message);
                            return Outcome.success();
                        })) {
            try (Listener listener =
                    Listener.of(config("g"), new StringDeserializer(), new StringDeserializer())
                            .topics("t")
                            .settings(ListenerSettings.DEFAULT.withOrder(Order.KEY))
                            .failures(policy)
                            .start(
                                    message -> {
                                        if ("k7".equals(message.key()) && number(message) == 0) {
                                            throw new IllegalStateException("unlucky");
                                        }
                                        last.merge(
                                                requireNonNull(message.key()),
                                                number(message),
                                                Math::max);
                                        return Outcome.success();
                                    })) {
                await(() -> !dead.isEmpty() && last.size() == KEYS);
                assertThat(listener.ended()).isNotDone();
            }
            assertThat(undertaker.ended()).isNotDone();
        }
        Message<String, String> letter = dead.remove();
        assertThat(letter.key()).isEqualTo("k7");
        assertThat(letter.value()).isEqualTo("0");
        Map<String, String> headers = new HashMap<>();
        for (Header header : letter.headers()) {
            headers.put(
                    header.key(),
                    new String(requireNonNull(header.value()), StandardCharsets.UTF_8));
        }
        assertThat(headers)
                .containsEntry("dead-letter.topic", "t")
                .containsEntry("dead-letter.partition", "0")
                .containsEntry("dead-letter.offset", "7")
                .containsEntry("dead-letter.group", "g")
                .containsEntry("dead-letter.tries", "3")
                .containsEntry("dead-letter.reason", "java.lang.IllegalStateException: unlucky");
        assertThat(committed("g")).isEqualTo(100);
    }

    @Test
    void aGroupIsResetByAPlanOnceItHasNoMembers() throws Exception {
        fill("t", 2, 1_000);
        AtomicInteger handled = new AtomicInteger();
        Handler<String, String> handler =
                message -> {
                    handled.incrementAndGet();
                    return Outcome.success();
                };
        try (Listener listener = listen("g", "t", handler)) {
            await(() -> handled.get() == 1_000);
            assertThat(listener.ended()).isNotDone();
            GroupDescription group = admin.describeGroups(List.of("g")).of("g").join();
            assertThat(group.members()).hasSize(1);
            assertThat(group.members().get(0).partitions()).hasSize(2);
            assertThat(admin.listGroups(GroupFilter.states("Stable"), Options.DEFAULT).join())
                    .extracting(GroupListing::id)
                    .contains("g");
            assertThatThrownBy(
                            () ->
                                    admin.planOffsetReset(
                                                    "g",
                                                    OffsetReset.toEarliest(),
                                                    List.of(),
                                                    Options.DEFAULT)
                                            .join())
                    .hasMessageContaining("stop them first");
        }
        OffsetPlan plan =
                admin.planOffsetReset("g", OffsetReset.shift(-100), List.of(), Options.DEFAULT)
                        .join();
        assertThat(plan.partitions().values())
                .hasSize(2)
                .allSatisfy(planned -> assertThat(planned.lag()).isEqualTo(100));
        assertThat(committed("g")).as("a plan changes nothing").isEqualTo(1_000);
        admin.carryOut(plan, Options.DEFAULT).join();
        assertThat(committed("g")).isEqualTo(800);
        try (Listener listener = listen("g", "t", handler)) {
            await(() -> handled.get() == 1_200);
            assertThat(listener.ended()).isNotDone();
        }
        admin.deleteGroups(List.of("g"), Options.DEFAULT).all().join();
        assertThatThrownBy(() -> admin.describeGroups(List.of("g")).of("g").join())
                .hasMessageContaining("GROUP_ID_NOT_FOUND");
    }

    @Test
    void messagesAreSentAndReceivedWithNothingElse() throws Exception {
        Map<String, Object> config = config("g");
        ConcurrentLinkedQueue<String> received = new ConcurrentLinkedQueue<>();
        try (Messages<String, String> messages =
                Messages.open(config, Format.text(), Format.text())) {
            Listener listener =
                    messages.receive(
                            "letters",
                            message -> {
                                received.add(message.key() + "=" + message.value());
                                return Outcome.success();
                            });
            SendStatus status = messages.sendMessage("letters", "k", "v");
            assertThat(status).isEqualTo(new SendStatus.Sent("letters", 0, 0));
            assertThat(messages.sendMessage("not/allowed", "k", "v"))
                    .isInstanceOf(SendStatus.Refused.class);
            await(() -> received.contains("k=v"));
            assertThat(listener.ended()).isNotDone();
        }
    }

    /** What a killed process had not committed is handled by the next; all else is its own. */
    @Test
    void aKilledProcessLosesNothing(@TempDir Path folder) throws Exception {
        int records = 5_000;
        fill("t", 4, records);
        Path first = folder.resolve("first");
        Path second = folder.resolve("second");
        Process killed = child(first);
        try {
            await(() -> Files.exists(first) && lines(first).size() > records / 2);
            killed.destroyForcibly().waitFor();
        } finally {
            killed.destroyForcibly();
        }
        Process next = child(second);
        try {
            await(() -> committed("g") == records);
        } finally {
            next.destroyForcibly();
        }
        Set<String> handled = new HashSet<>(lines(first));
        handled.addAll(lines(second));
        assertThat(handled).hasSize(records);
        assertOrdered(lines(first));
        assertOrdered(lines(second));
    }

    private Process child(Path file) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ListenerChild.class.getName(),
                        bootstrap(),
                        "t",
                        "g",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(file.resolveSibling(file.getFileName() + ".out").toFile())
                .start();
    }

    private static List<String> lines(Path file) throws IOException {
        // The last line of a killed process may be half of one.
        String all = Files.readString(file);
        return all.substring(0, all.lastIndexOf('\n') + 1).lines().toList();
    }

    private static void assertOrdered(List<String> lines) {
        Map<String, Integer> last = new HashMap<>();
        for (String line : lines) {
            String[] words = line.split(" ");
            int number = Integer.parseInt(words[1]);
            Integer before = last.put(words[0], number);
            assertThat(before == null || before < number).as("%s after %s", line, before).isTrue();
        }
    }
}
