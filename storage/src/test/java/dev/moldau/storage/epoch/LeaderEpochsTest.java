package dev.moldau.storage.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.storage.checkpoint.EpochCheckpoint.Entry;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** KIP-101, KIP-279: epochs and their starts rise; an epoch ends where the next one begins. */
class LeaderEpochsTest {

    private static LeaderEpochs of(long... epochsAndStarts) {
        LeaderEpochs epochs = LeaderEpochs.NONE;
        for (int i = 0; i < epochsAndStarts.length; i += 2) {
            epochs = epochs.assign((int) epochsAndStarts[i], epochsAndStarts[i + 1]);
        }
        return epochs;
    }

    @Test
    void noEpochsKnowNothing() {
        assertThat(LeaderEpochs.NONE.latest()).isEqualTo(LeaderEpochs.NO_EPOCH);
        assertThat(LeaderEpochs.NONE.epochOf(5)).isEqualTo(LeaderEpochs.NO_EPOCH);
        assertThat(LeaderEpochs.NONE.endOf(0, 9)).isEqualTo(new Entry(-1, -1));
        assertThat(LeaderEpochs.NONE.truncateFromEnd(0)).isSameAs(LeaderEpochs.NONE);
        assertThat(LeaderEpochs.NONE.truncateFromStart(7)).isSameAs(LeaderEpochs.NONE);
    }

    @Test
    void anOffsetBelongsToTheLastEpochThatBeganAtOrBelowIt() {
        LeaderEpochs epochs = of(1, 10, 3, 20);
        assertThat(epochs.epochOf(9)).isEqualTo(-1);
        assertThat(epochs.epochOf(10)).isEqualTo(1);
        assertThat(epochs.epochOf(19)).isEqualTo(1);
        assertThat(epochs.epochOf(20)).isEqualTo(3);
        assertThat(epochs.epochOf(1_000)).isEqualTo(3);
    }

    @Test
    void anEpochEndsWhereTheNextOneBeginsAndTheLatestAtTheLogsEnd() {
        LeaderEpochs epochs = of(1, 10, 3, 20, 6, 30);
        assertThat(epochs.endOf(1, 40)).isEqualTo(new Entry(1, 20));
        assertThat(epochs.endOf(2, 40)).as("the one below it").isEqualTo(new Entry(1, 20));
        assertThat(epochs.endOf(5, 40)).isEqualTo(new Entry(3, 30));
        assertThat(epochs.endOf(6, 40)).isEqualTo(new Entry(6, 40));
        assertThat(epochs.endOf(7, 40)).as("unknown here").isEqualTo(new Entry(-1, -1));
        assertThat(epochs.endOf(0, 40)).as("all are above").isEqualTo(new Entry(0, 10));
        assertThat(epochs.endOf(-1, 40)).isEqualTo(new Entry(-1, -1));
    }

    @Test
    void whatContradictsALaterAssignmentGivesWay() {
        LeaderEpochs known = of(1, 10, 3, 20);
        assertThat(known.assign(3, 25)).isSameAs(known);
        assertThat(of(1, 10, 3, 20).assign(3, 15).entries())
                .containsExactly(new Entry(1, 10), new Entry(3, 15));
        assertThat(of(1, 10, 3, 20).assign(5, 20).entries())
                .as("epoch 3 wrote nothing")
                .containsExactly(new Entry(1, 10), new Entry(5, 20));
        assertThat(of(1, 10, 3, 20).assign(2, 30).entries())
                .containsExactly(new Entry(1, 10), new Entry(2, 30));
        assertThat(of(1, 10, 3, 20).assign(4, 5).entries()).containsExactly(new Entry(4, 5));
    }

    @Test
    void aTruncatedStartKeepsTheEpochThatCoversIt() {
        assertThat(of(1, 10, 3, 20).truncateFromStart(15).entries())
                .containsExactly(new Entry(1, 15), new Entry(3, 20));
        assertThat(of(1, 10, 3, 20).truncateFromStart(20).entries())
                .containsExactly(new Entry(3, 20));
        assertThat(of(1, 10, 3, 20).truncateFromStart(99).entries())
                .containsExactly(new Entry(3, 99));
        LeaderEpochs epochs = of(1, 10, 3, 20);
        assertThat(epochs.truncateFromStart(10)).isSameAs(epochs);
        assertThat(epochs.truncateFromStart(3)).isSameAs(epochs);
    }

    @Test
    void aTruncatedEndForgetsTheEpochsThatBeganThere() {
        assertThat(of(1, 10, 3, 20).truncateFromEnd(20).entries())
                .containsExactly(new Entry(1, 10));
        LeaderEpochs below = of(1, 10, 3, 20);
        assertThat(below.truncateFromEnd(21)).isSameAs(below);
        assertThat(of(1, 10, 3, 20).truncateFromEnd(10).entries()).isEmpty();
    }

    @Test
    void entriesOfAFileThatDoNotRiseGiveWay() {
        assertThat(
                        LeaderEpochs.of(
                                        List.of(
                                                new Entry(2, 5),
                                                new Entry(1, 7),
                                                new Entry(4, 6),
                                                new Entry(5, 9)))
                                .entries())
                .containsExactly(new Entry(4, 6), new Entry(5, 9));
    }

    /** Against an array that has the epoch of every offset. */
    @Test
    void randomHistoriesAgreeWithAnArrayOfAllOffsets() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            int[] model = new int[400];
            Arrays.fill(model, -1);
            int start = 0;
            int end = 0;
            int epoch = random.nextInt(3);
            LeaderEpochs epochs = LeaderEpochs.NONE;
            for (int step = 0; step < 40; step++) {
                switch (random.nextInt(4)) {
                    case 0, 1 -> {
                        epoch += random.nextInt(3);
                        int records = 1 + random.nextInt(5);
                        epochs = epoch > epochs.latest() ? epochs.assign(epoch, end) : epochs;
                        Arrays.fill(model, end, end + records, epochs.latest());
                        end += records;
                    }
                    case 2 -> {
                        start = start + random.nextInt(end - start + 1);
                        epochs = epochs.truncateFromStart(start);
                    }
                    default -> {
                        end = start + random.nextInt(end - start + 1);
                        epochs = epochs.truncateFromEnd(end);
                    }
                }
                for (int offset = start; offset < end; offset++) {
                    assertThat(epochs.epochOf(offset))
                            .as("seed %d, step %d, offset %d", seed, step, offset)
                            .isEqualTo(model[offset]);
                }
                for (int asked = 0; asked <= epochs.latest() && start < end; asked++) {
                    int expectedEnd = end;
                    for (int offset = start; offset < end; offset++) {
                        if (model[offset] > asked) {
                            expectedEnd = offset;
                            break;
                        }
                    }
                    if (model[end - 1] == epochs.latest()) {
                        assertThat(epochs.endOf(asked, end).startOffset())
                                .as("seed %d, step %d, epoch %d", seed, step, asked)
                                .isEqualTo(expectedEnd);
                    }
                }
            }
        }
    }
}
