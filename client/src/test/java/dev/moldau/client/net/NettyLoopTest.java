package dev.moldau.client.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.common.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(30)
@ParameterizedClass
@MethodSource("dev.moldau.client.net.Transport#available")
class NettyLoopTest {

    private final NettyLoop loop;

    NettyLoopTest(Transport transport) {
        loop = new NettyLoop("c-1", transport);
    }

    @AfterEach
    void close() {
        loop.close();
    }

    @Test
    void commandsRunOnADaemonThatBearsTheClientsName() {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        CompletableFuture<Boolean> current = new CompletableFuture<>();
        loop.execute(
                () -> {
                    thread.complete(Thread.currentThread());
                    current.complete(loop.isCurrent());
                });
        assertThat(Client.await(thread).getName()).isEqualTo("moldau-client-c-1");
        assertThat(Client.await(thread).isDaemon()).isTrue();
        assertThat(Client.await(current)).isTrue();
        assertThat(loop.isCurrent()).isFalse();
    }

    @Test
    void commandsOfEachThreadRunInItsOrder() throws Exception {
        List<List<Integer>> seen = new ArrayList<>();
        int count = 20_000;
        CompletableFuture<Boolean> all = new CompletableFuture<>();
        AtomicInteger left = new AtomicInteger(3 * count);
        for (int t = 0; t < 3; t++) {
            List<Integer> mine = new ArrayList<>();
            seen.add(mine);
            Thread thread =
                    new Thread(
                            () -> {
                                for (int i = 0; i < count; i++) {
                                    int number = i;
                                    loop.execute(
                                            () -> {
                                                mine.add(number);
                                                if (left.decrementAndGet() == 0) {
                                                    all.complete(true);
                                                }
                                            });
                                }
                            });
            thread.start();
        }
        Client.await(all);
        for (List<Integer> mine : seen) {
            assertThat(mine).hasSize(count).isSorted();
        }
    }

    @Test
    void commandNeverRunsInTheCallingFrame() {
        List<String> log = new CopyOnWriteArrayList<>();
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        loop.execute(
                () -> {
                    loop.execute(() -> log.add("inner"));
                    Timer.Timeout ignored = loop.schedule(0, () -> done.complete(true));
                    log.add("outer");
                });
        Client.await(done);
        loop.execute(() -> log.add("last"));
        assertThat(log).startsWith("outer", "inner");
    }

    @Test
    void timerRunsNotBeforeItsTimeAndCanBeTakenBack() {
        long begin = System.nanoTime();
        CompletableFuture<Long> ran = new CompletableFuture<>();
        CompletableFuture<Long> never = new CompletableFuture<>();
        CompletableFuture<List<Boolean>> taken = new CompletableFuture<>();
        Timer.Timeout kept = loop.schedule(60, () -> ran.complete(System.nanoTime() - begin));
        // On the loop, where it cannot run before it is taken back.
        loop.execute(
                () -> {
                    Timer.Timeout back = loop.schedule(1, () -> never.complete(0L));
                    taken.complete(List.of(back.cancel(), back.cancel()));
                });
        assertThat(Client.await(taken)).containsExactly(true, false);
        assertThat(Client.await(ran)).isGreaterThanOrEqualTo(60_000_000L);
        assertThat(never).isNotDone();
        assertThat(kept.cancel()).isFalse();
    }

    @Test
    void throwableOfACommandEndsTheLoopAndIsToldOnce() {
        List<Throwable> told = new CopyOnWriteArrayList<>();
        CompletableFuture<Boolean> second = new CompletableFuture<>();
        Error bug = new AssertionError("a bug");
        loop.onFault(
                fault -> {
                    told.add(fault);
                    throw new IllegalStateException("a bug in the handler");
                });
        loop.onFault(fault -> second.complete(true));
        CompletableFuture<Boolean> behind = new CompletableFuture<>();
        loop.execute(
                () -> {
                    loop.execute(() -> behind.complete(true));
                    throw bug;
                });
        Client.await(second);
        assertThat(told).containsExactly(bug);
        assertThat(bug.getSuppressed()).hasSize(1);
        assertThatThrownBy(() -> loop.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("moldau-client-c-1")
                .hasCause(bug);
        assertThatThrownBy(() -> loop.schedule(1, () -> {}))
                .isInstanceOf(RejectedExecutionException.class);
        assertThat(behind).isNotDone();
    }

    @Test
    void throwableOfATimerEndsTheLoopToo() {
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        loop.onFault(told::complete);
        IllegalStateException bug = new IllegalStateException("a bug");
        Timer.Timeout ignored =
                loop.schedule(
                        1,
                        () -> {
                            throw bug;
                        });
        assertThat(Client.await(told)).isSameAs(bug);
    }

    @Test
    void closeRunsWhatWasGivenAndRefusesWhatComes() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < 10_000; i++) {
            loop.execute(ran::incrementAndGet);
        }
        loop.close();
        assertThatThrownBy(() -> loop.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("closed");
        assertThat(loop.awaitEnd(10_000)).isTrue();
        assertThat(ran).hasValue(10_000);
    }
}
