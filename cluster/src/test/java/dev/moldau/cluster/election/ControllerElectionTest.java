package dev.moldau.cluster.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.DirectLane;
import dev.moldau.cluster.store.SharedStore;
import dev.moldau.common.Timer;
import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class ControllerElectionTest {

    private final long seed = Long.getLong("moldau.test.seed", System.nanoTime());
    private final SharedStore store = new SharedStore();
    private final List<Runnable> later = new ArrayList<>();
    private final Timer timer =
            (delayMs, task) -> {
                later.add(task);
                return () -> later.remove(task);
            };

    /** A broker that takes part. */
    private final class Participant implements ElectionListener {
        private final SharedStore.Session session = store.open();
        private final DirectLane lane = new DirectLane();
        private final ControllerElection election;
        private OptionalInt known = OptionalInt.empty();
        private boolean acting;

        private Participant(int id, long incarnation) {
            election =
                    new ControllerElection(
                            session,
                            lane,
                            timer,
                            new Candidate(id, new Uuid(incarnation, id)),
                            this);
        }

        private Participant started() {
            election.start();
            return this;
        }

        @Override
        public void elected() {
            assertThat(acting).isFalse();
            acting = true;
        }

        @Override
        public void dismissed() {
            assertThat(acting).isTrue();
            acting = false;
        }

        @Override
        public void controllerIs(OptionalInt brokerId) {
            known = brokerId;
        }
    }

    private void pass() {
        List<Runnable> due = List.copyOf(later);
        later.clear();
        due.forEach(Runnable::run);
    }

    @Test
    void theFirstIsElectedAndAllKnowIt() {
        Participant one = new Participant(1, 1).started();
        Participant two = new Participant(2, 1).started();
        assertThat(one.acting).isTrue();
        assertThat(two.acting).isFalse();
        assertThat(one.known).hasValue(1);
        assertThat(two.known).hasValue(1);
    }

    @Test
    void whenTheElectedOneDiesAnotherIsElectedAtOnce() {
        Participant one = new Participant(1, 1).started();
        Participant two = new Participant(2, 1).started();
        one.lane.hold();
        one.session.expire();
        assertThat(two.acting).isTrue();
        assertThat(two.known).hasValue(2);
        assertThat(one.acting).as("it does not know yet; the fence holds it back").isTrue();
        one.election.sessionEnded();
        one.lane.release();
        assertThat(one.acting).isFalse();
        assertThat(one.known).hasValue(2);
    }

    @Test
    void whoStopsMakesWayAtOnce() {
        Participant one = new Participant(1, 1).started();
        Participant two = new Participant(2, 1).started();
        one.election.close();
        assertThat(one.acting).isFalse();
        assertThat(two.acting).isTrue();
        two.session.expire();
        assertThat(one.acting).as("closed").isFalse();
    }

    @Test
    void whoCannotActMakesWayToItselfAtLeast() {
        Participant one = new Participant(1, 1).started();
        one.election.resign();
        assertThat(one.acting).as("nobody else stands").isTrue();
        Participant two = new Participant(2, 1).started();
        one.lane.hold();
        one.election.resign();
        one.lane.release();
        assertThat(one.acting ^ two.acting).isTrue();
    }

    /** It was killed and started anew before its record went. */
    @Test
    void aBrokerDoesNotTakeItsPredecessorsRecordForItsOwn() {
        Participant before = new Participant(1, 1).started();
        before.lane.hold();
        Participant now = new Participant(1, 2).started();
        assertThat(now.acting).isFalse();
        assertThat(now.known).hasValue(1);
        before.session.expire();
        assertThat(now.acting).isTrue();
    }

    @Test
    void aCreationWhoseOutcomeIsUnknownIsFoundOut() {
        Participant one = new Participant(1, 1);
        one.session.loseNextOutcome();
        one.started();
        pass();
        assertThat(one.acting).isTrue();
    }

    @Test
    void aStoreThatIsAwayIsTriedAgain() {
        Participant one = new Participant(1, 1);
        one.session.unavailable(true);
        one.started();
        pass();
        assertThat(one.acting).isFalse();
        one.session.unavailable(false);
        pass();
        assertThat(one.acting).isTrue();
    }

    /** The record decides: whatever happens, in the end one acts, and it is the one all name. */
    @RepeatedTest(30)
    void inTheEndExactlyOneActs() {
        Random random = new Random(seed);
        List<Participant> all = new ArrayList<>();
        for (int id = 0; id < 3; id++) {
            all.add(new Participant(id, 1).started());
        }
        for (int step = 0; step < 200; step++) {
            Participant one = all.get(random.nextInt(3));
            switch (random.nextInt(7)) {
                case 0 -> one.lane.hold();
                case 1 -> one.lane.release();
                case 2 -> {
                    one.session.expire();
                    one.election.sessionEnded();
                }
                case 3 -> one.session.unavailable(random.nextBoolean());
                case 4 -> one.session.loseNextOutcome();
                case 5 -> one.election.resign();
                default -> pass();
            }
        }
        all.forEach(one -> one.session.unavailable(false));
        all.forEach(one -> one.lane.release());
        for (int i = 0; i < 5; i++) {
            pass();
        }
        assertThat(all.stream().filter(one -> one.acting)).as("seed %d", seed).hasSize(1);
        int acting = all.indexOf(all.stream().filter(one -> one.acting).findFirst().orElseThrow());
        assertThat(all)
                .as("seed %d", seed)
                .allMatch(one -> one.known.equals(OptionalInt.of(acting)));
    }
}
