package dev.moldau.broker.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.lane.ManualLane;
import dev.moldau.broker.lane.ManualTimer;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.message.GroupMetadataKey;
import dev.moldau.protocol.message.GroupMetadataKeyCodec;
import dev.moldau.protocol.message.GroupMetadataValue;
import dev.moldau.protocol.message.GroupMetadataValueCodec;
import dev.moldau.protocol.message.OffsetCommitKey;
import dev.moldau.protocol.message.OffsetCommitKeyCodec;
import dev.moldau.protocol.message.OffsetCommitValue;
import dev.moldau.protocol.message.OffsetCommitValueCodec;
import dev.moldau.protocol.record.BatchSettings;
import dev.moldau.protocol.record.BatchWriter;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.wire.WireWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoadTest {

    private final Codecs codecs = new Codecs();
    private final FakeShardLog log = new FakeShardLog();

    private record Pair(ByteBuffer key, @Nullable ByteBuffer value) {}

    private void append(BatchSettings settings, Pair... pairs) {
        ByteBuffer target = ByteBuffer.allocate(64 * 1_024);
        BatchWriter writer = new BatchWriter(codecs).begin(target, settings);
        for (Pair pair : pairs) {
            writer.append(1_000, pair.key(), pair.value(), List.of());
        }
        writer.finish();
        log.commit(target.flip());
    }

    private DurableGroups load() {
        ShardLoader loader = new ShardLoader("test", 0, log.endOffset(), codecs);
        GroupsUnderTest.applyAll(loader, new MemoryRecords(log.bytes()));
        assertThat(loader.isDone()).isTrue();
        return loader.durable();
    }

    private static Pair offset(int keyVersion, int valueVersion, OffsetCommitValue value) {
        WireWriter key = new WireWriter();
        key.writeInt16((short) keyVersion);
        OffsetCommitKeyCodec.INSTANCE.write(
                new OffsetCommitKey("g", "t", valueVersion), key, (short) keyVersion);
        WireWriter out = new WireWriter();
        out.writeInt16((short) valueVersion);
        OffsetCommitValueCodec.INSTANCE.write(value, out, (short) valueVersion);
        return new Pair(key.toBuffer(), out.toBuffer());
    }

    private static Pair generation(int valueVersion) {
        WireWriter key = new WireWriter();
        key.writeInt16((short) 2);
        GroupMetadataKeyCodec.INSTANCE.write(
                new GroupMetadataKey("g" + valueVersion), key, (short) 2);
        WireWriter out = new WireWriter();
        out.writeInt16((short) valueVersion);
        GroupMetadataValueCodec.INSTANCE.write(
                new GroupMetadataValue(
                        "consumer",
                        7,
                        "range",
                        "m1",
                        55,
                        List.of(
                                new GroupMetadataValue.Member(
                                        "m1",
                                        valueVersion >= 3 ? "i1" : null,
                                        "client",
                                        "/h",
                                        valueVersion >= 1 ? 30_000 : -1,
                                        10_000,
                                        GroupsUnderTest.bytes("wish"),
                                        GroupsUnderTest.bytes("gift")))),
                out,
                (short) valueVersion);
        return new Pair(key.toBuffer(), out.toBuffer());
    }

    @Test
    void offsetsOfEveryVersionAreRead() {
        Uuid topicId = new Uuid(1, 2);
        for (int version = 0; version <= 4; version++) {
            OffsetCommitValue value =
                    new OffsetCommitValue(
                            version,
                            version >= 3 ? 5 : -1,
                            "note",
                            99,
                            version == 1 ? 777 : -1,
                            version == 4 ? topicId : Uuid.ZERO);
            append(BatchSettings.PLAIN, offset(version % 2, version, value));
        }
        StoredGroup group = Objects.requireNonNull(load().get("g"));
        for (int version = 0; version <= 4; version++) {
            assertThat(group.offsets().get("t", version))
                    .isEqualTo(
                            new CommittedOffset(
                                    version,
                                    version >= 3 ? 5 : -1,
                                    "note",
                                    99,
                                    version == 1 ? 777 : -1,
                                    version == 4 ? topicId : Uuid.ZERO));
        }
    }

    @Test
    void generationsOfEveryVersionAreRead() {
        for (int version = 0; version <= 4; version++) {
            append(BatchSettings.PLAIN, generation(version));
        }
        DurableGroups durable = load();
        for (int version = 0; version <= 4; version++) {
            StoredGroup group = Objects.requireNonNull(durable.get("g" + version));
            StoredGeneration generation = Objects.requireNonNull(group.generation());
            assertThat(generation.generation()).isEqualTo(7);
            assertThat(generation.stateTimestampMs()).isEqualTo(version >= 2 ? 55 : -1);
            StoredGeneration.Member member = generation.members().getFirst();
            assertThat(member.instanceId()).isEqualTo(version >= 3 ? "i1" : null);
            assertThat(member.rebalanceTimeoutMs()).isEqualTo(version >= 1 ? 30_000 : 10_000);
            assertThat(member.subscription()).isEqualTo(GroupsUnderTest.bytes("wish"));
            assertThat(member.assignment()).isEqualTo(GroupsUnderTest.bytes("gift"));
        }
    }

    @Test
    void keysAndValuesAreTheBytesThatKafkaWrites() {
        GroupRecord stored =
                new GroupRecord.OffsetStored(
                        "g",
                        "t",
                        3,
                        new CommittedOffset(9, 4, "m", 0x10, CommittedOffset.NO_EXPIRY, Uuid.ZERO));
        assertThat(hex(GroupRecordFormat.key(stored)))
                .isEqualTo("0001" + "000167" + "000174" + "00000003");
        assertThat(hex(Objects.requireNonNull(GroupRecordFormat.value(stored))))
                .isEqualTo(
                        "0003" + "0000000000000009" + "00000004" + "00016d" + "0000000000000010");
        GroupRecord removed = new GroupRecord.GroupRemoved("g");
        assertThat(hex(GroupRecordFormat.key(removed))).isEqualTo("0002" + "000167");
        assertThat(GroupRecordFormat.value(removed)).isNull();
    }

    private static String hex(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return HexFormat.of().formatHex(copy);
    }

    @Test
    void aTombstoneTakesAwayWhatItsKeyNames() {
        append(BatchSettings.PLAIN, generation(3));
        Pair stored = offset(1, 3, new OffsetCommitValue(1, 1, "", 1, -1, Uuid.ZERO));
        append(BatchSettings.PLAIN, stored);
        assertThat(load().all()).hasSize(2);
        append(BatchSettings.PLAIN, new Pair(stored.key(), null));
        append(BatchSettings.PLAIN, new Pair(generation(3).key(), null));
        assertThat(load().all()).isEmpty();
    }

    @Test
    void compressedBatchesAndRecordsOfOtherKindsAreNoTrouble() {
        ByteBuffer newGroupKey = ByteBuffer.allocate(5).putShort((short) 3).putShort((short) 1);
        newGroupKey.put((byte) 'g').flip();
        append(
                BatchSettings.PLAIN.withCompression(Compression.LZ4),
                new Pair(newGroupKey, GroupsUnderTest.bytes("\0\0anything")),
                offset(1, 3, new OffsetCommitValue(8, 1, "", 1, -1, Uuid.ZERO)));
        StoredGroup group = Objects.requireNonNull(load().get("g"));
        assertThat(group.offsets().get("t", 3)).isNotNull();
    }

    @Test
    void aRecordThatIsNoRecordIsSkippedAndCounted() {
        append(
                BatchSettings.PLAIN,
                new Pair(GroupsUnderTest.bytes("\0\1\0\uffff"), null),
                new Pair(
                        offset(1, 3, new OffsetCommitValue(8, 1, "", 1, -1, Uuid.ZERO)).key(),
                        GroupsUnderTest.bytes("\0\77")),
                offset(1, 4, new OffsetCommitValue(8, 1, "", 1, -1, Uuid.ZERO)));
        ShardLoader loader = new ShardLoader("test", 0, log.endOffset(), codecs);
        GroupsUnderTest.applyAll(loader, new MemoryRecords(log.bytes()));
        assertThat(loader.skipped()).isEqualTo(2);
        assertThat(loader.durable().all()).hasSize(1);
    }

    @Test
    void offsetsOfATransactionCountOnceItCommits() {
        BatchSettings open = BatchSettings.PLAIN.withProducer(9, (short) 0, 0).inTransaction();
        append(open, offset(1, 3, new OffsetCommitValue(8, 1, "", 1, -1, Uuid.ZERO)));
        StoredGroup group = Objects.requireNonNull(load().get("g"));
        assertThat(group.offsets().isEmpty()).isTrue();
        assertThat(group.isUnstable("t", 3)).isTrue();
        append(open.asControl(), marker(1));
        StoredGroup committed = Objects.requireNonNull(load().get("g"));
        assertThat(committed.offsets().get("t", 3)).isNotNull();
        assertThat(committed.isUnstable("t", 3)).isFalse();
    }

    @Test
    void offsetsOfATransactionThatAbortsNeverCount() {
        BatchSettings open = BatchSettings.PLAIN.withProducer(9, (short) 0, 0).inTransaction();
        append(open, offset(1, 3, new OffsetCommitValue(8, 1, "", 1, -1, Uuid.ZERO)));
        append(open.asControl(), marker(0));
        assertThat(load().all()).isEmpty();
    }

    private static Pair marker(int type) {
        ByteBuffer key = ByteBuffer.allocate(4).putShort((short) 0).putShort((short) type).flip();
        return new Pair(key, ByteBuffer.allocate(6).putShort((short) 0).putInt(0).flip());
    }

    /** Members of other groups would lose their sessions, unheard. */
    @Test
    void aLongLoadLetsOthersOfItsLaneHaveTheirTurn() {
        int batches = 30;
        Pair commit = offset(1, 3, new OffsetCommitValue(7, -1, "", 1, -1, Uuid.ZERO));
        for (int i = 0; i < batches; i++) {
            append(BatchSettings.PLAIN, Collections.nCopies(100, commit).toArray(Pair[]::new));
        }
        ManualLane lane = new ManualLane();
        GroupCoordinator coordinator =
                GroupsUnderTest.coordinator(lane, new ManualTimer(), new FakeTopics());
        coordinator.onElected(0, 1, log);
        var serving = coordinator.whenServing(0).toCompletableFuture();
        AtomicInteger turns = new AtomicInteger();
        Runnable other =
                new Runnable() {
                    @Override
                    public void run() {
                        if (!serving.isDone() && turns.incrementAndGet() < 1_000) {
                            lane.execute(this);
                        }
                    }
                };
        lane.execute(other);
        lane.runAll();
        assertThat(serving).isDone();
        assertThat(turns).hasValueGreaterThanOrEqualTo(batches * 100 / ShardLoader.TURN_RECORDS);
    }

    @Test
    void aMillionCommitsLoadInLessThanThreeSeconds() {
        GroupBatches batches = new GroupBatches(codecs);
        int perBatch = 500;
        for (int batch = 0; batch < 1_000_000 / perBatch; batch++) {
            List<GroupRecord> records = new ArrayList<>(perBatch);
            for (int i = 0; i < perBatch; i++) {
                records.add(
                        new GroupRecord.OffsetStored(
                                "group-" + batch % 1_000,
                                "topic-" + i % 10,
                                i,
                                new CommittedOffset(
                                        batch,
                                        1,
                                        "",
                                        batch,
                                        CommittedOffset.NO_EXPIRY,
                                        Uuid.ZERO)));
            }
            batches.of(records, 1, log.maxBatchBytes())
                    .forEach(part -> log.commit(part.bytes().bytes()));
        }
        MemoryRecords all = new MemoryRecords(log.bytes());
        // Processor time: what else the machine does is no fault of the loader.
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long beganNs = threads.getCurrentThreadCpuTime();
        ShardLoader loader = new ShardLoader("test", 0, log.endOffset(), codecs);
        GroupsUnderTest.applyAll(loader, all);
        long tookMs = (threads.getCurrentThreadCpuTime() - beganNs) / 1_000_000;
        assertThat(loader.applied()).isEqualTo(1_000_000);
        assertThat(loader.durable().all()).hasSize(1_000);
        assertThat(tookMs).as("milliseconds").isLessThan(3_000);
    }
}
