package dev.moldau.client.metadata;

import java.util.HashSet;
import java.util.Set;

/**
 * What is to be asked next: everything, topics that nobody has asked for yet, topics whose last
 * answer was not good enough. Confined to the loop.
 */
final class Wishes {

    /**
     * What one request asks for.
     *
     * @param full whether these are all topics in use
     * @param because whether something turned out to be wrong, so that an answer without news does
     *     not settle it
     */
    record Question(Set<String> topics, boolean full, boolean because) {}

    private final Set<String> fresh = new HashSet<>();
    private final Set<String> again = new HashSet<>();
    private boolean full;

    /** A topic is used for the first time. */
    void fresh(String topic) {
        fresh.add(topic);
    }

    /** Topics are to be asked for once more, after a while. */
    void again(Set<String> topics) {
        again.addAll(topics);
    }

    /** Something is wrong with the view. */
    void full() {
        full = true;
    }

    boolean hasFresh() {
        return !fresh.isEmpty();
    }

    boolean hasFull() {
        return full;
    }

    boolean hasAgain() {
        return !again.isEmpty();
    }

    /**
     * Takes out what to ask now.
     *
     * @param used the topics in use; wishes for others are dropped
     * @param byAge whether the view is old, so that all is to be asked
     * @param fullDue whether a view that is wrong may be asked for again
     * @param againDue whether topics may be asked for again
     */
    Question take(Set<String> used, boolean byAge, boolean fullDue, boolean againDue) {
        fresh.retainAll(used);
        again.retainAll(used);
        boolean wanted = full && fullDue;
        if (byAge || wanted) {
            fresh.clear();
            again.clear();
            full = false;
            return new Question(used, true, wanted);
        }
        Set<String> topics = new HashSet<>(fresh);
        fresh.clear();
        if (againDue) {
            topics.addAll(again);
            again.clear();
        }
        return new Question(topics, false, false);
    }

    /** Puts back what a request asked for that got no answer. */
    void putBack(Question question) {
        full |= question.full();
        again.addAll(question.topics());
    }
}
