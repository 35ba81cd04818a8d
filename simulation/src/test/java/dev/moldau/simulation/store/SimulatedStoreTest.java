package dev.moldau.simulation.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.ClusterStoreContract;
import dev.moldau.cluster.store.StoreUnavailableException;
import dev.moldau.cluster.store.StoreWrite;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The store of the simulation is one like any other, and fails when it is told to. */
class SimulatedStoreTest extends ClusterStoreContract {

    private final SimulatedEnsemble ensemble = new SimulatedEnsemble();

    @Override
    protected ClusterStore open() {
        return session();
    }

    private SimulatedStore session() {
        return new SimulatedStore(ensemble, SimulatedStore.Travel.NONE, Runnable::run);
    }

    @Test
    void anExpiredSessionLosesItsRecordsAndGoesOn() {
        SimulatedStore first = session();
        AtomicInteger ends = new AtomicInteger();
        AtomicInteger seen = new AtomicInteger();
        first.onSessionEnd(ends::incrementAndGet);
        first.commit(List.of(new StoreWrite.CreateEphemeral(A, new byte[0])));
        store.onChange("things", seen::incrementAndGet);
        first.expire();
        assertThat(ends.get()).isOne();
        assertThat(seen.get()).isOne();
        assertThat(store.read(A)).isEmpty();
        first.commit(List.of(new StoreWrite.CreateEphemeral(A, new byte[0])));
        assertThat(store.read(A)).isPresent();
    }

    @Test
    void aDeadProcessKeepsItsRecordsUntilItsSessionExpires() {
        SimulatedStore first = session();
        first.commit(List.of(new StoreWrite.CreateEphemeral(A, new byte[0])));
        first.abandon();
        assertThat(store.read(A)).isPresent();
        first.expire();
        assertThat(store.read(A)).isEmpty();
    }

    @Test
    void anEnsembleOutOfReachSaysSo() {
        SimulatedStore first = session();
        first.reachable(false);
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> first.read(A));
        first.reachable(true);
        assertThat(first.read(A)).isEmpty();
    }

    @Test
    void aProcessOutOfReachHearsLaterThatItsSessionHasEndedAndThatThingsHaveChanged() {
        SimulatedStore first = session();
        AtomicInteger ends = new AtomicInteger();
        AtomicInteger seen = new AtomicInteger();
        first.onSessionEnd(ends::incrementAndGet);
        first.onChange("things", seen::incrementAndGet);
        first.commit(List.of(new StoreWrite.CreateEphemeral(A, new byte[0])));
        assertThat(seen.get()).isOne();
        first.reachable(false);
        first.expire();
        assertThat(store.read(A)).isEmpty();
        assertThat(ends.get()).isZero();
        assertThat(seen.get()).isOne();
        first.reachable(true);
        assertThat(ends.get()).isOne();
        assertThat(seen.get()).isEqualTo(2);
    }

    @Test
    void aWriteOfASessionThatHasEndedMeanwhileDoesNotTakePlace() {
        SimulatedStore[] slow = new SimulatedStore[1];
        slow[0] = new SimulatedStore(ensemble, () -> slow[0].expire(), Runnable::run);
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> slow[0].commit(List.of(new StoreWrite.Create(A, new byte[0]))));
        assertThat(store.read(A)).isEmpty();
    }
}
