package dev.moldau.client.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The threads that handlers run on. */
@Timeout(30)
class ThreadsTest {

    private static final int TASKS = 50;

    @Test
    void asManyThreadsAsThereAreTasks() throws Exception {
        ThreadWorkers workers = ThreadWorkers.onPlatformThreads("test-");
        Set<String> names = together(workers);
        assertThat(names).hasSize(TASKS).allMatch(name -> name.startsWith("test-"));
        workers.execute(() -> names.add("begun after the end"));
        assertThat(names).hasSize(TASKS);
    }

    @Test
    void virtualWhereTheJvmHasThem() throws Exception {
        ThreadWorkers workers = ThreadWorkers.named("test-");
        CountDownLatch ran = new CountDownLatch(1);
        boolean[] virtual = new boolean[1];
        workers.execute(
                () -> {
                    virtual[0] = isVirtual(Thread.currentThread());
                    ran.countDown();
                });
        assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(virtual[0]).isEqualTo(Runtime.version().feature() >= 21);
        assertThat(together(workers)).hasSize(TASKS);
    }

    private static Set<String> together(ThreadWorkers workers) throws InterruptedException {
        Set<String> names = ConcurrentHashMap.newKeySet();
        CountDownLatch all = new CountDownLatch(TASKS);
        CountDownLatch ended = new CountDownLatch(TASKS);
        for (int i = 0; i < TASKS; i++) {
            workers.execute(
                    () -> {
                        names.add(Thread.currentThread().getName());
                        all.countDown();
                        try {
                            if (all.await(20, TimeUnit.SECONDS)) {
                                ended.countDown();
                            }
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    });
        }
        assertThat(ended.await(20, TimeUnit.SECONDS)).as("all at once").isTrue();
        workers.close();
        return names;
    }

    private static boolean isVirtual(Thread thread) {
        try {
            return (boolean) Thread.class.getMethod("isVirtual").invoke(thread);
        } catch (ReflectiveOperationException older) {
            return false;
        }
    }
}
