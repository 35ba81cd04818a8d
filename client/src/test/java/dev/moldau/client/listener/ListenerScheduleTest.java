package dev.moldau.client.listener;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.fake.VirtualTime;
import dev.moldau.common.TopicPartition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Random schedules: listeners of one group, one after the other, whose handlers are quick, slow,
 * wrong or for ever; whose partitions go, come back and are lost; whose commits and dead letters
 * fail; and who die without a word. Held: order by partition or key, nothing committed beyond what
 * is done, nothing lost, bounds kept. A run is repeated with {@code -Dmoldau.test.seed=}.
 */
class ListenerScheduleTest {

    private static final int SCHEDULES = Integer.getInteger("moldau.test.schedules", 200);
    private static final int RECORDS = 400;
    private static final int PARTITIONS = 3;

    @Test
    void orderIsKeptAndNothingIsLost() {
        Long fixed = Long.getLong("moldau.test.seed");
        long begin = fixed != null ? fixed : new Random().nextLong();
        Map<String, Integer> tally = new TreeMap<>();
        for (int i = 0; i < (fixed != null ? 1 : SCHEDULES); i++) {
            Run run = new Run(begin + i);
            try {
                run.play();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(
                        "repeat with -Dmoldau.test.seed=" + (begin + i) + ": " + e.getMessage(), e);
            }
            run.tally.forEach((what, count) -> tally.merge(what, count, Integer::sum));
        }
        if (fixed == null) {
            assertThat(tally)
                    .as("what was exercised, from seed %s on", begin)
                    .containsKeys(
                            "again",
                            "commit failed",
                            "crash",
                            "dead letter",
                            "end",
                            "handled twice",
                            "lost",
                            "orphan answered",
                            "paused",
                            "poll failed",
                            "revoked");
        }
    }

    /** A message that a handler has. */
    private record Running(TopicPartition place, long offset, String lane, int ownership) {}

    private static final class Run {
        private final Random random;
        private final VirtualTime time = new VirtualTime();
        private final FakeSource.Group group = new FakeSource.Group();
        private final ListenerSettings settings;
        private final FailurePolicy policy;
        private final Map<String, Integer> tally = new TreeMap<>();

        private final Map<TopicPartition, Set<Long>> finished = new HashMap<>();
        private final Map<String, Running> runningByLane = new HashMap<>();
        private final Map<String, Long> lastDoneByLane = new HashMap<>();
        private final Set<TopicPartition> away = new HashSet<>();
        private int ownership;
        private int incarnation;
        private boolean calm;
        private ListenerUnderTest listener;

        private Run(long seed) {
            random = new Random(seed);
            Order order = List.of(Order.values()).get(random.nextInt(3));
            settings =
                    new ListenerSettings(
                            order,
                            1 + random.nextInt(12),
                            20 + random.nextInt(100),
                            random.nextInt(4) == 0 ? 600 : 1 << 20,
                            5,
                            20 + random.nextInt(200),
                            1 + random.nextInt(50),
                            50 + random.nextInt(300));
            policy =
                    (random.nextBoolean() ? FailurePolicy.deadLetters(3, "d") : FailurePolicy.AGAIN)
                            .withBackoff(Duration.ofMillis(5), Duration.ofMillis(40));
            for (int i = 0; i < RECORDS; i++) {
                TopicPartition place = new TopicPartition("t", random.nextInt(PARTITIONS));
                int key = random.nextInt(8);
                group.append(place, key == 0 ? null : bytes("k" + key), bytes("v" + i));
                finished.computeIfAbsent(place, ignored -> new HashSet<>());
            }
            listener = begin();
        }

        private static byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        private void play() {
            time.mostEvents(2_000_000);
            long stormEndNs = time.nowNs() + (500 + random.nextInt(4_000)) * 1_000_000L;
            while (time.nowNs() < stormEndNs) {
                listener.loop.turn();
                trouble();
                check();
            }
            calm = true;
            if (!away.isEmpty()) {
                comeBack();
            }
            long limitNs = time.nowNs() + 120_000_000_000L;
            while (!isDone()) {
                assertThat(time.nowNs()).as(this::state).isLessThan(limitNs);
                listener.loop.turn();
                check();
            }
        }

        private String state() {
            return "done in time: committed "
                    + group.committed
                    + ", positions "
                    + listener.source.positions
                    + ", paused "
                    + listener.source.paused
                    + ", buffered "
                    + listener.desk.<Integer>with(Ledger::records)
                    + ", out "
                    + listener.desk.<Integer>with(ledger -> ledger.out().size())
                    + ", parked "
                    + listener.desk.<Integer>with(Ledger::parkedLanes)
                    + ", ours "
                    + listener.desk.partitions()
                    + ", settings "
                    + settings;
        }

        private boolean isDone() {
            return group.logs.entrySet().stream()
                    .allMatch(log -> group.committed(log.getKey()) == log.getValue().size());
        }

        private ListenerUnderTest begin() {
            int mine = ++incarnation;
            ownership++;
            ListenerUnderTest next =
                    new ListenerUnderTest(
                            time,
                            group,
                            settings,
                            policy,
                            (message, answer) -> handed(mine, message, answer));
            next.source.maxRecords = 1 + random.nextInt(60);
            next.deadLetters.takesMs = random.nextInt(30);
            away.clear();
            runningByLane.clear();
            lastDoneByLane.clear();
            next.source.assign(List.copyOf(group.logs.keySet()));
            return next;
        }

        private void trouble() {
            int dice = random.nextInt(200);
            if (dice == 0) {
                count("crash");
                takeDeadLetters();
                listener.source.closed = true;
                listener = begin();
            } else if (dice == 1) {
                count("end");
                listener.loop.end(200 + random.nextInt(300));
                takeDeadLetters();
                listener = begin();
            } else if (dice < 5 && away.isEmpty()) {
                leave(dice == 2);
            } else if (dice < 15 && !away.isEmpty()) {
                comeBack();
            } else if (dice < 18) {
                count("commit failed");
                listener.source.nextCommitFails = new RetriableException("not now");
            } else if (dice < 20) {
                count("poll failed");
                listener.source.nextPollFails = new RetriableException("not now");
            } else if (dice < 24) {
                listener.deadLetters.failures = 1;
            }
        }

        private void leave(boolean lost) {
            if (lost) {
                count("lost");
                away.addAll(group.logs.keySet());
                listener.source.fence();
            } else {
                count("revoked");
                List<TopicPartition> all = new ArrayList<>(group.logs.keySet());
                away.add(all.get(random.nextInt(all.size())));
                listener.source.revoke(List.copyOf(away));
            }
        }

        private void comeBack() {
            List<TopicPartition> back = List.copyOf(away);
            away.clear();
            listener.source.rebalances.add(
                    () -> {
                        // From here on it is another ownership, in which order begins anew.
                        ownership++;
                        back.forEach(
                                place -> {
                                    runningByLane.values().removeIf(r -> r.place().equals(place));
                                    lastDoneByLane
                                            .keySet()
                                            .removeIf(l -> l.startsWith(place + " "));
                                });
                    });
            listener.source.assign(back);
        }

        private void handed(int of, Message<String, String> message, Acknowledgement answer) {
            String lane =
                    message.topicPartition()
                            + " "
                            + switch (settings.order()) {
                                case PARTITION -> "";
                                case KEY ->
                                        message.key() == null
                                                ? "offset " + message.offset()
                                                : message.key();
                                case NONE -> "offset " + message.offset();
                            };
            Running now = new Running(message.topicPartition(), message.offset(), lane, ownership);
            if (of == incarnation) {
                assertThat(runningByLane.put(lane, now)).as("with %s at once", now).isNull();
                assertThat(message.offset())
                        .as("%s after %s", now, lastDoneByLane.get(lane))
                        .isGreaterThan(lastDoneByLane.getOrDefault(lane, -1L));
                if (finished(message.topicPartition()).contains(message.offset())) {
                    count("handled twice");
                }
                assertThat(runningByLane.size()).isLessThanOrEqualTo(settings.concurrency());
            }
            int dice = random.nextInt(100);
            if (!calm && dice == 0) {
                throwing(of, now, "a handler that fails");
            }
            long ms = !calm && dice < 4 ? 500 : random.nextInt(20);
            time.after(ms, () -> answered(of, message, now, answer));
        }

        private void throwing(int of, Running now, String why) {
            if (of == incarnation) {
                runningByLane.remove(now.lane(), now);
            }
            count("again");
            throw new IllegalArgumentException(why);
        }

        private void answered(
                int of, Message<String, String> message, Running now, Acknowledgement answer) {
            boolean current = of == incarnation && !message.isRevoked();
            if (!current) {
                count("orphan answered");
            }
            runningByLane.remove(now.lane(), now);
            int dice = calm ? 50 : random.nextInt(100);
            if (dice < 8) {
                count("again");
                answer.tell(
                        dice < 4 ? Outcome.again() : Outcome.again(Duration.ofMillis(dice * 5L)));
            } else if (dice < 10 && policy.deadLetterTopic() != null) {
                answer.tell(Outcome.deadLetter("bad luck"));
            } else {
                // What was done for nobody is done again, but it is done.
                finished(now.place()).add(now.offset());
                if (current) {
                    lastDoneByLane.merge(now.lane(), now.offset(), Math::max);
                }
                answer.done();
            }
        }

        private Set<Long> finished(TopicPartition place) {
            return finished.computeIfAbsent(place, ignored -> new HashSet<>());
        }

        private void takeDeadLetters() {
            for (FakeDeadLetters.Letter letter : listener.deadLetters.letters) {
                count("dead letter");
                finished(letter.message().topicPartition()).add(letter.message().offset());
            }
            listener.deadLetters.letters.clear();
        }

        private void check() {
            takeDeadLetters();
            if (listener.desk.fault() instanceof Error fault) {
                throw new AssertionError("a handler found: " + fault.getMessage(), fault);
            }
            group.logs
                    .keySet()
                    .forEach(
                            place -> {
                                for (long i = 0; i < group.committed(place); i++) {
                                    assertThat(finished(place).contains(i))
                                            .as("%s of %s, committed %s", i, place, group.committed)
                                            .isTrue();
                                }
                            });
            int buffered = listener.desk.with(Ledger::records);
            assertThat(buffered)
                    .isLessThanOrEqualTo(
                            settings.maxBufferedRecords() + listener.source.maxRecords);
            if (!listener.source.paused.isEmpty()) {
                count("paused");
            }
        }

        private void count(String what) {
            tally.merge(what, 1, Integer::sum);
        }
    }
}
