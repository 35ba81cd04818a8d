package dev.moldau.cluster.presence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.DirectLane;
import dev.moldau.cluster.controller.BrokerPresence;
import dev.moldau.cluster.store.SharedStore;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.common.Timer;
import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PresentBrokersTest {

    private final SharedStore store = new SharedStore();
    private final SharedStore.Session own = store.open();
    private final SharedStore.Session others = store.open();
    private final DirectLane lane = new DirectLane();
    private final List<Runnable> later = new ArrayList<>();
    private final Timer timer =
            (delayMs, task) -> {
                later.add(task);
                return () -> later.remove(task);
            };
    private final List<Set<Integer>> told = new ArrayList<>();
    private final PresentBrokers present =
            new PresentBrokers(own, lane, timer, () -> told.add(current()));

    private Set<Integer> current() {
        return present.current().keySet();
    }

    private static PresenceRecord record(int id) {
        return new PresenceRecord(
                new BrokerPresence(id, new Uuid(1, id), new Uuid(2, id), List.of(), null, id),
                false);
    }

    private void comes(int id) {
        PresenceRecord record = record(id);
        others.commit(List.of(new StoreWrite.CreateEphemeral(record.key(), record.encoded())));
    }

    private void goes(int id) {
        others.commit(List.of(new StoreWrite.Delete(record(id).key(), StoreWrite.ANY_VERSION)));
    }

    @Test
    void thoseWhoAreThereAreKnownAndEveryChangeIsTold() {
        comes(1);
        assertThat(present.current()).as("before the first read").isEmpty();
        present.start();
        comes(3);
        goes(1);
        assertThat(told).containsExactly(Set.of(1), Set.of(1, 3), Set.of(3));
        assertThat(present.find(3)).contains(record(3));
        assertThat(present.find(1)).isEmpty();
    }

    @Test
    void whatABrokerSaysOfItselfIsAChangeToo() {
        comes(1);
        present.start();
        others.commit(
                List.of(
                        new StoreWrite.Replace(
                                record(1).key(), record(1).aboutToStop().encoded(), 0)));
        assertThat(told).hasSize(2);
        assertThat(present.find(1)).contains(record(1).aboutToStop());
    }

    @Test
    void aSignWithoutAChangeIsNotTold() {
        comes(1);
        present.start();
        others.commit(List.of(new StoreWrite.Replace(record(1).key(), record(1).encoded(), 0)));
        assertThat(told).hasSize(1);
    }

    @Test
    void whileTheStoreIsAwayWhatIsKnownStaysAndIsReadAgainLater() {
        comes(1);
        present.start();
        own.unavailable(true);
        comes(2);
        assertThat(current()).containsExactly(1);
        later.removeFirst().run();
        assertThat(current()).containsExactly(1);
        own.unavailable(false);
        later.removeFirst().run();
        assertThat(current()).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void aRecordThatNobodyHereUnderstandsCountsAsNobody() {
        others.commit(
                List.of(
                        new StoreWrite.Create(record(1).key(), new byte[] {99}),
                        new StoreWrite.Create(
                                new StoreKey(PresenceRecord.COLLECTION, "one"),
                                record(1).encoded())));
        comes(2);
        present.start();
        assertThat(current()).containsExactly(2);
    }

    @Test
    void afterItIsClosedNothingIsReadOrToldAnyMore() {
        present.start();
        present.close();
        comes(1);
        assertThat(told).isEmpty();
        assertThat(present.current()).isEmpty();
    }
}
