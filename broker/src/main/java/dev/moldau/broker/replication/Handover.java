package dev.moldau.broker.replication;

import dev.moldau.client.net.AnswerBytes;
import dev.moldau.common.Lane;
import dev.moldau.storage.LogView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;

/**
 * The steps of one answer on their way through the partitions' lanes: one command per lane, and one
 * message back from each. The answer's memory is kept until the last lane is done with it.
 *
 * <p>Made and finished on the loop; between that each lane touches its own steps alone.
 */
final class Handover {

    /** Told on the loop when all is done. */
    interface Sink {

        /** One step was done; {@code moved} says whether the log's range is another one now. */
        void done(Followed followed, Step step, FollowResult result, boolean moved);

        /** All steps were. */
        void allDone();
    }

    private static final class Item {
        private final Followed followed;
        private final Step step;
        private FollowResult result = new FollowResult.Stale("the broker is stopping");
        private boolean moved;

        private Item(Followed followed, Step step) {
            this.followed = followed;
            this.step = step;
        }

        private void apply() {
            FollowedLog log = followed.log();
            LogView before = log.view();
            result = step.apply(log, followed.leaderEpoch());
            LogView after = log.view();
            moved =
                    before.logEndOffset() != after.logEndOffset()
                            || before.logStartOffset() != after.logStartOffset();
        }
    }

    private final Lane loop;
    private final Sink sink;
    private final Map<Lane, List<Item>> byLane = new LinkedHashMap<>();
    private AnswerBytes bytes = AnswerBytes.COLLECTED;
    private int lanesLeft;

    Handover(Lane loop, Sink sink) {
        this.loop = loop;
        this.sink = sink;
    }

    void add(Followed followed, Step step) {
        byLane.computeIfAbsent(followed.log().lane(), lane -> new ArrayList<>())
                .add(new Item(followed, step));
    }

    boolean isEmpty() {
        return byLane.isEmpty();
    }

    /** Sends the steps to their lanes; the sink hears of them in later turns of the loop. */
    void begin(AnswerBytes answer) {
        bytes = answer;
        bytes.retain();
        lanesLeft = byLane.size();
        byLane.forEach(this::send);
    }

    private void send(Lane lane, List<Item> items) {
        try {
            lane.execute(() -> apply(items));
        } catch (RejectedExecutionException stopping) {
            // Nothing was changed, and nothing will be.
            loop.execute(() -> laneDone(items));
        }
    }

    private void apply(List<Item> items) {
        items.forEach(Item::apply);
        loop.execute(() -> laneDone(items));
    }

    private void laneDone(List<Item> items) {
        for (Item item : items) {
            sink.done(item.followed, item.step, item.result, item.moved);
        }
        if (--lanesLeft == 0) {
            bytes.release();
            sink.allDone();
        }
    }
}
