package dev.moldau.broker.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ThreadLaneTest {

    @Test
    void everySendersCommandsRunInItsOrderAndNoneIsLost() throws Exception {
        int senders = 4;
        int each = 50_000;
        List<List<Integer>> seen = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(senders);
        try (ThreadLane lane = lane()) {
            for (int s = 0; s < senders; s++) {
                List<Integer> mine = new ArrayList<>();
                seen.add(mine);
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    for (int i = 0; i < each; i++) {
                                        int value = i;
                                        lane.execute(() -> mine.add(value));
                                    }
                                    lane.execute(done::countDown);
                                });
            }
            assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
        }
        for (List<Integer> mine : seen) {
            assertThat(mine).hasSize(each).isSorted();
        }
    }

    /** Ping-pong: each command meets a lane that sleeps or is about to. */
    @Test
    void aSleepingLaneIsAlwaysWoken() throws Exception {
        try (ThreadLane lane = lane()) {
            for (int i = 0; i < 20_000; i++) {
                CompletableFuture<Void> ran = new CompletableFuture<>();
                lane.execute(() -> ran.complete(null));
                ran.get(10, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void whatIsPutOffRunsAfterTheCommandsThatWereQueued() throws Exception {
        List<String> order = new ArrayList<>();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch queued = new CountDownLatch(1);
        try (ThreadLane lane = lane()) {
            lane.execute(
                    () -> {
                        running.countDown();
                        awaitQuietly(queued);
                    });
            // Or the lane may take it together with the next one, without the one after that.
            assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
            lane.execute(
                    () -> {
                        order.add("first");
                        lane.atEndOfDrain(() -> order.add("write"));
                    });
            lane.execute(() -> order.add("second"));
            queued.countDown();
        }
        assertThat(order).containsExactly("first", "second", "write");
    }

    @Test
    void closingRunsWhatIsQueuedAndRefusesTheRest() {
        List<Integer> ran = new ArrayList<>();
        ThreadLane lane = lane();
        for (int i = 0; i < 1_000; i++) {
            int value = i;
            lane.execute(() -> ran.add(value));
        }
        lane.close();
        lane.close();
        assertThat(ran).hasSize(1_000);
        assertThatThrownBy(() -> lane.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void aBugThatReachesTheLaneStopsItAndIsTold() throws Exception {
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        ThreadLane lane = new ThreadLane("lane-bug", (stopped, bug) -> told.complete(bug));
        lane.execute(
                () -> {
                    throw new IllegalStateException("on purpose");
                });
        assertThat(told.get(10, TimeUnit.SECONDS)).hasMessage("on purpose");
        lane.close();
        assertThatThrownBy(() -> lane.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class);
    }

    private static ThreadLane lane() {
        return new ThreadLane(
                "lane-test",
                (lane, bug) -> {
                    throw new AssertionError(bug);
                });
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            if (!latch.await(10, TimeUnit.SECONDS)) {
                throw new AssertionError("not queued in time");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
