package dev.moldau.client.producer.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BufferPoolTest {

    private final AtomicInteger shortages = new AtomicInteger();
    private final BufferPool pool = new BufferPool(1_000, 100, shortages::incrementAndGet);

    private ByteBuffer taken(int bytes) {
        return Objects.requireNonNull(pool.tryTake(bytes), "no memory");
    }

    private CompletableFuture<@Nullable ByteBuffer> takeInBackground(int bytes, long maxWaitMs) {
        int before = pool.waiting();
        CompletableFuture<@Nullable ByteBuffer> taken = new CompletableFuture<>();
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                taken.complete(pool.take(bytes, maxWaitMs));
                            } catch (InterruptedException e) {
                                taken.completeExceptionally(e);
                            }
                        });
        thread.setDaemon(true);
        thread.start();
        await().until(() -> taken.isDone() || pool.waiting() == before + 1);
        return taken;
    }

    @Test
    void buffersOfTheUsualSizesAreDirectAndUsedAgain() {
        ByteBuffer first = taken(100);
        assertThat(first.isDirect()).isTrue();
        first.putLong(7);
        pool.giveBack(first);
        assertThat(taken(100)).isSameAs(first);
        assertThat(first.position()).isZero();
        assertThat(first.limit()).isEqualTo(100);
        assertThat(taken(400).isDirect()).isTrue();
        assertThat(pool.availableBytes()).isEqualTo(500);
    }

    @Test
    void oddSizesAreOnTheHeapAndCount() {
        ByteBuffer odd = taken(333);
        assertThat(odd.isDirect()).isFalse();
        assertThat(pool.availableBytes()).isEqualTo(667);
        pool.giveBack(odd);
        assertThat(pool.availableBytes()).isEqualTo(1_000);
    }

    @Test
    void freeBuffersMakeRoomForOtherSizes() {
        List<ByteBuffer> small = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            small.add(taken(100));
        }
        small.forEach(pool::giveBack);
        assertThat(taken(950).capacity()).isEqualTo(950);
        assertThat(pool.availableBytes()).isEqualTo(50);
        assertThat(pool.tryTake(100)).isNull();
    }

    @Test
    void runningShortIsToldOncePerShortage() {
        ByteBuffer all = taken(1_000);
        assertThat(pool.isShort()).isFalse();
        assertThat(pool.tryTake(1)).isNull();
        assertThat(pool.tryTake(1)).isNull();
        assertThat(shortages).hasValue(1);
        assertThat(pool.isShort()).isTrue();
        pool.giveBack(all);
        assertThat(pool.isShort()).isFalse();
        taken(1_000);
        assertThat(pool.tryTake(1)).isNull();
        assertThat(shortages).hasValue(2);
    }

    @Test
    void aWaitEndsWithItsTime() throws InterruptedException {
        taken(1_000);
        assertThat(pool.take(1, 5)).isNull();
        assertThat(pool.take(1, 0)).isNull();
        assertThat(pool.waiting()).isZero();
    }

    @Test
    void callersAreServedInTheOrderOfTheirComing() throws Exception {
        ByteBuffer half = taken(500);
        ByteBuffer other = taken(400);
        CompletableFuture<@Nullable ByteBuffer> large = takeInBackground(600, 50_000);
        CompletableFuture<@Nullable ByteBuffer> small = takeInBackground(100, 50_000);
        assertThat(pool.tryTake(100)).as("nobody overtakes").isNull();
        pool.giveBack(other);
        assertThat(small).isNotDone();
        assertThat(large).isNotDone();
        pool.giveBack(half);
        assertThat(large.get(10, TimeUnit.SECONDS)).isNotNull();
        assertThat(small.get(10, TimeUnit.SECONDS)).isNotNull();
        assertThat(pool.availableBytes()).isEqualTo(300);
    }

    @Test
    void whoGivesUpLetsTheNextOneIn() throws Exception {
        ByteBuffer most = taken(900);
        CompletableFuture<@Nullable ByteBuffer> large = takeInBackground(500, 200);
        CompletableFuture<@Nullable ByteBuffer> small = takeInBackground(100, 50_000);
        assertThat(large.get(10, TimeUnit.SECONDS)).isNull();
        assertThat(small.get(10, TimeUnit.SECONDS)).isNotNull();
        assertThat(most.capacity()).isEqualTo(900);
    }

    @Test
    void closingWakesAllWhoWait() throws Exception {
        ByteBuffer all = taken(1_000);
        CompletableFuture<@Nullable ByteBuffer> one = takeInBackground(500, 50_000);
        CompletableFuture<@Nullable ByteBuffer> two = takeInBackground(100, 50_000);
        pool.close();
        assertThat(one.get(10, TimeUnit.SECONDS)).isNull();
        assertThat(two.get(10, TimeUnit.SECONDS)).isNull();
        assertThat(pool.tryTake(1)).isNull();
        pool.giveBack(all);
        assertThat(pool.availableBytes()).isEqualTo(1_000);
    }

    @Test
    void anOverdraftIsFilledFirst() {
        ByteBuffer all = taken(1_000);
        ByteBuffer over = pool.takeOverdrawing(100);
        assertThat(pool.availableBytes()).isEqualTo(-100);
        pool.giveBack(all);
        assertThat(pool.availableBytes()).isEqualTo(900);
        pool.giveBack(over);
        assertThat(pool.availableBytes()).isEqualTo(1_000);
    }

    @Test
    void manyThreadsNeverHoldMoreThanThereIsAndAllComesBack() throws Exception {
        long seed = Long.getLong("moldau.test.seed", System.nanoTime());
        System.out.println("BufferPoolTest seed " + seed);
        AtomicLong held = new AtomicLong();
        ConcurrentLinkedQueue<String> problems = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            Random random = new Random(seed + t);
            Thread thread = new Thread(() -> churn(random, held, problems));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join(50_000);
            assertThat(thread.isAlive()).isFalse();
        }
        assertThat(problems).isEmpty();
        assertThat(pool.availableBytes()).isEqualTo(1_000);
        assertThat(pool.waiting()).isZero();
    }

    private void churn(Random random, AtomicLong held, ConcurrentLinkedQueue<String> problems) {
        int[] sizes = {100, 100, 100, 200, 400, 800, 37, 250, 999};
        for (int i = 0; i < 3_000; i++) {
            int size = sizes[random.nextInt(sizes.length)];
            try {
                ByteBuffer buffer = pool.take(size, random.nextInt(4) == 0 ? 0 : 20_000);
                if (buffer == null) {
                    continue;
                }
                if (held.addAndGet(size) > 1_000) {
                    problems.add("held " + held.get());
                }
                if (buffer.capacity() != size || buffer.position() != 0) {
                    problems.add("buffer " + buffer);
                }
                held.addAndGet(-size);
                pool.giveBack(buffer);
            } catch (InterruptedException e) {
                problems.add("interrupted");
            }
        }
    }
}
