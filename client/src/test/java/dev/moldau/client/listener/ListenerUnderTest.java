package dev.moldau.client.listener;

import dev.moldau.client.Backoff;
import dev.moldau.client.Header;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.fake.VirtualTime;
import dev.moldau.client.serialization.StringDeserializer;
import dev.moldau.common.TopicPartition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A listener without threads: its turns are taken by the test, and its handlers begin and end at
 * moments of virtual time.
 */
final class ListenerUnderTest {

    static final TopicPartition P0 = new TopicPartition("t", 0);
    static final TopicPartition P1 = new TopicPartition("t", 1);

    /** A value that the deserializer refuses. */
    static final String UNDECODABLE = "undecodable";

    final VirtualTime time;
    final FakeSource source;
    final FakeDeadLetters deadLetters;
    final ListenerCounters counters = new ListenerCounters();
    final Desk<String, String> desk;
    final PollLoop<String, String> loop;

    /** What a handler gets and can answer whenever it likes. */
    record Job(Message<String, String> message, Acknowledgement answer, long atMs) {}

    final List<Job> jobs = new ArrayList<>();

    ListenerUnderTest(ListenerSettings settings, FailurePolicy policy) {
        this(new VirtualTime(), new FakeSource.Group(), settings, policy, null);
    }

    /**
     * A listener.
     *
     * @param handler null to put what is handed out into {@link #jobs}
     */
    ListenerUnderTest(
            VirtualTime time,
            FakeSource.Group group,
            ListenerSettings settings,
            FailurePolicy policy,
            @Nullable ManualHandler<String, String> handler) {
        this(
                time,
                group,
                settings,
                policy,
                1,
                (judgement, jobs) ->
                        new ManualProcessing<>(
                                handler != null
                                        ? handler
                                        : (message, answer) ->
                                                jobs.add(
                                                        new Job(
                                                                message,
                                                                answer,
                                                                time.clock().monotonicMs())),
                                judgement));
    }

    /** Makes the processing that a test wants. */
    interface ProcessingMaker {
        Processing<String, String> make(Judgement judgement, List<Job> jobs);
    }

    ListenerUnderTest(
            VirtualTime time,
            FakeSource.Group group,
            ListenerSettings settings,
            FailurePolicy policy,
            int maxBatch,
            ProcessingMaker processing) {
        this.time = time;
        this.source = new FakeSource(time, group);
        this.deadLetters = new FakeDeadLetters(time);
        HandlerFaults faults = new HandlerFaults(time.clock());
        Judgement judgement = new Judgement(policy, faults);
        Backoff backoff =
                new Backoff(policy.firstBackoffMs(), policy.maxBackoffMs(), new Random(1));
        this.desk =
                new Desk<>(
                        new Ledger<>(settings, policy, backoff, maxBatch),
                        time.clock(),
                        (changed, maxMs) -> moveOn(maxMs),
                        new Workers() {
                            @Override
                            public void execute(Runnable task) {
                                time.after(0, task);
                            }

                            @Override
                            public void close() {}
                        },
                        processing.make(judgement, jobs),
                        judgement,
                        deadLetters,
                        faults,
                        counters,
                        source::wakeup);
        this.loop =
                new PollLoop<>(
                        source,
                        desk,
                        new Intake<>(new StringDeserializer(), ListenerUnderTest::decoded),
                        settings,
                        time.clock(),
                        counters);
        loop.start();
    }

    private static @Nullable String decoded(
            String topic, List<Header> headers, byte @Nullable [] value) {
        String text = new StringDeserializer().deserialize(topic, headers, value);
        if (UNDECODABLE.equals(text)) {
            throw new RefusedException("not what a serializer writes");
        }
        return text;
    }

    /** The next event, or the whole time if there is none in it. */
    private void moveOn(long maxMs) {
        long before = time.eventCount();
        time.runUntil(() -> time.eventCount() > before, maxMs);
    }

    void append(TopicPartition place, @Nullable String key, String value) {
        source.group.append(
                place,
                key == null ? null : key.getBytes(StandardCharsets.UTF_8),
                value.getBytes(StandardCharsets.UTF_8));
    }

    void assign(TopicPartition... partitions) {
        source.assign(List.of(partitions));
    }

    /** Takes turns for so long. */
    void run(long ms) {
        long endNs = time.nowNs() + ms * 1_000_000;
        while (time.nowNs() < endNs) {
            loop.turn();
        }
    }

    /** Takes turns until it holds; fails after a virtual minute. */
    void runUntil(BooleanSupplier done) {
        long endNs = time.nowNs() + 60_000_000_000L;
        while (!done.getAsBoolean()) {
            if (time.nowNs() > endNs) {
                throw new AssertionError("did not come to pass within a minute of virtual time");
            }
            loop.turn();
        }
    }

    /** The job of the message with this value, which was handed out and not answered yet. */
    Job job(String value) {
        for (int i = jobs.size() - 1; i >= 0; i--) {
            if (value.equals(jobs.get(i).message().value())) {
                return jobs.get(i);
            }
        }
        throw new AssertionError(value + " is not among " + values());
    }

    /** The values of what was handed out, in that order. */
    List<String> values() {
        return jobs.stream().map(job -> String.valueOf(job.message().value())).toList();
    }

    long committed(TopicPartition place) {
        return source.group.committed(place);
    }
}
