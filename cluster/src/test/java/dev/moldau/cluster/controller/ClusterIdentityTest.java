package dev.moldau.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.moldau.cluster.store.SharedStore;
import dev.moldau.cluster.store.StoreUnavailableException;
import dev.moldau.common.Uuid;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ClusterIdentityTest {

    private final SharedStore store = new SharedStore();
    private final SharedStore.Session one = store.open();
    private final SharedStore.Session two = store.open();

    @Test
    void theFirstBrokerMakesTheIdAndTheOthersFindIt() {
        String made = ClusterIdentity.of(one, new Random(1));
        assertThat(made).isEqualTo(Uuid.random(new Random(1)).toString());
        assertThat(ClusterIdentity.of(two, new Random(2))).isEqualTo(made);
        assertThat(two.commits()).isZero();
    }

    @Test
    void itOutlivesTheBrokerThatMadeIt() {
        String made = ClusterIdentity.of(one, new Random(1));
        one.expire();
        assertThat(ClusterIdentity.of(two, new Random(2))).isEqualTo(made);
    }

    @Test
    void whoeverIsSlowerTakesTheIdOfTheQuickerOne() {
        one.beforeNextCommit(() -> ClusterIdentity.of(two, new Random(2)));
        assertThat(ClusterIdentity.of(one, new Random(1)))
                .isEqualTo(Uuid.random(new Random(2)).toString());
    }

    @Test
    void aStoreThatCannotBeUsedIsSaid() {
        one.unavailable(true);
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> ClusterIdentity.of(one, new Random(1)));
    }
}
