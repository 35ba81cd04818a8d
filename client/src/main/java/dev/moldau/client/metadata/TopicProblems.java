package dev.moldau.client.metadata;

import dev.moldau.client.Node;
import dev.moldau.client.metadata.ClusterView.Partition;
import dev.moldau.client.metadata.ClusterView.Topic;
import dev.moldau.protocol.ErrorCode;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who answered what about topics and when, and why a topic is not usable in words. Written on the
 * loop, read by any thread.
 */
final class TopicProblems {

    private record Answer(Node from, long atMs) {}

    private final BrokerTries tries;
    private final ConcurrentMap<String, Answer> answers = new ConcurrentHashMap<>();

    TopicProblems(BrokerTries tries) {
        this.tries = tries;
    }

    /**
     * A broker was asked for these topics and has answered; others than those used are forgotten.
     */
    void answered(Set<String> asked, Set<String> used, Node from, long nowMs) {
        answers.keySet().retainAll(used);
        Answer answer = new Answer(from, nowMs);
        for (String topic : asked) {
            answers.put(topic, answer);
        }
    }

    /** Whether the last answer about the topic came at this moment or later. */
    boolean isAnsweredSince(String topic, long sinceMs) {
        Answer answer = answers.get(topic);
        return answer != null && answer.atMs() >= sinceMs;
    }

    /** Why the topic is not usable, or not in full. */
    String inWords(String name, @Nullable Topic topic) {
        String tried = tries.summary();
        String found = found(name, topic);
        return tried.isEmpty() ? found : found + "; tried in vain since: " + tried;
    }

    /** Which brokers were tried, or that none was. */
    String tried() {
        String tried = tries.summary();
        return tried.isEmpty() ? "no attempt has failed" : "tried in vain: " + tried;
    }

    private String found(String name, @Nullable Topic topic) {
        Answer answer = answers.get(name);
        String who = answer == null ? "a broker" : "broker " + answer.from();
        if (topic == null) {
            return "no broker has answered about topic " + name;
        }
        if (topic.error() != ErrorCode.NONE) {
            return who + " answered " + topic.error() + ": " + topic.error().meaning();
        }
        String leaderless =
                topic.partitions().stream()
                        .filter(partition -> partition.leaderId() < 0)
                        .map(Partition::index)
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "));
        return leaderless.isEmpty()
                ? who + " found nothing wrong with topic " + name
                : who + " knows no leader for partition " + leaderless + " of topic " + name;
    }
}
