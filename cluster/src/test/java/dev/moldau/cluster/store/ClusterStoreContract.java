package dev.moldau.cluster.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every implementation of the store must do. */
abstract class ClusterStoreContract {

    protected static final StoreKey A = new StoreKey("things", "a");
    protected static final StoreKey B = new StoreKey("things", "b");

    protected ClusterStore store;

    /** A session with the store; a later one sees what an earlier one made. */
    abstract ClusterStore open();

    @BeforeEach
    void begin() {
        store = open();
    }

    @AfterEach
    void end() {
        store.close();
    }

    static StoreWrite create(StoreKey key, String value) {
        return new StoreWrite.Create(key, value.getBytes(UTF_8));
    }

    static StoreWrite replace(StoreKey key, String value, int version) {
        return new StoreWrite.Replace(key, value.getBytes(UTF_8), version);
    }

    static StoreWrite delete(StoreKey key) {
        return new StoreWrite.Delete(key, StoreWrite.ANY_VERSION);
    }

    String value(StoreKey key) {
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
        for (String name : List.of("a/b", "ä €", "..", " ", "x".repeat(300), "default")) {
            StoreKey key = new StoreKey("things", name);
            store.commit(List.of(create(key, name)));
            assertThat(value(key)).isEqualTo(name + "@0");
        }
        assertThat(store.list("things")).hasSize(6);
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
        store.commit(List.of(create(A, "1"), create(B, "1")));
        store.commit(
                List.of(new StoreWrite.CreateEphemeral(new StoreKey("things", "e"), new byte[0])));
        assertThat(things.get()).isPositive();
        int before = things.get();
        store.commit(List.of(new StoreWrite.Check(A, 0)));
        assertThat(things.get()).isEqualTo(before);
        assertThat(others.get()).isZero();
    }

    @Test
    void readersOwnTheirBytes() {
        store.commit(List.of(create(A, "1")));
        store.read(A).orElseThrow().value()[0] = 'x';
        assertThat(value(A)).isEqualTo("1@0");
    }
}
