package dev.moldau.broker.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.partition.PartitionSettings;
import dev.moldau.broker.partition.PartitionsUnderTest;
import dev.moldau.broker.partition.ReplicatedPartition;
import dev.moldau.broker.throttle.ReplicationThrottle;
import dev.moldau.broker.throttle.ThrottledReplicas;
import dev.moldau.cluster.controller.IsrProposal;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.message.ListOffsetsRequest;
import dev.moldau.protocol.message.ListOffsetsResponse;
import dev.moldau.protocol.record.Records;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Fetches of followers, of consumers that read from followers, and of those who come too early. */
@Timeout(60)
class ReplicaFetchTest {

    private static final List<Integer> REPLICAS = List.of(1, 2, 3);
    private static final int EPOCH = 5;

    private final PartitionsUnderTest contexts = new PartitionsUnderTest();
    private final ReplicatedPartition broker = new ReplicatedPartition(1, 1);
    private final ReplicationThrottle throttle =
            new ReplicationThrottle(broker.timer, ReplicationThrottle.UNLIMITED);
    private final FetchHandler handler = handler(256L << 20, Runnable::run);

    private int oneFetchBrings = 1 << 20;

    private FetchHandler handler(long hotBytes, Executor diskThreads) {
        return new FetchHandler(
                new FetchSettings(55 << 20, hotBytes, 256L << 20, true),
                new FetchPorts(
                        broker.lookup,
                        new FetchSessionCache(10, 256L << 20, broker.timer, new Random(3)),
                        broker.timer,
                        diskThreads,
                        throttle));
    }

    private void lead(int... isr) {
        broker.image(1, EPOCH, 10, REPLICAS, isr);
    }

    @Test
    void aFollowerReadsToTheLogsEndAndItsOffsetMovesTheHighWatermark() {
        lead(1, 2);
        broker.produceToAll("a");
        FetchResponse.Partition found = only(follower(2, 1, 0, -1));
        assertThat(size(found)).isPositive();
        assertThat(found.highWatermark()).isZero();
        assertThat(found.logStartOffset()).isZero();
        var next = follower(2, 1, 1, 0);
        broker.lane.runAll();
        assertThat(broker.highWatermark()).isEqualTo(1);
        assertThat(next).as("the mark has moved").isDone();
        assertThat(only(next).highWatermark()).isEqualTo(1);
        assertThat(size(only(next))).isZero();
    }

    @Test
    void aFollowerThatKnowsAllWaitsAndIsWokenByAnAppend() {
        lead(1, 2);
        var fetch = follower(2, 1, 0, 0);
        broker.lane.runAll();
        assertThat(fetch).isNotDone();
        broker.produceToAll("a");
        assertThat(size(only(fetch))).isPositive();
    }

    /** Kafka's followers say nothing of the mark that they know. */
    @Test
    void aFollowerThatDoesNotTellWhatItKnowsIsNotWokenByTheHighWatermark() {
        lead(1, 2);
        broker.produceToAll("a");
        var fetch = follower(2, 1, 1, Long.MAX_VALUE);
        broker.lane.runAll();
        assertThat(broker.highWatermark()).isEqualTo(1);
        assertThat(fetch).isNotDone();
    }

    /** What the session's client was told counts as known, or every fetch would return at once. */
    @Test
    void aFollowersSessionRemembersTheHighWatermarkThatItTold() {
        lead(1, 2);
        broker.produceToAll("a");
        FetchResponse opened =
                run(17 + 1, request(2, 1, List.of(asked(1, EPOCH, -1)), 0, 0, 500)).join();
        assertThat(opened.sessionId()).isPositive();
        broker.lane.runAll();
        var news = run(18, request(2, 1, List.of(), opened.sessionId(), 1, 500));
        assertThat(only(news).highWatermark()).isEqualTo(1);
        var quiet = run(18, request(2, 1, List.of(), opened.sessionId(), 2, 500));
        broker.lane.runAll();
        assertThat(quiet).isNotDone();
        broker.timer.advance(500);
        assertThat(quiet.join().responses()).isEmpty();
    }

    /** Whoever deletes records waits for the followers' logs to begin there. */
    @Test
    void aFollowerIsWokenWhenTheLogBeginsElsewhere() {
        lead(1, 2);
        broker.produceToAll("a");
        FetchResponse opened =
                run(18, request(2, 1, List.of(asked(1, EPOCH, -1)), 0, 0, 500)).join();
        broker.lane.runAll();
        run(18, request(2, 1, List.of(), opened.sessionId(), 1, 500)).join();
        var waiting = run(18, request(2, 1, List.of(), opened.sessionId(), 2, 500));
        broker.lane.runAll();
        assertThat(waiting).isNotDone();
        var _ =
                broker.partition.ask(
                        log -> {
                            log.raiseLogStart(1);
                            return true;
                        });
        broker.lane.runAll();
        assertThat(only(waiting).logStartOffset()).isEqualTo(1);
        var told = run(18, request(2, 1, List.of(), opened.sessionId(), 3, 500));
        broker.lane.runAll();
        assertThat(told).as("it was told once").isNotDone();
    }

    /** The follower hears of the election first; its offset does not change while nothing comes. */
    @Test
    void whatAFollowerShowedTooEarlyCountsWithItsNextFetch() {
        lead(1, 2);
        broker.produceToAll("a");
        FetchResponse opened =
                run(18, request(2, 1, List.of(asked(1, EPOCH + 1, 0)), 0, 0, 0)).join();
        assertThat(opened.responses().getFirst().partitions().getFirst().errorCode())
                .isEqualTo(ErrorCode.UNKNOWN_LEADER_EPOCH.code());
        broker.image(1, EPOCH + 1, 11, REPLICAS, 1, 2);
        assertThat(broker.highWatermark()).isZero();
        run(18, request(2, 1, List.of(), opened.sessionId(), 1, 0)).join();
        broker.lane.runAll();
        assertThat(broker.highWatermark()).isEqualTo(1);
    }

    /**
     * The broker learns that it leads after it was told how far the follower is, and before it
     * reads. The answer is no error then, and the follower has nothing more to say while nothing
     * new comes.
     */
    @Test
    void whatAFollowerShowedAMomentTooEarlyCountsWithItsNextFetchToo() {
        lead(1, 2);
        broker.produceToAll("a");
        broker.produceToAll("b");
        ArrayDeque<Runnable> disk = new ArrayDeque<>();
        FetchHandler cold = handler(0, disk::add);
        var opened = run(cold, request(2, 1, List.of(asked(0, EPOCH, -1)), 0, 0, 0));
        disk.remove().run();
        int session = opened.join().sessionId();
        var shown = run(cold, request(2, 1, List.of(), session, 1, 0));
        disk.remove().run();
        assertThat(shown).isDone();
        var early = run(cold, request(2, 1, List.of(asked(1, EPOCH + 1, -1)), session, 2, 500));
        broker.image(1, EPOCH + 1, 11, REPLICAS, 1, 2);
        disk.remove().run();
        assertThat(error(early)).isEqualTo(ErrorCode.NONE);
        assertThat(broker.highWatermark()).isZero();
        var next = run(cold, request(2, 1, List.of(), session, 3, 500));
        broker.lane.runAll();
        assertThat(broker.highWatermark()).isEqualTo(1);
        assertThat(next).isNotDone();
    }

    /** Otherwise what waits to be committed would wait for as long as the follower does. */
    @Test
    void whoShowedSomethingTooEarlyIsNotKeptWaiting() {
        FetchSession session = new FetchSession(5, true, List.of());
        FetchTarget target =
                FetchSession.targetsOf(request(2, 1, List.of(asked(0, 6, 0)), 0, 0, 0)).getFirst();
        session.update(List.of(target), List.of());
        assertThat(session.progress(List.of(), 1)).as("a new registration").hasSize(1);
        assertThat(session.mustShowAgain()).isFalse();
        session.showAgain(List.of(target));
        assertThat(session.mustShowAgain()).isTrue();
        assertThat(session.progress(List.of(), 1)).containsExactly(target);
        assertThat(session.progress(List.of(), 1)).as("once").isEmpty();
        assertThat(session.mustShowAgain()).isFalse();
    }

    /**
     * A follower whose session with the store has ended is registered anew, and fetches on in the
     * same fetch session. It could not come back to those in sync if its leader went by the old
     * registration for as long as nothing else changes.
     */
    @Test
    void aFollowerThatWasRegisteredAnewShowsAllItsProgressAgain() {
        lead(1, 2);
        broker.broker(2, 7, "a");
        FetchResponse opened = run(18, request(2, 7, List.of(asked(0, EPOCH, -1)), 0, 0, 0)).join();
        run(18, request(2, 7, List.of(), opened.sessionId(), 1, 0)).join();
        broker.image(1, EPOCH, 11, REPLICAS, 1);
        broker.broker(2, 8, "a");
        run(18, request(2, 8, List.of(), opened.sessionId(), 2, 0)).join();
        broker.lane.runAll();
        IsrProposal proposal = broker.proposals.getFirst().proposal();
        assertThat(proposal.isr()).containsExactly(1, 2);
        assertThat(proposal.brokerEpochs()).containsExactly(-1L, 8L);
    }

    private void serveSlowly(long bytesPerSecond, String... replicas) {
        throttle.bytesPerSecond(bytesPerSecond);
        PartitionSettings now = broker.partition.settings();
        var configured =
                broker.partition.configure(
                        new PartitionSettings(
                                now.log(),
                                now.batches(),
                                now.minInSyncReplicas(),
                                now.recompression(),
                                now.downConverts(),
                                ThrottledReplicas.of(List.of(replicas), 1)));
        broker.lane.runAll();
        configured.join();
    }

    /** Bytes that a follower gets that fetches on and on, each time one batch at least. */
    private long fetchedWithin(int replicaId, long ms) {
        long bytes = 0;
        long offset = 0;
        long endMs = broker.timer.wallMs() + ms;
        while (broker.timer.wallMs() < endMs && offset < broker.view().logEndOffset()) {
            var fetch = follower(replicaId, 1, offset, Long.MAX_VALUE);
            broker.lane.runAll();
            if (!fetch.isDone()) {
                broker.timer.advance(500);
            }
            FetchResponse.Partition found = only(fetch);
            if (size(found) > 0) {
                bytes += size(found);
                offset += size(found) / batchBytes();
            } else {
                assertThat(error(fetch)).isEqualTo(ErrorCode.NONE);
            }
        }
        return bytes;
    }

    private int batchBytes() {
        return broker.read(0).remaining() / (int) broker.view().logEndOffset();
    }

    @Test
    void aMoveIsServedNoFasterThanTheRateAndTheReplicasInSyncAreNotSlowedDown() {
        lead(1, 2);
        for (int i = 0; i < 300; i++) {
            broker.produceToAll(String.format("%0500d", i));
        }
        long all = broker.read(0).remaining();
        assertThat(all).isGreaterThan(150_000);
        serveSlowly(10_000, "0:1");
        int limit = 5_000;
        assertThat(batchBytes()).isLessThan(limit);
        oneFetchBrings = limit;
        long moved = fetchedWithin(3, 10_000);
        assertThat(moved).isBetween(90_000L, 115_000L);
        long begunMs = broker.timer.wallMs();
        assertThat(fetchedWithin(2, 10_000)).isEqualTo(all);
        assertThat(broker.timer.wallMs()).as("no waiting at all").isEqualTo(begunMs);
    }

    @Test
    void replicasThatAreNotNamedAreNotSlowedDownEither() {
        lead(1, 2);
        broker.produceToAll("a");
        serveSlowly(0, "0:2", "1:1");
        assertThat(size(only(follower(3, 1, 0, -1)))).isPositive();
    }

    /** It waits as at the end of a log: an answer at once would be asked for again at once. */
    @Test
    void whoIsSlowedDownWaitsAndIsServedAtTheEndOfItsTimeIfItMay() {
        lead(1, 2);
        broker.produceToAll("a");
        serveSlowly(0, "*");
        var held = follower(3, 1, 0, Long.MAX_VALUE);
        broker.lane.runAll();
        assertThat(held).isNotDone();
        broker.produceToAll("b");
        assertThat(held).isNotDone();
        serveSlowly(1_000_000, "*");
        broker.timer.advance(500);
        assertThat(size(only(held))).isPositive();
    }

    @Test
    void whoDoesNotHaveThePartitionOrWasStartedAnewIsNoFollower() {
        lead(1, 2);
        broker.broker(2, 7, "a");
        assertThat(error(follower(4, 1, 0, 0))).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        assertThat(error(follower(2, 6, 0, 0))).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        assertThat(error(run(18, request(2, 7, List.of(asked(0, 4, 0)), 0, -1, 500))))
                .isEqualTo(ErrorCode.FENCED_LEADER_EPOCH);
        assertThat(error(run(18, request(2, 7, List.of(asked(0, 6, 0)), 0, -1, 500))))
                .isEqualTo(ErrorCode.UNKNOWN_LEADER_EPOCH);
    }

    @Test
    void aFollowerWhoseLastEpochEndsElsewhereIsToldWhere() {
        lead(1, 2);
        broker.produceToAll("a");
        FetchRequest.Partition asked =
                new FetchRequest.Partition(0, EPOCH, 9, EPOCH, 0, 1 << 20, Uuid.ZERO, 0);
        FetchResponse.Partition found = only(run(18, request(2, 1, List.of(asked), 0, -1, 500)));
        assertThat(found.divergingEpoch().epoch()).isEqualTo(EPOCH);
        assertThat(found.divergingEpoch().endOffset()).isEqualTo(1);
        broker.lane.runAll();
        assertThat(broker.highWatermark()).isZero();
    }

    @Test
    void consumersAreSentToAnInSyncFollowerInTheirRack() {
        lead(1, 2);
        broker.broker(1, 1, "a");
        broker.broker(2, 1, "b");
        broker.broker(3, 1, "c");
        broker.produceToAll("x");
        assertThat(preferred("b")).as("has not fetched yet").isEqualTo(-1);
        broker.fetched(2, 1);
        broker.fetched(3, 0);
        assertThat(preferred("b")).isEqualTo(2);
        assertThat(preferred("a")).isEqualTo(-1);
        assertThat(preferred("c")).as("not in sync").isEqualTo(-1);
        assertThat(preferred("")).isEqualTo(-1);
    }

    @Test
    void aFollowerServesConsumersUpToItsOwnHighWatermark() {
        ReplicatedPartition leader = new ReplicatedPartition(2, 1);
        leader.image(2, EPOCH, 10, REPLICAS, 1, 2);
        leader.produceToAll("a");
        leader.produceToAll("b");
        broker.image(2, EPOCH, 10, REPLICAS, 1, 2);
        broker.lane.execute(() -> broker.follower.replicate(EPOCH, leader.read(0), 1, 0));
        broker.lane.runAll();
        FetchResponse.Partition found = only(consumer(11, 0));
        assertThat(size(found)).isPositive();
        assertThat(found.highWatermark()).isEqualTo(1);
        assertThat(error(consumer(11, 2))).isEqualTo(ErrorCode.OFFSET_NOT_AVAILABLE);
        assertThat(error(consumer(11, 3))).isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE);
        assertThat(error(consumer(10, 0))).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        var waiting = consumer(11, 1);
        assertThat(waiting).isNotDone();
        broker.lane.execute(() -> broker.follower.replicate(EPOCH, leader.read(2), 2, 0));
        broker.lane.runAll();
        assertThat(size(only(waiting))).isPositive();
    }

    /** FIELD-REPORTS 15: until the followers have come, the mark may lie below what others read. */
    @Test
    void aNewLeaderTellsNoEndBeforeItKnowsWhatIsCommitted() {
        ReplicatedPartition former = new ReplicatedPartition(2, 1);
        former.image(2, EPOCH - 1, 9, REPLICAS, 1, 2);
        former.produceToAll("a");
        former.produceToAll("b");
        broker.image(2, EPOCH - 1, 9, REPLICAS, 1, 2);
        broker.lane.execute(() -> broker.follower.replicate(EPOCH - 1, former.read(0), 1, 0));
        broker.lane.runAll();
        lead(1, 2);
        assertThat(latest(5, -1)).isEqualTo(ErrorCode.OFFSET_NOT_AVAILABLE);
        assertThat(latest(4, -1)).isEqualTo(ErrorCode.LEADER_NOT_AVAILABLE);
        assertThat(latest(0, -1)).isEqualTo(ErrorCode.LEADER_NOT_AVAILABLE);
        assertThat(latest(5, 2)).as("a follower").isEqualTo(ErrorCode.NONE);
        assertThat(error(consumer(11, 2))).isEqualTo(ErrorCode.OFFSET_NOT_AVAILABLE);
        assertThat(size(only(consumer(11, 0)))).isPositive();
        var old = consumer(10, 2);
        assertThat(old).as("does not know that answer and waits").isNotDone();
        broker.fetched(2, 2);
        assertThat(latest(5, -1)).isEqualTo(ErrorCode.NONE);
        assertThat(consumer(11, 2)).isNotDone();
    }

    private ErrorCode latest(int version, int replicaId) {
        ListOffsetsRequest request =
                new ListOffsetsRequest(
                        replicaId,
                        (byte) 0,
                        List.of(
                                new ListOffsetsRequest.Topic(
                                        "t",
                                        List.of(new ListOffsetsRequest.Partition(0, -1, -1, 1)))),
                        0);
        ListOffsetsResponse response =
                new ListOffsetsHandler(broker.lookup, Runnable::run)
                        .handle(contexts.context(ApiKey.LIST_OFFSETS, version), request)
                        .toCompletableFuture()
                        .join();
        return ErrorCode.of(response.topics().getFirst().partitions().getFirst().errorCode());
    }

    private int preferred(String rack) {
        FetchRequest request =
                new FetchRequest(
                        null,
                        -1,
                        FetchRequest.Replica.CLIENT,
                        0,
                        1,
                        1 << 20,
                        (byte) 0,
                        0,
                        -1,
                        named(List.of(FetchHandlerTest.partitionAt(0, 0))),
                        List.of(),
                        rack);
        FetchResponse.Partition found = only(run(11, request));
        if (found.preferredReadReplica() >= 0) {
            assertThat(size(found)).isZero();
        }
        return found.preferredReadReplica();
    }

    private CompletableFuture<FetchResponse> consumer(int version, long offset) {
        return run(
                version,
                FetchHandlerTest.request(
                        named(List.of(FetchHandlerTest.partitionAt(0, offset))),
                        500,
                        1,
                        0,
                        -1,
                        List.of()));
    }

    private static List<FetchRequest.Topic> named(List<FetchRequest.Partition> partitions) {
        return List.of(new FetchRequest.Topic("t", Uuid.ZERO, partitions));
    }

    private CompletableFuture<FetchResponse> follower(
            int replicaId, long replicaEpoch, long offset, long highWatermark) {
        return run(
                18,
                request(
                        replicaId,
                        replicaEpoch,
                        List.of(asked(offset, EPOCH, highWatermark)),
                        0,
                        -1,
                        500));
    }

    /** Nothing happens to the log meanwhile, but its time comes. */
    @Test
    void aSessionWithSomethingHeldUpReadsAgainEachTime() {
        lead(1, 2);
        broker.produceToAll("a");
        serveSlowly(0, "*");
        List<FetchRequest.Partition> wish = List.of(asked(0, EPOCH, Long.MAX_VALUE));
        int session = run(18, request(3, 1, wish, 0, 0, 0)).join().sessionId();
        assertThat(session).isPositive();
        var nothing = run(18, request(3, 1, List.of(), session, 1, 500));
        broker.timer.advance(500);
        assertThat(nothing.join().responses()).isEmpty();
        serveSlowly(1_000_000, "*");
        var something = run(18, request(3, 1, List.of(), session, 2, 500));
        broker.timer.advance(500);
        assertThat(size(only(something))).isPositive();
    }

    private FetchRequest.Partition asked(long offset, int epoch, long highWatermark) {
        return new FetchRequest.Partition(
                0, epoch, offset, -1, 0, oneFetchBrings, Uuid.ZERO, highWatermark);
    }

    private static FetchRequest request(
            int replicaId,
            long replicaEpoch,
            List<FetchRequest.Partition> partitions,
            int sessionId,
            int sessionEpoch,
            int maxWaitMs) {
        List<FetchRequest.Topic> topics =
                partitions.isEmpty()
                        ? List.of()
                        : List.of(
                                new FetchRequest.Topic(
                                        "", ReplicatedPartition.TOPIC_ID, partitions));
        return new FetchRequest(
                null,
                -1,
                new FetchRequest.Replica(replicaId, replicaEpoch),
                maxWaitMs,
                1,
                1 << 20,
                (byte) 0,
                sessionId,
                sessionEpoch,
                topics,
                List.of(),
                "");
    }

    private CompletableFuture<FetchResponse> run(FetchHandler by, FetchRequest request) {
        return by.handle(contexts.context(ApiKey.FETCH, 18), request).toCompletableFuture();
    }

    private CompletableFuture<FetchResponse> run(int version, FetchRequest request) {
        return handler.handle(contexts.context(ApiKey.FETCH, version), request)
                .toCompletableFuture();
    }

    private static FetchResponse.Partition only(CompletableFuture<FetchResponse> fetch) {
        assertThat(fetch).isDone();
        return fetch.join().responses().getFirst().partitions().getFirst();
    }

    private static ErrorCode error(CompletableFuture<FetchResponse> fetch) {
        return ErrorCode.of(only(fetch).errorCode());
    }

    private static int size(FetchResponse.Partition found) {
        Records records = found.records();
        return records == null ? 0 : records.sizeBytes();
    }
}
