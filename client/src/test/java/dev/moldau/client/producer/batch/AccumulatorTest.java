package dev.moldau.client.producer.batch;

import static dev.moldau.client.producer.batch.Queued.bytes;
import static dev.moldau.client.producer.batch.Queued.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.moldau.client.errors.BufferFullException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.protocol.record.RecordHeader;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.junit.jupiter.api.Test;

class AccumulatorTest {

    private final Queued q = new Queued(settings(200, 2_000));

    @Test
    void recordsOfAPartitionShareABatchThatKafkaReads() {
        q.send("t", 1, "a");
        q.send("t", 1, "b");
        q.send("t", 0, "c");
        ProducerBatch batch = q.take("t", 1);
        batch.assign(77, (short) 3, 40);
        RecordBatch read = MemoryRecords.readableRecords(batch.bytes()).batches().iterator().next();
        read.ensureValid();
        assertThat(read.producerId()).isEqualTo(77);
        assertThat(read.producerEpoch()).isEqualTo((short) 3);
        assertThat(read.baseSequence()).isEqualTo(40);
        assertThat(Queued.valuesReadByKafka(batch.bytes())).containsExactly("a", "b");
        assertThat(batch.recordCount()).isEqualTo(2);
        assertThat(q.take("t", 0).recordCount()).isEqualTo(1);
    }

    @Test
    void keysValuesHeadersAndTimesArriveAsTheyWere() {
        List<RecordHeader> headers =
                List.of(
                        new RecordHeader("one", ByteBuffer.wrap(bytes("1"))),
                        new RecordHeader("none", null));
        q.send("t", 0, bytes("k"), bytes("v"), headers, "full");
        q.clock.nowMs.addAndGet(10);
        q.send("t", 0, null, null, List.of(), "empty");
        ProducerBatch batch = q.take("t", 0);
        List<Record> records = new ArrayList<>();
        MemoryRecords.readableRecords(batch.bytes()).records().forEach(records::add);
        assertThat(records.get(0).headers()).hasSize(2);
        assertThat(records.get(0).headers()[0].value()).isEqualTo(bytes("1"));
        assertThat(records.get(0).headers()[1].value()).isNull();
        assertThat(records.get(0).key()).isEqualTo(ByteBuffer.wrap(bytes("k")));
        assertThat(records.get(1).hasKey()).isFalse();
        assertThat(records.get(1).hasValue()).isFalse();
        assertThat(records.get(1).timestamp() - records.get(0).timestamp()).isEqualTo(10);
        assertThat(records.get(0).timestamp()).isEqualTo(1_700_000_001_000L);
    }

    @Test
    void anOpenBatchLingersAndAFullOneDoesNot() {
        PartitionQueue queue = q.queue("t", 0);
        assertThat(queue.sendableAtMs()).isEqualTo(Long.MAX_VALUE);
        q.send("t", 0, "a");
        assertThat(queue.sendableAtMs()).isEqualTo(1_005);
        q.clock.nowMs.addAndGet(2);
        q.send("t", 0, "b".repeat(90));
        assertThat(queue.sendableAtMs()).isEqualTo(1_005);
        q.send("t", 0, "c".repeat(90));
        assertThat(queue.sendableAtMs()).isEqualTo(1_000);
        assertThat(q.take("t", 0).recordCount()).isEqualTo(2);
        assertThat(queue.sendableAtMs()).isEqualTo(1_007);
        assertThat(queue.oldestMs()).isEqualTo(1_002);
    }

    @Test
    void theLoopIsWokenOnceForAnyNumberOfNews() {
        for (int i = 0; i < 5; i++) {
            q.send("t", i, "a");
            q.send("t", i, "b");
        }
        assertThat(q.news).hasValue(1);
        for (int i = 0; i < 5; i++) {
            assertThat(q.accumulator.nextTouched()).isSameAs(q.queue("t", i));
        }
        assertThat(q.accumulator.nextTouched()).isNull();
        q.send("t", 0, "c");
        assertThat(q.news).hasValue(1);
        q.send("t", 0, "c".repeat(150));
        assertThat(q.news).hasValue(2);
        assertThat(q.accumulator.nextTouched()).isSameAs(q.queue("t", 0));
    }

    @Test
    void completionsAreToldInOrderAndOnce() {
        q.send("t", 0, "a");
        q.send("t", 0, "b");
        ProducerBatch batch = q.take("t", 0);
        batch.succeed(5, -1);
        assertThat(q.told)
                .containsExactly("a at t-0@5 time 1700000001000", "b at t-0@6 time 1700000001000");
        assertThatThrownBy(() -> batch.succeed(5, -1)).isInstanceOf(IllegalStateException.class);
        assertThat(q.accumulator.isIdle()).isTrue();
    }

    @Test
    void anUnknownOffsetAndTheBrokersTimeReachTheCallers() {
        q.send("t", 0, "a");
        q.send("t", 0, "b");
        q.take("t", 0).succeed(-1, 9);
        assertThat(q.told).containsExactly("a at t-0@-1 time 9", "b at t-0@-1 time 9");
    }

    @Test
    void eachRecordOfABatchFailsWithItsOwnError() {
        q.send("t", 0, "a");
        q.send("t", 0, "b");
        q.take("t", 0).fail(i -> new RefusedException("reason " + i));
        assertThat(q.told).containsExactly("a failed: reason 0", "b failed: reason 1");
    }

    /** FIELD-REPORTS 1: a buffer returns to the pool only after the network has let go of it. */
    @Test
    void memoryComesBackWhenTheBatchIsDoneAndTheNetworkHasLetGo() {
        long total = q.accumulator.totalBytes();
        q.send("t", 0, "a");
        ProducerBatch batch = q.take("t", 0);
        batch.hold();
        batch.hold();
        batch.release();
        batch.fail(i -> new RetriableException("expired"));
        assertThat(q.accumulator.availableBytes()).isEqualTo(total - 200);
        assertThat(Queued.valuesReadByKafka(batch.bytes())).containsExactly("a");
        batch.release();
        assertThat(q.accumulator.availableBytes()).isEqualTo(total);
        assertThatThrownBy(batch::bytes).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(batch::hold).isInstanceOf(IllegalStateException.class);

        q.send("t", 0, "b");
        ProducerBatch answeredFirst = q.take("t", 0);
        answeredFirst.hold();
        answeredFirst.release();
        assertThat(q.accumulator.availableBytes()).isEqualTo(total - 200);
        answeredFirst.succeed(0, -1);
        assertThat(q.accumulator.availableBytes()).isEqualTo(total);
    }

    @Test
    void nothingIsStampedWhileARequestRefersToTheBytes() {
        q.send("t", 0, "a");
        ProducerBatch batch = q.take("t", 0);
        batch.hold();
        assertThatThrownBy(() -> batch.assign(1, (short) 0, 0))
                .isInstanceOf(IllegalStateException.class);
        batch.release();
        batch.assign(1, (short) 0, 0);
        batch.assign(1, (short) 1, 5);
        RecordBatch read = MemoryRecords.readableRecords(batch.bytes()).batches().iterator().next();
        read.ensureValid();
        assertThat(read.baseSequence()).isEqualTo(5);
    }

    @Test
    void oldBatchesAreTakenInOrderAndYoungOnesStay() {
        q.send("t", 0, "0" + "x".repeat(110));
        q.clock.nowMs.addAndGet(10);
        q.send("t", 0, "1" + "x".repeat(110));
        q.clock.nowMs.addAndGet(10);
        q.send("t", 0, "2" + "x".repeat(110));
        PartitionQueue queue = q.queue("t", 0);
        assertThat(queue.takeOlderThan(1_000)).isEmpty();
        assertThat(queue.takeOlderThan(1_011)).hasSize(2);
        assertThat(queue.takeOlderThan(Long.MAX_VALUE)).hasSize(1);
        assertThat(queue.takeOlderThan(Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void aRecordTooLargeForABatchGetsOneOfItsOwn() {
        q.send("t", 0, "a");
        q.send("t", 0, "L".repeat(900));
        q.send("t", 0, "b");
        assertThat(q.take("t", 0).recordCount()).isEqualTo(1);
        ProducerBatch large = q.take("t", 0);
        assertThat(Queued.valuesReadByKafka(large.bytes()).get(0)).startsWith("L");
        large.succeed(0, -1);
        assertThat(q.accumulator.availableBytes()).isEqualTo(2_000 - 400);
    }

    @Test
    void aRecordTooLargeForTheBufferOrARequestIsRefusedWithSizesAndSetting() {
        assertThatThrownBy(() -> q.send("t", 0, "L".repeat(1_990)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("buffer.memory=2000")
                .hasMessageContaining("2083 bytes");
        assertThatThrownBy(() -> q.send("t", 0, "L".repeat(2_000_000)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("max.request.size=1048576");
    }

    @Test
    void withoutMemoryTrySendSaysSoAndEverythingBecomesSendable() {
        int sent = 0;
        while (q.send("t", sent, "a")) {
            sent++;
        }
        assertThat(sent).isEqualTo(10);
        while (q.accumulator.nextTouched() != null) {}
        assertThat(q.queue("t", 3).sendableAtMs()).isEqualTo(1_000);
        q.take("t", 0).succeed(0, -1);
        assertThat(q.queue("t", 3).sendableAtMs()).isEqualTo(1_005);
        assertThat(q.send("t", 11, "a")).isTrue();
    }

    /** FIELD-REPORTS 3: the buffer is full, and the error says why. */
    @Test
    void aFullBufferIsATypedErrorThatNamesEverything() {
        for (int i = 0; i < 10; i++) {
            q.send("t", i, "a");
        }
        q.clock.nowMs.addAndGet(250);
        q.queue("t", 4).problem(new RetriableException("broker 3 is away"));
        assertThatThrownBy(
                        () ->
                                q.accumulator.append(
                                        q.accumulator.topic("t"),
                                        4,
                                        0,
                                        null,
                                        new byte[150],
                                        List.of(),
                                        new Queued.Told(0, "x", q.told),
                                        1))
                .isInstanceOfSatisfying(
                        BufferFullException.class,
                        e -> {
                            assertThat(e.partition().toString()).isEqualTo("t-4");
                            assertThat(e.oldestAgeMs()).isEqualTo(250);
                        })
                .hasMessageContaining("t-4 within 1 ms")
                .hasMessageContaining("max.block.ms")
                .hasMessageContaining("buffer.memory=2000 bytes")
                .hasMessageContaining("250 ms")
                .hasMessageContaining("broker 3 is away");
    }

    @Test
    void aFlushEndsWhenWhatWasSentBeforeIsAnsweredAndNotLater() {
        q.send("t", 0, "a");
        q.send("t", 1, "b");
        ProducerBatch underWay = q.take("t", 0);
        var flushed = q.accumulator.flush();
        assertThat(q.queue("t", 1).sendableAtMs()).isEqualTo(1_000);
        q.send("t", 2, "later");
        underWay.succeed(0, -1);
        assertThat(flushed).isNotDone();
        q.take("t", 1).fail(i -> new RetriableException("no"));
        assertThat(flushed).isCompleted();
        assertThat(q.accumulator.isIdle()).isFalse();
        assertThat(q.queue("t", 2).sendableAtMs()).isEqualTo(1_005);
    }

    @Test
    void aFlushOfNothingEndsAtOnce() {
        assertThat(q.accumulator.flush()).isCompleted();
    }

    @Test
    void aFlushWaitsForThePartsOfASplitBatch() {
        q.send("t", 0, "a");
        q.send("t", 0, "b");
        ProducerBatch whole = q.take("t", 0);
        var flushed = q.accumulator.flush();
        List<ProducerBatch> parts = whole.split(62);
        assertThat(parts).hasSize(2);
        parts.get(0).succeed(0, -1);
        assertThat(flushed).isNotDone();
        parts.get(1).succeed(1, -1);
        assertThat(flushed).isCompleted();
        assertThat(q.accumulator.isIdle()).isTrue();
        assertThat(q.accumulator.availableBytes()).isEqualTo(2_000);
    }

    @Test
    void afterCloseRecordsAreRefusedAndWhatIsThereIsSendable() {
        q.send("t", 0, "a");
        q.accumulator.close(new FatalException("closed by the test"));
        assertThatThrownBy(() -> q.send("t", 0, "b"))
                .isInstanceOf(FatalException.class)
                .hasMessage("closed by the test");
        assertThat(q.queue("t", 0).sendableAtMs()).isEqualTo(1_000);
        q.take("t", 0).succeed(0, -1);
        assertThat(q.accumulator.availableBytes()).isEqualTo(2_000);
    }

    @Test
    void theTopicIsReportedAsUsedAtEachBatch() {
        q.send("t", 0, "a");
        q.send("t", 0, "b");
        q.send("u", 0, "c");
        assertThat(q.used).containsExactly("t", "u");
    }

    @Test
    void anIdleQueueKeepsNoBuffer() {
        Queued q = new Queued(Queued.settings(1_000, 10_000_000));
        List<WeakReference<ByteBuffer>> buffers = new ArrayList<>();
        for (int partition = 0; partition < 10; partition++) {
            // Larger than a batch: its buffer is on the heap, where the collector is to take it.
            q.send("t", partition, "x".repeat(500_000));
            ProducerBatch batch = q.take("t", partition);
            buffers.add(new WeakReference<>(batch.buffer()));
            batch.succeed(0, -1);
        }
        await().atMost(Duration.ofSeconds(20))
                .until(
                        () -> {
                            System.gc();
                            return buffers.stream().allMatch(buffer -> buffer.get() == null);
                        });
        assertThat(q.accumulator.isIdle()).isTrue();
    }
}
