package dev.moldau.broker.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FetchRequest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class LeaderSessionTest {

    private static final Uuid TOPIC = new Uuid(1, 1);
    private static final Uuid OTHER = new Uuid(1, 2);

    private static final long EPOCH = 4;

    private final LeaderSession session = new LeaderSession();
    private final Map<PartitionKey, FetchRequest.Partition> wanted = new LinkedHashMap<>();

    private void want(Uuid topic, int partition, long offset) {
        wanted.put(
                new PartitionKey(topic, partition),
                new FetchRequest.Partition(partition, 3, offset, -1, 0, 1_000, Uuid.ZERO, 0));
    }

    private LeaderSession.Wishes opened() {
        LeaderSession.Wishes wishes = session.next(new LinkedHashMap<>(wanted), EPOCH);
        session.answered(ErrorCode.NONE, 77);
        return wishes;
    }

    @Test
    void theFirstRequestOpensASessionAndNamesAll() {
        want(TOPIC, 0, 5);
        want(TOPIC, 1, 6);
        want(OTHER, 0, 7);
        LeaderSession.Wishes wishes = opened();
        assertThat(wishes.id()).isZero();
        assertThat(wishes.epoch()).isZero();
        assertThat(wishes.topics()).hasSize(2);
        assertThat(wishes.topics().getFirst().partitions()).hasSize(2);
        assertThat(wishes.forgotten()).isEmpty();
        assertThat(wishes.waits()).as("there is no session yet to hurry it by").isFalse();
        assertThat(session.id()).isEqualTo(77);
        assertThat(session.size()).isEqualTo(3);
    }

    @Test
    void laterRequestsNameOnlyWhatChanged() {
        want(TOPIC, 0, 5);
        want(TOPIC, 1, 6);
        opened();
        want(TOPIC, 1, 9);
        LeaderSession.Wishes second = session.next(new LinkedHashMap<>(wanted), EPOCH);
        assertThat(second.id()).isEqualTo(77);
        assertThat(second.epoch()).isEqualTo(1);
        assertThat(second.topics()).hasSize(1);
        assertThat(second.topics().getFirst().partitions())
                .extracting(FetchRequest.Partition::fetchOffset)
                .containsExactly(9L);
        session.answered(ErrorCode.NONE, 77);
        LeaderSession.Wishes third = session.next(new LinkedHashMap<>(wanted), EPOCH);
        assertThat(third.epoch()).isEqualTo(2);
        assertThat(third.topics()).isEmpty();
        assertThat(second.waits()).isTrue();
        assertThat(third.waits()).isTrue();
    }

    @Test
    void whatIsWantedNoMoreIsForgotten() {
        want(TOPIC, 0, 5);
        want(OTHER, 3, 6);
        opened();
        wanted.remove(new PartitionKey(OTHER, 3));
        LeaderSession.Wishes wishes = session.next(new LinkedHashMap<>(wanted), EPOCH);
        assertThat(wishes.forgotten())
                .containsExactly(new FetchRequest.ForgottenTopic("", OTHER, List.of(3)));
        assertThat(session.size()).isEqualTo(1);
    }

    @Test
    void aLeaderThatKeepsNoSessionIsAskedInFullAgain() {
        want(TOPIC, 0, 5);
        session.next(new LinkedHashMap<>(wanted), EPOCH);
        session.answered(ErrorCode.NONE, 0);
        LeaderSession.Wishes again = session.next(new LinkedHashMap<>(wanted), EPOCH);
        assertThat(again.epoch()).isZero();
        assertThat(again.id()).isZero();
        assertThat(again.topics()).hasSize(1);
        assertThat(again.waits()).as("or it would be asked without a pause").isTrue();
    }

    @Test
    void aSessionThatTheLeaderForgotIsOpenedAnewWithoutNamingIt() {
        want(TOPIC, 0, 5);
        opened();
        session.next(new LinkedHashMap<>(wanted), EPOCH);
        session.answered(ErrorCode.FETCH_SESSION_ID_NOT_FOUND, 0);
        LeaderSession.Wishes again = session.next(new LinkedHashMap<>(wanted), EPOCH);
        assertThat(again.id()).isZero();
        assertThat(again.epoch()).isZero();
        assertThat(again.topics()).hasSize(1);
    }

    /** The answer was lost, so nobody knows what the leader's session holds. */
    @Test
    void afterALossAnotherSessionIsOpenedAndTheOldOneNamed() {
        want(TOPIC, 0, 5);
        opened();
        session.next(new LinkedHashMap<>(wanted), EPOCH);
        session.lost();
        LeaderSession.Wishes again = session.next(new LinkedHashMap<>(wanted), EPOCH);
        assertThat(again.id()).as("so that the leader can drop it").isEqualTo(77);
        assertThat(again.epoch()).isZero();
        assertThat(again.topics()).hasSize(1);
        session.answered(ErrorCode.NONE, 78);
        assertThat(session.next(new LinkedHashMap<>(wanted), EPOCH).epoch()).isEqualTo(1);
        assertThat(session.id()).isEqualTo(78);
    }

    @Test
    void anErrorOfTheWholeRequestMakesTheSessionUnknown() {
        want(TOPIC, 0, 5);
        opened();
        session.next(new LinkedHashMap<>(wanted), EPOCH);
        session.answered(ErrorCode.INVALID_FETCH_SESSION_EPOCH, 77);
        assertThat(session.next(new LinkedHashMap<>(wanted), EPOCH).epoch()).isZero();
    }

    @Test
    void anAnswerOfAnotherSessionIsNotBelieved() {
        want(TOPIC, 0, 5);
        opened();
        session.next(new LinkedHashMap<>(wanted), EPOCH);
        session.answered(ErrorCode.NONE, 99);
        LeaderSession.Wishes again = session.next(new LinkedHashMap<>(wanted), EPOCH);
        assertThat(again.epoch()).isZero();
        assertThat(again.topics()).hasSize(1);
    }

    /** The controller lets nobody be in sync of whom the leader names an old registration. */
    @Test
    void afterAnotherRegistrationTheLeaderHearsOfEveryPartitionAgain() {
        want(TOPIC, 0, 5);
        want(TOPIC, 1, 5);
        opened();
        LeaderSession.Wishes again = session.next(new LinkedHashMap<>(wanted), EPOCH + 1);
        assertThat(again.epoch()).isZero();
        assertThat(again.topics().getFirst().partitions()).hasSize(2);
        session.answered(ErrorCode.NONE, 78);
        assertThat(session.next(new LinkedHashMap<>(wanted), EPOCH + 1).topics()).isEmpty();
    }

    /**
     * FIELD-REPORTS 38: both sides account alike. A leader that does as KIP-227 says always knows
     * what is wanted, whatever is lost.
     */
    @RepeatedTest(20)
    void theLeadersSessionIsAlwaysWhatIsWanted() {
        long seed = Long.getLong("moldau.test.seed", System.nanoTime());
        Random random = new Random(seed);
        Map<Integer, Map<PartitionKey, FetchRequest.Partition>> leaders = new HashMap<>();
        Map<Integer, Integer> epochs = new HashMap<>();
        int sessions = 0;
        for (int step = 0; step < 300; step++) {
            if (random.nextInt(3) == 0) {
                wanted.remove(new PartitionKey(TOPIC, random.nextInt(6)));
            } else {
                want(TOPIC, random.nextInt(6), random.nextInt(4));
            }
            LeaderSession.Wishes wishes = session.next(new LinkedHashMap<>(wanted), EPOCH);
            int id = wishes.id();
            if (wishes.epoch() == 0) {
                leaders.remove(id);
                id = ++sessions;
                leaders.put(id, new HashMap<>());
                epochs.put(id, 0);
            }
            Map<PartitionKey, FetchRequest.Partition> leader = leaders.get(id);
            if (leader == null) {
                session.answered(ErrorCode.FETCH_SESSION_ID_NOT_FOUND, 0);
                continue;
            }
            assertThat(wishes.epoch())
                    .as("seed %d", seed)
                    .isEqualTo(epochs.merge(id, 1, Integer::sum) - 1);
            wishes.topics()
                    .forEach(
                            t ->
                                    t.partitions()
                                            .forEach(
                                                    p ->
                                                            leader.put(
                                                                    new PartitionKey(
                                                                            t.topicId(),
                                                                            p.partition()),
                                                                    p)));
            wishes.forgotten()
                    .forEach(
                            t ->
                                    t.partitions()
                                            .forEach(
                                                    p ->
                                                            leader.remove(
                                                                    new PartitionKey(
                                                                            t.topicId(), p))));
            assertThat(leader).as("seed %d, step %d", seed, step).isEqualTo(wanted);
            switch (random.nextInt(8)) {
                case 0 -> session.lost();
                case 1 -> {
                    leaders.remove(id);
                    session.answered(ErrorCode.NONE, id);
                }
                default -> session.answered(ErrorCode.NONE, id);
            }
        }
    }
}
