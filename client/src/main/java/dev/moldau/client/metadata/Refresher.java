package dev.moldau.client.metadata;

import dev.moldau.client.Backoff;
import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import dev.moldau.common.Timer;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.MetadataResponse;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when to ask and whom. One request is under way at a time; what is wanted meanwhile
 * follows, because the answer to come may be older than the reason. Confined to the loop.
 *
 * <p>Four things bring a request about, each with its own patience: a topic used for the first time
 * is asked for at once; when the view turned out wrong, and when topics were answered with
 * something worth waiting for, after back-offs that grow while answers do not help, each its own,
 * so that a topic that never comes up does not slow down the news about others; and everything is
 * asked for when the view is old. After a request that got no answer all wait.
 */
final class Refresher {

    /** Takes answers over into the view. */
    interface Answers {
        /**
         * A good answer.
         *
         * @param believeOlder as {@link ViewMerge} says
         */
        Taken take(
                MetadataResponse response,
                short version,
                Set<String> asked,
                Node from,
                boolean believeOlder);
    }

    /**
     * What became of an answer.
     *
     * @param changed whether it brought news
     * @param unsettled the topics to ask for again
     */
    record Taken(boolean changed, Set<String> unsettled) {}

    /** From so many answers in a row that did not help, an answer is believed against the view. */
    private static final int ROUNDS_TO_BELIEVE = 5;

    private static final Logger LOG = LoggerFactory.getLogger(Refresher.class);

    private final MetadataSettings settings;
    private final ClientLoop loop;
    private final Network network;
    private final TopicUses uses;
    private final BrokerTries tries;
    private final Candidates candidates;
    private final NodeSearch search;
    private final Answers answers;
    private final MetadataCounters counters;
    private final Wishes wishes = new Wishes();
    private final Pace unanswered;
    private final Pace wrongView;
    private final Pace unsettledTopics;

    private boolean busy;
    private boolean closed;
    private boolean everFull;
    private long lastFullMs;
    private Timer.@Nullable Timeout timer;

    Refresher(
            MetadataSettings settings,
            ClientLoop loop,
            Network network,
            RandomGenerator random,
            TopicUses uses,
            BrokerTries tries,
            Candidates candidates,
            Answers answers,
            MetadataCounters counters) {
        this.settings = settings;
        Backoff backoff =
                new Backoff(settings.retryBackoffMs(), settings.retryBackoffMaxMs(), random);
        this.unanswered = new Pace(backoff, false);
        this.wrongView = new Pace(backoff, true);
        this.unsettledTopics = new Pace(backoff, true);
        this.loop = loop;
        this.network = network;
        this.uses = uses;
        this.tries = tries;
        this.candidates = candidates;
        this.answers = answers;
        this.counters = counters;
        this.search =
                new NodeSearch(
                        loop, network, () -> candidates.now(nowMs()), candidates::widen, tries);
    }

    /** Begins with the first request. */
    void start() {
        unanswered.begin(nowMs());
        wrongView.begin(nowMs());
        unsettledTopics.begin(nowMs());
        network.listen(search);
        pump();
    }

    /** A topic is used for the first time, or its refusal is to be checked. */
    void wantFresh(String topic) {
        wishes.fresh(topic);
        pump();
    }

    /** Something is wrong with the view. */
    void wantAll(String reason) {
        LOG.debug("metadata is asked for again: {}", reason);
        wishes.full();
        pump();
    }

    /** Finds a broker that can be asked at once. */
    void findBroker(Consumer<Node> found) {
        search.begin(found);
    }

    /** Asks no more. */
    void close() {
        closed = true;
        search.cancel();
        cancelTimer();
    }

    private void pump() {
        if (closed || busy) {
            return;
        }
        cancelTimer();
        long waitMs = dueMs() - nowMs();
        if (waitMs > 0) {
            timer = loop.schedule(waitMs, this::pump);
            return;
        }
        busy = true;
        candidates.begin(nowMs());
        search.begin(this::ask);
    }

    private long dueMs() {
        long dueMs = everFull ? lastFullMs + settings.maxAgeMs() : nowMs();
        if (wishes.hasFull()) {
            dueMs = Math.min(dueMs, wrongView.fromMs());
        }
        if (wishes.hasAgain()) {
            dueMs = Math.min(dueMs, unsettledTopics.fromMs());
        }
        if (wishes.hasFresh()) {
            dueMs = Math.min(dueMs, nowMs());
        }
        return Math.max(dueMs, unanswered.fromMs());
    }

    private void ask(Node node) {
        long nowMs = nowMs();
        uses.dropIdle(nowMs);
        boolean byAge = !everFull || nowMs - lastFullMs >= settings.maxAgeMs();
        Wishes.Question question =
                wishes.take(
                        uses.topics(),
                        byAge,
                        nowMs >= wrongView.fromMs(),
                        nowMs >= unsettledTopics.fromMs());
        if (question.topics().isEmpty() && !question.full()) {
            // Nobody uses any more what was to be asked.
            busy = false;
            candidates.end();
            pump();
            return;
        }
        network.send(
                node,
                new MetadataCall(
                        question.topics(),
                        settings.allowAutoCreate(),
                        settings.requestTimeoutMs(),
                        new MetadataCall.Outcome() {
                            @Override
                            public void answered(MetadataResponse response, short version) {
                                Refresher.this.answered(node, question, response, version);
                            }

                            @Override
                            public void failed(ClientException cause) {
                                Refresher.this.failed(
                                        node, question, String.valueOf(cause.getMessage()));
                            }
                        }));
    }

    private void answered(
            Node node, Wishes.Question question, MetadataResponse response, short version) {
        ErrorCode error = ErrorCode.of(response.errorCode());
        if (error == ErrorCode.REBOOTSTRAP_REQUIRED) {
            candidates.rebootstrap(nowMs(), node + " asked for it");
        }
        if (error != ErrorCode.NONE) {
            failed(node, question, "answered " + error + ": " + error.meaning());
        } else if (response.brokers().isEmpty()) {
            failed(node, question, "answered without naming a single broker");
        } else if (!closed) {
            Pace pace = question.full() ? wrongView : unsettledTopics;
            boolean believeOlder = pace.inVain() >= ROUNDS_TO_BELIEVE;
            took(question, answers.take(response, version, question.topics(), node, believeOlder));
        }
    }

    private void took(Wishes.Question question, Taken taken) {
        tries.answered();
        candidates.answered();
        unanswered.helped(nowMs());
        counters.refreshed();
        if (question.full()) {
            everFull = true;
            lastFullMs = nowMs();
            counters.fresh(lastFullMs);
            if (question.because() && !taken.changed()) {
                wrongView.didNotHelp(nowMs());
            } else {
                wrongView.helped(nowMs());
            }
        }
        wishes.again(taken.unsettled());
        if (!taken.unsettled().isEmpty()) {
            unsettledTopics.didNotHelp(nowMs());
        } else if (!wishes.hasAgain()) {
            unsettledTopics.helped(nowMs());
        }
        busy = false;
        pump();
    }

    private void failed(Node node, Wishes.Question question, String cause) {
        tries.failed(node, cause);
        wishes.putBack(question);
        counters.failed();
        unanswered.didNotHelp(nowMs());
        busy = false;
        pump();
    }

    private long nowMs() {
        return loop.clock().monotonicMs();
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }
}
