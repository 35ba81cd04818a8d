package dev.moldau.broker.fetch;

import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a client fetches, remembered between its requests, so that a request names only what changed
 * and a response brings only what is new (KIP-227).
 *
 * <p>Guarded by its own lock: requests of a session normally come one after the other, but their
 * responses are completed by lanes, and a reconnecting client may overtake itself.
 *
 * <p>Invariants: the epoch that is expected next is at least 1; keys use names or ids, never both;
 * partitions that brought data go to the end, so that all get their turn under a byte limit.
 */
final class FetchSession {

    /** The epoch of a request that opens a session. */
    static final int OPENING_EPOCH = 0;

    /** The epoch of a request that closes its session, or goes without. */
    static final int CLOSING_EPOCH = -1;

    private static final long NOT_SHOWN = Long.MIN_VALUE;

    private final int id;
    private final boolean usesTopicIds;
    private final Map<FetchTarget.Key, Member> members = new LinkedHashMap<>();
    private int expectedEpoch = 1;

    /** Which of its registrations a follower was when it last showed its progress. */
    private long shownByEpoch = NOT_SHOWN;

    /** What a follower has shown before its leader knew that it leads. */
    private final Set<FetchTarget.Key> early = new HashSet<>(0);

    /** The targets of all members in their order; null after a change. */
    private @Nullable List<FetchTarget> targets;

    /** How many members have failed. */
    private int failed;

    /** What the last fetch left behind, if nothing had happened; for the next one. */
    private @Nullable Vigil resting;

    /** Ends the fetch that waits for something to happen; null if none does. */
    private @Nullable Runnable waiting;

    private boolean closed;

    /** A partition of the session, with what the client was told last. */
    private static final class Member {
        FetchTarget target;

        /** Whether the last answer was an error and the client has not named it since. */
        boolean failed;

        Member(FetchTarget target) {
            this.target = target;
        }
    }

    FetchSession(int id, boolean usesTopicIds, Collection<FetchTarget> targets) {
        this.id = id;
        this.usesTopicIds = usesTopicIds;
        targets.forEach(target -> members.put(target.key(), new Member(target)));
    }

    int id() {
        return id;
    }

    boolean usesTopicIds() {
        return usesTopicIds;
    }

    synchronized int size() {
        return members.size();
    }

    /**
     * Takes the epoch of a request.
     *
     * @return false if another one is expected
     */
    synchronized boolean enter(int epoch) {
        if (epoch != expectedEpoch) {
            return false;
        }
        expectedEpoch = expectedEpoch == Integer.MAX_VALUE ? 1 : expectedEpoch + 1;
        return true;
    }

    /** Adds, changes and removes partitions as a request says; answers all that are there then. */
    synchronized List<FetchTarget> update(
            List<FetchTarget> changed, List<FetchTarget.Key> forgotten) {
        for (FetchTarget target : changed) {
            Member known = members.get(target.key());
            if (known == null) {
                members.put(target.key(), new Member(target));
            } else {
                known.target = target.knowing(known.target.told());
                setFailed(known, false);
            }
            early.remove(target.key());
        }
        for (FetchTarget.Key key : forgotten) {
            Member gone = members.remove(key);
            if (gone != null) {
                setFailed(gone, false);
            }
        }
        if (!changed.isEmpty() || !forgotten.isEmpty()) {
            targets = null;
        }
        return targets();
    }

    /** Made anew only after a change: most requests of a session with many partitions name few. */
    private List<FetchTarget> targets() {
        List<FetchTarget> known = targets;
        if (known == null) {
            List<FetchTarget> all = new ArrayList<>(members.size());
            members.values().forEach(member -> all.add(member.target));
            known = Collections.unmodifiableList(all);
            targets = known;
        }
        return known;
    }

    /**
     * What a follower shows of its progress: the partitions that its request names, and those whose
     * last answer was an error or that were shown too early, because what it showed then did not
     * count. All of them, if it has been registered anew since it last showed any: what it had
     * shown before counts no more.
     *
     * @param named what the request names
     * @param followerEpoch which of its registrations the follower is
     */
    synchronized List<FetchTarget> progress(List<FetchTarget> named, long followerEpoch) {
        boolean anew = followerEpoch != shownByEpoch;
        shownByEpoch = followerEpoch;
        if (!anew && failed == 0 && early.isEmpty()) {
            return named;
        }
        List<FetchTarget> progress = new ArrayList<>(anew ? List.of() : named);
        for (Member member : members.values()) {
            if (anew || member.failed || early.contains(member.target.key())) {
                progress.add(member.target);
            }
        }
        early.clear();
        return progress;
    }

    /**
     * What a follower has shown of these partitions does not count yet. They may be read all the
     * same a moment later, if this broker learns meanwhile that it leads them, and the follower
     * would never name them again while their logs stay as they are.
     */
    synchronized void showAgain(List<FetchTarget> shown) {
        shown.forEach(target -> early.add(target.key()));
    }

    /** Whether something is to be shown again, so that the follower must not be kept waiting. */
    synchronized boolean mustShowAgain() {
        return !early.isEmpty();
    }

    /** Notes what the client is told by a full response. */
    synchronized void toldAll(List<FetchResult> results) {
        results.forEach(this::isNews);
    }

    /** Of what was found, what the client does not know yet; notes that it is told. */
    synchronized List<FetchResult> news(List<FetchResult> results) {
        List<FetchResult> news = new ArrayList<>();
        for (FetchResult result : results) {
            if (isNews(result)) {
                news.add(result);
            }
        }
        for (FetchResult result : news) {
            moveToEnd(result);
        }
        return news;
    }

    private boolean isNews(FetchResult result) {
        Member member = members.get(result.target().key());
        if (member == null) {
            return true;
        }
        FetchResponse.Partition found = result.found();
        FetchTarget before = member.target;
        boolean changed =
                result.sizeBytes() > 0
                        || !before.told().is(found.highWatermark(), found.logStartOffset())
                        || found.preferredReadReplica() >= 0
                        || found.divergingEpoch().epoch() >= 0
                        || result.hasError();
        setFailed(member, result.hasError());
        // After an error the client must hear the marks again, whatever they are.
        member.target =
                member.failed
                        ? before.knowingNothing()
                        : before.knowing(found.highWatermark(), found.logStartOffset());
        if (!member.target.equals(before)) {
            targets = null;
        }
        return changed;
    }

    private void setFailed(Member member, boolean now) {
        failed += (now ? 1 : 0) - (member.failed ? 1 : 0);
        member.failed = now;
    }

    /** A fetch of this session waits; the action ends it. */
    synchronized void waits(Runnable end) {
        waiting = end;
    }

    /** The fetch that said so waits no longer. */
    synchronized void waitsNoMore(Runnable end) {
        if (end.equals(waiting)) {
            waiting = null;
        }
    }

    /**
     * Whoever asks again waits no longer for the answer to what it asked before: that is answered
     * now, with what there is. A follower that wants more partitions than it has asked for repeats
     * the epoch of its waiting fetch, which is refused and changes nothing else.
     */
    void hurry() {
        Runnable end;
        synchronized (this) {
            end = waiting;
            waiting = null;
        }
        if (end != null) {
            end.run();
        }
    }

    /** Takes the vigil of the last fetch, to go on with it or to end it; null if there is none. */
    synchronized @Nullable Vigil takeResting() {
        Vigil taken = resting;
        resting = null;
        return taken;
    }

    /** Keeps a vigil for the next fetch. */
    void keep(Vigil vigil) {
        Vigil unwanted;
        synchronized (this) {
            unwanted = closed ? vigil : resting;
            resting = closed ? null : vigil;
        }
        if (unwanted != null) {
            unwanted.end();
        }
    }

    /** The session is not remembered any more. */
    void close() {
        Vigil unwanted;
        synchronized (this) {
            closed = true;
            unwanted = resting;
            resting = null;
        }
        if (unwanted != null) {
            unwanted.end();
        }
    }

    private void moveToEnd(FetchResult result) {
        if (result.sizeBytes() > 0) {
            Member member = members.remove(result.target().key());
            if (member != null) {
                members.put(result.target().key(), member);
                targets = null;
            }
        }
    }

    /** What a request names, in its order. */
    static List<FetchTarget> targetsOf(FetchRequest request) {
        List<FetchTarget> targets = new ArrayList<>();
        for (FetchRequest.Topic topic : request.topics()) {
            for (FetchRequest.Partition partition : topic.partitions()) {
                targets.add(new FetchTarget(topic.topic(), topic.topicId(), partition));
            }
        }
        return targets;
    }

    /** What a request wants to leave out from now on. */
    static List<FetchTarget.Key> forgottenIn(FetchRequest request) {
        List<FetchTarget.Key> keys = new ArrayList<>();
        for (FetchRequest.ForgottenTopic topic : request.forgottenTopicsData()) {
            for (int partition : topic.partitions()) {
                keys.add(new FetchTarget.Key(topic.topic(), topic.topicId(), partition));
            }
        }
        return keys;
    }
}
