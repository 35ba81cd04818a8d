package dev.moldau.broker.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.partition.LocalTopic;
import dev.moldau.broker.partition.PartitionsUnderTest;
import dev.moldau.broker.throttle.ReplicationThrottle;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fetches of a session one after the other while nothing happens, and then something does. */
class QuietSessionTest {

    private static final int PARTITIONS = 5;
    private static final int WAIT_MS = 500;

    private final PartitionsUnderTest broker = new PartitionsUnderTest();
    private final FetchSessionCache sessions =
            new FetchSessionCache(10, 256L << 20, broker.timer, new Random(3));
    private final FetchHandler handler =
            new FetchHandler(
                    FetchSettings.DEFAULTS,
                    new FetchPorts(
                            broker.lookup,
                            sessions,
                            broker.timer,
                            Runnable::run,
                            new ReplicationThrottle(broker.timer, ReplicationThrottle.UNLIMITED)));
    private final LocalTopic topic = broker.topic("quiet", PARTITIONS);
    private int sessionId;
    private int epoch;

    @BeforeEach
    void openTheSessionAndLetOneFetchPass() {
        FetchResponse opened =
                run(
                                List.of(
                                        new FetchRequest.Topic(
                                                "quiet",
                                                Uuid.ZERO,
                                                IntStream.range(0, PARTITIONS)
                                                        .mapToObj(
                                                                i ->
                                                                        FetchHandlerTest
                                                                                .partitionAt(i, 0))
                                                        .toList())),
                                0,
                                1)
                        .join();
        sessionId = opened.sessionId();
        passesQuietly();
    }

    @Test
    void fetchesComeAndGoWithNothing() {
        passesQuietly();
        passesQuietly();
        assertThat(broker.timer.size()).isZero();
    }

    @Test
    void whatComesWhileAFetchThatWentOnWaitsWakesIt() {
        passesQuietly();
        CompletableFuture<FetchResponse> waiting = next(1);
        append(3);
        assertThat(indexes(waiting)).containsExactly(3);
        assertThat(broker.timer.size()).isZero();
    }

    @Test
    void whatComesBetweenTwoFetchesIsAnsweredAtOnce() {
        append(2);
        append(4);
        assertThat(indexes(next(1))).containsExactly(2, 4);
    }

    @Test
    void lessThanTheMinimumIsAnsweredWhenTheTimeIsUp() {
        passesQuietly(1_000_000);
        CompletableFuture<FetchResponse> waiting = next(1_000_000);
        append(1);
        assertThat(waiting).isNotDone();
        broker.timer.advance(WAIT_MS);
        assertThat(indexes(waiting)).containsExactly(1);
    }

    @Test
    void anotherMinimumCountsFromTheBeginning() {
        passesQuietly(1_000_000);
        CompletableFuture<FetchResponse> waiting = next(1);
        append(0);
        assertThat(indexes(waiting)).containsExactly(0);
    }

    @Test
    void aFetchThatNamesAPartitionLooksAtItsNewOffset() {
        append(0);
        assertThat(indexes(next(1))).containsExactly(0);
        CompletableFuture<FetchResponse> moved =
                run(
                        List.of(
                                new FetchRequest.Topic(
                                        "quiet",
                                        Uuid.ZERO,
                                        List.of(FetchHandlerTest.partitionAt(0, 1)))),
                        WAIT_MS,
                        1);
        assertThat(moved).isNotDone();
        append(0);
        assertThat(indexes(moved)).containsExactly(0);
    }

    @Test
    void aSessionThatIsClosedLeavesNothingBehind() {
        sessions.close(sessionId);
        append(0);
        FetchResponse refused = next(1).join();
        assertThat(refused.errorCode()).isNotZero();
        assertThat(broker.timer.size()).isZero();
    }

    /** A follower that wants more than it has asked for does so. */
    @Test
    void aFetchThatWaitsIsAnsweredWhenItsEpochIsRepeatedAndTheSessionGoesOn() {
        CompletableFuture<FetchResponse> waiting = next(1);
        epoch--;
        CompletableFuture<FetchResponse> repeated = run(List.of(), 0, 1);
        assertThat(waiting).isDone();
        assertThat(waiting.join().errorCode()).isZero();
        assertThat(indexes(waiting)).isEmpty();
        assertThat(ErrorCode.of(repeated.join().errorCode()))
                .isEqualTo(ErrorCode.INVALID_FETCH_SESSION_EPOCH);
        assertThat(broker.timer.size()).isZero();
        CompletableFuture<FetchResponse> after = next(1);
        assertThat(after).isNotDone();
        append(2);
        assertThat(indexes(after)).containsExactly(2);
    }

    @Test
    void aFetchThatWentOnFromAQuietOneIsHurriedAsWell() {
        passesQuietly();
        CompletableFuture<FetchResponse> waiting = next(1);
        epoch--;
        run(List.of(), 0, 1).join();
        assertThat(indexes(waiting)).isEmpty();
        passesQuietly();
    }

    private void passesQuietly() {
        passesQuietly(1);
    }

    private void passesQuietly(int minBytes) {
        CompletableFuture<FetchResponse> fetch = next(minBytes);
        assertThat(fetch).isNotDone();
        broker.timer.advance(WAIT_MS);
        assertThat(fetch).isDone();
        assertThat(fetch.join().responses()).isEmpty();
    }

    private CompletableFuture<FetchResponse> next(int minBytes) {
        return run(List.of(), WAIT_MS, minBytes);
    }

    private CompletableFuture<FetchResponse> run(
            List<FetchRequest.Topic> named, int maxWaitMs, int minBytes) {
        FetchRequest request =
                FetchHandlerTest.request(named, maxWaitMs, minBytes, sessionId, epoch++, List.of());
        return handler.handle(broker.context(ApiKey.FETCH, 11), request).toCompletableFuture();
    }

    private void append(int index) {
        broker.append(Objects.requireNonNull(topic.partition(index)), "a");
    }

    private static List<Integer> indexes(CompletableFuture<FetchResponse> fetch) {
        assertThat(fetch).isDone();
        return fetch.join().responses().stream()
                .flatMap(topic -> topic.partitions().stream())
                .map(FetchResponse.Partition::partitionIndex)
                .toList();
    }
}
