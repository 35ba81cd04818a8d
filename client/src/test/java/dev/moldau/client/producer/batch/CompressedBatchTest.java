package dev.moldau.client.producer.batch;

import static dev.moldau.client.producer.batch.Queued.compressed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.errors.RefusedException;
import dev.moldau.protocol.compress.Compression;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompressedBatchTest {

    private static final int BATCH_BYTES = 1_000;

    private static String compressible(int i) {
        return "record number " + i + " " + "all of them say the same ".repeat(4);
    }

    private static String incompressible(Random random) {
        byte[] bytes = new byte[100];
        random.nextBytes(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static List<ProducerBatch> takeAll(PartitionQueue queue) {
        List<ProducerBatch> all = new ArrayList<>();
        for (ProducerBatch batch = queue.take(); batch != null; batch = queue.take()) {
            all.add(batch);
        }
        return all;
    }

    private static List<String> values(List<ProducerBatch> batches) {
        List<String> values = new ArrayList<>();
        batches.forEach(batch -> values.addAll(Queued.valuesReadByKafka(batch.bytes())));
        return values;
    }

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "SNAPPY", "LZ4", "ZSTD"})
    void theLimitHoldsForCompressedBatchesAndEveryRecordIsInOne(Compression compression) {
        Queued q = new Queued(compressed(BATCH_BYTES, 1_000_000, compression));
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            sent.add(compressible(i));
            assertThat(q.send("t", 0, compressible(i))).isTrue();
        }
        List<ProducerBatch> batches = takeAll(q.queue("t", 0));
        assertThat(values(batches)).isEqualTo(sent);
        assertThat(batches.get(0).recordCount()).as("nothing learned yet").isLessThan(10);
        assertThat(batches.get(batches.size() - 2).recordCount())
                .as("learned that they compress")
                .isGreaterThan(25);
        assertThat(batches).allMatch(batch -> batch.sizeBytes() <= BATCH_BYTES * 5 / 4);
        batches.forEach(batch -> batch.succeed(0, -1));
        assertThat(q.accumulator.availableBytes()).isEqualTo(1_000_000);
        assertThat(q.accumulator.isIdle()).isTrue();
    }

    @Test
    void compressedBatchesSitInBuffersOfTheUsualSize() {
        Queued q = new Queued(compressed(BATCH_BYTES, 1_000_000, Compression.LZ4));
        for (int i = 0; i < 2_000; i++) {
            q.send("t", 0, compressible(i));
        }
        long waiting = 0;
        for (ProducerBatch batch : takeAll(q.queue("t", 0))) {
            waiting += batch.buffer().capacity();
            assertThat(batch.buffer().capacity()).isEqualTo(BATCH_BYTES);
        }
        assertThat(q.accumulator.availableBytes()).isEqualTo(1_000_000 - waiting);
    }

    @Test
    void whatDoesNotCompressStaysPlain() {
        Queued q = new Queued(compressed(BATCH_BYTES, 1_000_000, Compression.LZ4));
        Random random = new Random(1);
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            String value = incompressible(random);
            sent.add(value);
            q.send("t", 0, value);
        }
        List<ProducerBatch> batches = takeAll(q.queue("t", 0));
        assertThat(values(batches)).isEqualTo(sent);
        assertThat(batches).allMatch(batch -> batch.sizeBytes() <= BATCH_BYTES);
    }

    @Test
    void theRatioForgetsGoodNewsAtBadNews() {
        CompressionRatio ratio = new CompressionRatio();
        assertThat(ratio.plainBytes(1_000)).isEqualTo(1_000);
        for (int i = 0; i < 50; i++) {
            int before = ratio.plainBytes(1_000);
            ratio.learn(1_000, 100);
            assertThat(ratio.plainBytes(1_000)).isLessThanOrEqualTo(before * 10 / 8);
        }
        assertThat(ratio.plainBytes(1_000)).isEqualTo(8_000);
        ratio.learn(1_000, 900);
        assertThat(ratio.plainBytes(1_000)).isLessThan(1_112);
    }

    @ParameterizedTest
    @EnumSource
    void aSplitKeepsRecordsOrderAndWaitersAndItsLimit(Compression compression) {
        Queued q = new Queued(compressed(20_000, 1_000_000, compression));
        Random random = new Random(2);
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            String value = i % 3 == 0 ? incompressible(random) : compressible(i);
            sent.add(value);
            q.clock.nowMs.addAndGet(random.nextInt(3) - 1);
            q.send("t", 0, value);
        }
        ProducerBatch whole = q.take("t", 0);
        int records = whole.recordCount();
        whole.hold();
        for (int maxBytes : new int[] {whole.sizeBytes() / 2 + 61, 700, 1}) {
            List<ProducerBatch> parts =
                    maxBytes == 1 || whole.isDone() ? List.of() : whole.split(maxBytes);
            if (parts.isEmpty()) {
                continue;
            }
            assertThat(values(parts)).isEqualTo(sent.subList(0, records));
            assertThat(parts)
                    .allMatch(part -> part.sizeBytes() <= maxBytes || part.recordCount() == 1);
            List<ProducerBatch> smaller = new ArrayList<>();
            for (ProducerBatch part : parts) {
                smaller.addAll(part.split(part.sizeBytes() / 2));
            }
            assertThat(values(smaller)).isEqualTo(sent.subList(0, records));
            long offset = 0;
            for (ProducerBatch next : smaller) {
                next.succeed(offset, -1);
                offset += next.recordCount();
            }
        }
        assertThat(q.told).hasSize(records);
        for (int i = 0; i < records; i++) {
            assertThat(q.told.get(i)).startsWith(sent.get(i) + " at t-0@" + i + " ");
        }
        whole.release();
        q.queue("t", 0).takeOlderThan(Long.MAX_VALUE).forEach(b -> b.succeed(0, -1));
        assertThat(q.accumulator.isIdle()).isTrue();
        assertThat(q.accumulator.availableBytes()).isEqualTo(1_000_000);
    }

    @Test
    void aBatchIsFailedWithoutBeingCompressed() {
        Queued q = new Queued(compressed(BATCH_BYTES, 1_000_000, Compression.ZSTD));
        q.send("t", 0, compressible(1));
        q.queue("t", 0)
                .takeOlderThan(Long.MAX_VALUE)
                .forEach(batch -> batch.fail(i -> new RefusedException("no")));
        assertThat(q.told).hasSize(1);
        assertThat(q.accumulator.availableBytes()).isEqualTo(1_000_000);
    }

    @Test
    void withLittleMemoryThereIsNoExtraRoomAndNothingIsLost() {
        Queued q = new Queued(compressed(BATCH_BYTES, 6_000, Compression.LZ4));
        List<String> sent = new ArrayList<>();
        List<String> arrived = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            String value = compressible(i);
            while (!q.send("t", i % 3, value)) {
                for (int p = 0; p < 3; p++) {
                    for (ProducerBatch batch : takeAll(q.queue("t", p))) {
                        arrived.addAll(Queued.valuesReadByKafka(batch.bytes()));
                        batch.succeed(0, -1);
                    }
                }
            }
            sent.add(value);
        }
        for (int p = 0; p < 3; p++) {
            arrived.addAll(values(takeAll(q.queue("t", p))));
        }
        assertThat(arrived).containsExactlyInAnyOrderElementsOf(sent);
    }
}
