package dev.moldau.cluster.presence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.DirectLane;
import dev.moldau.cluster.controller.BrokerPresence;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.cluster.store.SharedStore;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.common.Timer;
import dev.moldau.common.Uuid;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class OwnPresenceTest {

    private static final int ID = 7;
    private static final Uuid FOLDER = new Uuid(1, 1);
    private static final Uuid OTHER_FOLDER = new Uuid(1, 2);

    private final long seed = Long.getLong("moldau.test.seed", System.nanoTime());
    private final SharedStore store = new SharedStore();
    private final SharedStore.Session observer = store.open();
    private final List<Runnable> later = new ArrayList<>();
    private final Timer timer =
            (delayMs, task) -> {
                later.add(task);
                return () -> later.remove(task);
            };

    /** A run of the broker, from its start to its end. */
    private final class Run {
        private final SharedStore.Session session = store.open();
        private final DirectLane lane = new DirectLane();
        private final List<PresenceRecord> replacedBy = new ArrayList<>();
        private final OwnPresence presence = new OwnPresence(session, lane, timer, replacedBy::add);
        private final PresenceRecord record;

        private Run(long incarnation, Uuid folder) {
            record =
                    new PresenceRecord(
                            new BrokerPresence(
                                    ID,
                                    new Uuid(2, incarnation),
                                    folder,
                                    List.of(new Endpoint("A", "PLAINTEXT", "h" + incarnation, 9)),
                                    null,
                                    BrokerPresence.NOT_CLOSED),
                            false);
            presence.start();
        }

        private Run announced() {
            presence.announce(record);
            return this;
        }
    }

    private Optional<PresenceRecord> there() {
        return observer.read(new Run(0, FOLDER).record.key())
                .map(found -> PresenceRecord.decoded(ID, found.value()));
    }

    private void pass() {
        List<Runnable> due = List.copyOf(later);
        later.clear();
        due.forEach(Runnable::run);
    }

    @Test
    void aBrokerIsThereOnceItIsAnnouncedAndNotBefore() {
        Run one = new Run(1, FOLDER);
        assertThat(there()).isEmpty();
        one.announced();
        assertThat(there()).contains(one.record);
    }

    @Test
    void theRecordVanishesWithTheSessionAndIsMadeAgainInTheNextOne() {
        Run one = new Run(1, FOLDER).announced();
        one.lane.hold();
        one.session.expire();
        assertThat(there()).isEmpty();
        one.session.tellSessionEnd();
        one.lane.release();
        assertThat(there()).contains(one.record);
        assertThat(one.replacedBy).isEmpty();
    }

    @Test
    void aRecordThatSomebodyTakesAwayIsMadeAgain() {
        Run one = new Run(1, FOLDER).announced();
        observer.commit(List.of(new StoreWrite.Delete(one.record.key(), StoreWrite.ANY_VERSION)));
        assertThat(there()).contains(one.record);
    }

    @Test
    void whatTheBrokerSaysOfItselfCanChange() {
        Run one = new Run(1, FOLDER).announced();
        one.presence.announceStop();
        assertThat(there()).contains(one.record.aboutToStop());
        assertThat(one.replacedBy).isEmpty();
    }

    @Test
    void aBrokerThatWasNeverAnnouncedSaysNothingWhenItStops() {
        Run one = new Run(1, FOLDER);
        one.presence.announceStop();
        assertThat(there()).isEmpty();
    }

    /** Killed and started anew within the session's time: nobody waits for its end. */
    @Test
    void theNextProcessOnTheSameFolderTakesOverAtOnce() {
        Run killed = new Run(1, FOLDER).announced();
        killed.lane.hold();
        Run next = new Run(2, FOLDER).announced();
        assertThat(there()).contains(next.record);
        assertThat(later).isEmpty();
        killed.session.expire();
        assertThat(there()).as("it went with the killed one's session").contains(next.record);
        assertThat(next.replacedBy).isEmpty();
    }

    /** FIELD-REPORTS 56: who a broker is includes its disk; another one never takes its place. */
    @Test
    void aBrokerOnAnotherFolderIsRespectedAndWaitedFor() {
        Run first = new Run(1, FOLDER).announced();
        Run second = new Run(2, OTHER_FOLDER).announced();
        for (int i = 0; i < 3; i++) {
            pass();
            assertThat(there()).contains(first.record);
        }
        assertThat(first.replacedBy).isEmpty();
        first.presence.close();
        assertThat(there()).contains(second.record);
        assertThat(second.replacedBy).isEmpty();
    }

    @Test
    void aBrokerWhosePlaceIsTakenIsToldByWhomAndDoesNotFightForIt() {
        Run first = new Run(1, FOLDER).announced();
        Run copy = new Run(2, FOLDER).announced();
        assertThat(first.replacedBy).containsExactly(copy.record);
        first.session.tellSessionEnd();
        pass();
        assertThat(there()).contains(copy.record);
        assertThat(first.replacedBy).as("once").hasSize(1);
        first.presence.close();
        assertThat(there()).as("it is not the first one's to take away").contains(copy.record);
    }

    /** It slept beyond its session, and a broker with the same number was waiting for that. */
    @Test
    void aBrokerThatWakesUpAndFindsItsNumberTakenIsTold() {
        Run sleeper = new Run(1, FOLDER).announced();
        Run waiting = new Run(2, OTHER_FOLDER).announced();
        sleeper.lane.hold();
        sleeper.session.expire();
        assertThat(there()).contains(waiting.record);
        sleeper.session.tellSessionEnd();
        sleeper.lane.release();
        assertThat(sleeper.replacedBy).containsExactly(waiting.record);
        assertThat(there()).contains(waiting.record);
    }

    @Test
    void aStoreThatIsAwayIsTriedAgain() {
        Run one = new Run(1, FOLDER);
        one.session.unavailable(true);
        one.announced();
        pass();
        assertThat(there()).isEmpty();
        one.session.unavailable(false);
        pass();
        assertThat(there()).contains(one.record);
    }

    @Test
    void aCreationWhoseOutcomeIsUnknownIsFoundOut() {
        Run one = new Run(1, FOLDER);
        one.session.loseNextOutcome();
        one.announced();
        pass();
        assertThat(there()).contains(one.record);
        assertThat(one.replacedBy).isEmpty();
        assertThat(one.session.commits()).isEqualTo(1);
    }

    @Test
    void whoeverIsQuickerBetweenTheLookAndTheWriteIsFoundByTheNextLook() {
        Run one = new Run(1, FOLDER);
        Run other = new Run(2, OTHER_FOLDER);
        one.session.beforeNextCommit(() -> other.presence.announce(other.record));
        one.announced();
        pass();
        assertThat(there()).contains(other.record);
        assertThat(one.replacedBy).isEmpty();
        other.presence.close();
        assertThat(there()).contains(one.record);
    }

    @Test
    void whoClosesTakesItsRecordAwayAndMakesNoneAgain() {
        Run one = new Run(1, FOLDER).announced();
        one.presence.close();
        assertThat(there()).isEmpty();
        one.session.tellSessionEnd();
        one.announced();
        assertThat(there()).isEmpty();
    }

    @Test
    void aRecordThatIsGoneAlreadyWhenItIsTakenAwayIsNoTrouble() {
        Run one = new Run(1, FOLDER).announced();
        one.session.beforeNextCommit(one.session::expire);
        one.presence.close();
        assertThat(there()).isEmpty();
    }

    /** A release that keeps more in the record runs under this number; nothing of it is touched. */
    @Test
    void aRecordOfAnotherReleaseIsWaitedForAndLeftAlone() {
        Run one = new Run(1, FOLDER);
        byte[] strange = "\u007fstrange".getBytes(StandardCharsets.UTF_8);
        observer.commit(List.of(new StoreWrite.CreateEphemeral(one.record.key(), strange)));
        one.announced();
        pass();
        one.presence.close();
        assertThat(observer.read(one.record.key()).orElseThrow().value()).isEqualTo(strange);
    }

    /** Whatever happens to the store, the process that is left is there in the end. */
    @RepeatedTest(30)
    void inTheEndTheRecordIsThatOfTheProcessThatLives() {
        Random random = new Random(seed);
        Run living = new Run(1, FOLDER).announced();
        for (int step = 0; step < 200; step++) {
            switch (random.nextInt(7)) {
                case 0 -> living.session.unavailable(random.nextBoolean());
                case 1 -> living.session.loseNextOutcome();
                case 2 -> {
                    living.session.expire();
                    living.session.tellSessionEnd();
                }
                case 3 -> living.presence.announceStop();
                case 4 -> {
                    living.lane.hold();
                    living = new Run(step + 2, FOLDER).announced();
                }
                default -> pass();
            }
        }
        living.session.unavailable(false);
        for (int i = 0; i < 5; i++) {
            pass();
        }
        assertThat(there().map(found -> found.broker().incarnation()))
                .as("seed %d", seed)
                .contains(living.record.broker().incarnation());
        assertThat(living.replacedBy).as("seed %d", seed).isEmpty();
    }
}
