package dev.moldau.cluster.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every implementation of the store must do. */
public abstract class ClusterStoreContract {

    protected static final StoreKey A = new StoreKey("things", "a");
    protected static final StoreKey B = new StoreKey("things", "b");

    private static final List<String> NAMES =
            List.of(
                    "a/b",
                    "a%2Fb",
                    "ä €",
                    ".",
                    "..",
                    " ",
                    "x".repeat(300),
                    "default",
                    "\u007f\u0001\n",
                    "\ud83d\ude00",
                    "\ue000\ufff0\uffff",
                    "\u2028",
                    "zookeeper",
                    "€".repeat(300));

    protected ClusterStore store;

    /** A session with the store; a later one sees what an earlier one made. */
    protected abstract ClusterStore open();

    @BeforeEach
    void begin() {
        store = open();
    }

    @AfterEach
    void end() {
        store.close();
    }

    protected static StoreWrite create(StoreKey key, String value) {
        return new StoreWrite.Create(key, value.getBytes(UTF_8));
    }

    protected static StoreWrite replace(StoreKey key, String value, int version) {
        return new StoreWrite.Replace(key, value.getBytes(UTF_8), version);
    }

    protected static StoreWrite delete(StoreKey key) {
        return new StoreWrite.Delete(key, StoreWrite.ANY_VERSION);
    }

    protected String value(StoreKey key) {
        return store.read(key)
                .map(r -> new String(r.value(), UTF_8) + "@" + r.version())
                .orElse("none");
    }

    @Test
    void aRecordBeginsWithVersionZeroAndGainsOneWithEachReplacement() {
        store.commit(List.of(create(A, "1")));
        assertThat(value(A)).isEqualTo("1@0");
        store.commit(List.of(replace(A, "2", 0)));
        store.commit(List.of(replace(A, "3", StoreWrite.ANY_VERSION)));
        assertThat(value(A)).isEqualTo("3@2");
        store.commit(List.of(delete(A)));
        assertThat(value(A)).isEqualTo("none");
        store.commit(List.of(create(A, "again")));
        assertThat(value(A)).isEqualTo("again@0");
    }

    @Test
    void aConditionThatDoesNotHoldChangesNothing() {
        store.commit(List.of(create(A, "1")));
        List<StoreWrite> broken =
                List.of(
                        create(A, "x"),
                        replace(A, "x", 7),
                        replace(B, "x", StoreWrite.ANY_VERSION),
                        new StoreWrite.Delete(A, 7),
                        delete(B),
                        new StoreWrite.Check(A, 7),
                        new StoreWrite.Check(B, StoreWrite.ANY_VERSION),
                        new StoreWrite.CreateEphemeral(A, new byte[0]));
        for (StoreWrite write : broken) {
            StoreKey other = new StoreKey("things", "other");
            assertThatExceptionOfType(StoreConflictException.class)
                    .isThrownBy(() -> store.commit(List.of(create(other, "x"), write)))
                    .satisfies(e -> assertThat(e.write()).isSameAs(write));
            assertThat(value(other)).isEqualTo("none");
            assertThat(value(A)).isEqualTo("1@0");
        }
    }

    @Test
    void aLaterStepSeesWhatAnEarlierOneDid() {
        store.commit(
                List.of(
                        create(A, "1"),
                        replace(A, "2", 0),
                        new StoreWrite.Check(A, 1),
                        create(B, "x"),
                        delete(B)));
        assertThat(value(A)).isEqualTo("2@1");
        assertThat(value(B)).isEqualTo("none");
        store.commit(List.of(delete(A), create(A, "new")));
        assertThat(value(A)).isEqualTo("new@0");
    }

    @Test
    void aCollectionListsItsOwnRecordsByName() {
        store.commit(
                List.of(
                        create(B, "2"),
                        create(A, "1"),
                        create(new StoreKey("things-more", "c"), "3"),
                        create(new StoreKey("thing", "d"), "4")));
        assertThat(store.list("things")).extracting(StoreRecord::key).containsExactly(A, B);
        assertThat(store.list("nothing")).isEmpty();
    }

    @Test
    void namesMayHoldAnythingButZero() {
        for (String name : NAMES) {
            StoreKey key = new StoreKey("things", name);
            store.commit(List.of(create(key, name)));
            assertThat(value(key)).isEqualTo(name + "@0");
        }
        assertThat(store.list("things"))
                .extracting(record -> record.key().name())
                .containsExactlyElementsOf(NAMES.stream().sorted().toList());
        assertThatIllegalArgumentException().isThrownBy(() -> new StoreKey("things", "a\0"));
        assertThatIllegalArgumentException().isThrownBy(() -> new StoreKey("things", ""));
        assertThatIllegalArgumentException().isThrownBy(() -> new StoreKey("th/ings", "a"));
    }

    @Test
    void largeValuesAndTransactionsGoThrough() {
        byte[] large = new byte[1_000_000];
        large[999_999] = 42;
        store.commit(List.of(new StoreWrite.Create(A, large)));
        assertThat(store.read(A).orElseThrow().value()).isEqualTo(large);
        List<StoreWrite> many = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            many.add(create(new StoreKey("many", "n" + i), "v" + i));
        }
        store.commit(many);
        assertThat(store.list("many")).hasSize(10_000);
    }

    @Test
    void ephemeralRecordsEndWithTheirSessionAndOthersStay() {
        store.commit(
                List.of(
                        create(A, "stays"),
                        new StoreWrite.CreateEphemeral(B, "goes".getBytes(UTF_8))));
        assertThat(value(B)).isEqualTo("goes@0");
        assertThat(store.list("things")).hasSize(2);
        store.commit(List.of(replace(B, "goes too", 0)));
        assertThat(value(B)).isEqualTo("goes too@1");
        store.close();
        store = open();
        assertThat(value(A)).isEqualTo("stays@0");
        assertThat(value(B)).isEqualTo("none");
        store.commit(List.of(create(B, "for good")));
        store.close();
        store = open();
        assertThat(value(B)).isEqualTo("for good@0");
    }

    @Test
    void aChangeIsSignalledToThoseWhoWatchTheCollection() {
        AtomicInteger things = new AtomicInteger();
        AtomicInteger others = new AtomicInteger();
        store.onChange("things", things::incrementAndGet);
        store.onChange("others", others::incrementAndGet);
        untilTold();
        others.set(0);
        things.set(0);
        store.commit(List.of(create(A, "1"), create(B, "1")));
        store.commit(
                List.of(new StoreWrite.CreateEphemeral(new StoreKey("things", "e"), new byte[0])));
        untilTold();
        assertThat(things.get()).isPositive();
        int before = things.get();
        store.commit(List.of(new StoreWrite.Check(A, 0)));
        untilTold();
        assertThat(things.get()).isEqualTo(before);
        assertThat(others.get()).isZero();
    }

    /** Waits until everything that was committed before has been told. */
    private void untilTold() {
        CountDownLatch told = new CountDownLatch(1);
        StoreKey last = new StoreKey("last", "one");
        List<StoreWrite> writes = new ArrayList<>();
        store.read(last).ifPresent(_ -> writes.add(delete(last)));
        writes.add(create(last, "told"));
        store.onChange("last", told::countDown);
        store.commit(writes);
        try {
            assertThat(told.await(20, TimeUnit.SECONDS)).as("the change is told").isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    @Test
    void manyStepsOnLongNamesAreDoneOrRefusedByTheirSizeAsOne() {
        List<StoreWrite> many = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            many.add(create(new StoreKey("many", "n".repeat(290) + i), "v"));
        }
        try {
            store.commit(many);
            assertThat(store.list("many")).hasSize(10_000);
        } catch (StoreLimitException e) {
            assertThat(e.bytes()).isGreaterThan(e.maxBytes());
            assertThat(store.list("many")).isEmpty();
        }
        List<StoreWrite> fewer = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            fewer.add(create(new StoreKey("fewer", "n".repeat(290) + i), "v"));
        }
        store.commit(fewer);
        assertThat(store.list("fewer")).hasSize(1_000);
    }

    @Test
    void anEmptyTransactionAndAnEmptyValueAreNothingSpecial() {
        store.commit(List.of());
        store.commit(List.of(create(A, "")));
        assertThat(value(A)).isEqualTo("@0");
    }

    @Test
    void writersThatCompareAndSetLoseNoUpdate() throws Exception {
        store.commit(List.of(create(A, "0")));
        List<Callable<Void>> writers = Collections.nCopies(4, this::raiseTwentyFiveTimes);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (Future<Void> writer : threads.invokeAll(writers, 60, TimeUnit.SECONDS)) {
                writer.get();
            }
        }
        assertThat(value(A)).isEqualTo("100@100");
    }

    private Void raiseTwentyFiveTimes() {
        for (int raised = 0; raised < 25; ) {
            StoreRecord read = store.read(A).orElseThrow();
            int next = Integer.parseInt(new String(read.value(), UTF_8)) + 1;
            try {
                store.commit(List.of(replace(A, Integer.toString(next), read.version())));
                raised++;
            } catch (StoreConflictException e) {
                assertThat(e.write().key()).isEqualTo(A);
            }
        }
        return null;
    }

    @Test
    void readersOwnTheirBytes() {
        store.commit(List.of(create(A, "1")));
        store.read(A).orElseThrow().value()[0] = 'x';
        assertThat(value(A)).isEqualTo("1@0");
    }
}
