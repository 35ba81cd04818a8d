package dev.moldau.client.metadata;

import dev.moldau.client.Node;
import dev.moldau.client.metadata.ClusterView.Partition;
import dev.moldau.client.metadata.ClusterView.Topic;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.MetadataResponse;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the next view out of the last one and an answer. Pure.
 *
 * <p>Any broker may answer, and some lag behind. What keeps the view from going back:
 *
 * <ul>
 *   <li>A partition with an older leader epoch than the view's is left as the view has it, as long
 *       as the topic's id is the same. Another id is another topic of the same name, whose epochs
 *       begin anew: it is taken whole.
 *   <li>A partition without an epoch, as leaderless ones may come, keeps the last epoch known.
 *   <li>A topic that the broker does not know or cannot describe now keeps its partitions beside
 *       the error, so that batches that are queued still find their leaders.
 *   <li>A topic never has fewer partitions than before.
 * </ul>
 */
final class ViewMerge {

    /** Before this version brokers told epochs that could be stale after a restart. */
    private static final short RELIABLE_EPOCHS = 9;

    private final ClusterView old;
    private final MetadataResponse answer;
    private final short version;
    private final boolean believeOlder;

    /**
     * A merge of an answer into a view.
     *
     * @param version the version of the answer
     * @param believeOlder whether older epochs are taken where there are no topic ids: without them
     *     nobody can tell a stale answer from a topic made anew, so once several refreshes did not
     *     help, the answer must be right and the view wrong
     */
    ViewMerge(ClusterView old, MetadataResponse answer, short version, boolean believeOlder) {
        this.old = old;
        this.answer = answer;
        this.version = version;
        this.believeOlder = believeOlder;
    }

    /**
     * The view after the answer.
     *
     * @param asked the topics that the request named; others in the answer are ignored
     * @param used the topics in use; others drop out
     * @return the old view itself if the answer changes nothing
     */
    ClusterView merge(Set<String> asked, Set<String> used) {
        Map<String, Topic> topics = topics(asked, used);
        Map<Integer, Node> brokers = brokers(topics);
        String clusterId = answer.clusterId() == null ? old.clusterId() : answer.clusterId();
        ClusterView next =
                new ClusterView(old.version(), clusterId, brokers, answer.controllerId(), topics);
        return next.equals(old)
                ? old
                : new ClusterView(
                        old.version() + 1, clusterId, brokers, answer.controllerId(), topics);
    }

    private Map<String, Topic> topics(Set<String> asked, Set<String> used) {
        Map<String, MetadataResponse.Topic> answered = new HashMap<>();
        for (MetadataResponse.Topic topic : answer.topics()) {
            if (topic.name() != null) {
                answered.put(topic.name(), topic);
            }
        }
        Map<String, Topic> topics = new HashMap<>();
        for (String name : used) {
            Topic before = old.topics().get(name);
            if (asked.contains(name)) {
                topics.put(name, topic(name, before, answered.get(name)));
            } else if (before != null) {
                topics.put(name, before);
            }
        }
        return topics;
    }

    private Topic topic(String name, @Nullable Topic before, MetadataResponse.@Nullable Topic now) {
        ErrorCode error =
                now == null ? ErrorCode.UNKNOWN_TOPIC_OR_PARTITION : ErrorCode.of(now.errorCode());
        if (now == null || error != ErrorCode.NONE) {
            return withError(name, before, error);
        }
        if (before != null && isOther(before.id(), now.topicId())) {
            before = null;
        }
        Uuid id = before != null && now.topicId().equals(Uuid.ZERO) ? before.id() : now.topicId();
        return new Topic(
                name,
                id,
                now.isInternal(),
                ErrorCode.NONE,
                new PartitionMerge(version >= RELIABLE_EPOCHS, believeOlder && id.equals(Uuid.ZERO))
                        .merge(before, now.partitions()));
    }

    /** A topic that is gone and has no id is forgotten: what comes next may be another one. */
    private static Topic withError(String name, @Nullable Topic before, ErrorCode error) {
        if (before == null
                || TopicError.isRefusal(error)
                || (error == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
                        && before.id().equals(Uuid.ZERO))) {
            return new Topic(name, Uuid.ZERO, false, error, List.of());
        }
        return new Topic(name, before.id(), before.internal(), error, before.partitions());
    }

    /** A broker too old for topic ids says nothing about whether it is the same topic. */
    private static boolean isOther(Uuid before, Uuid now) {
        return !before.equals(now) && !before.equals(Uuid.ZERO) && !now.equals(Uuid.ZERO);
    }

    /**
     * The brokers of the answer, and the leaders that the view knows better than the answer: a
     * lagging broker may not have heard of the broker that leads now.
     */
    private Map<Integer, Node> brokers(Map<String, Topic> topics) {
        Map<Integer, Node> brokers = new LinkedHashMap<>();
        for (MetadataResponse.Broker broker : answer.brokers()) {
            brokers.put(
                    broker.nodeId(),
                    new Node(broker.nodeId(), broker.host(), broker.port(), broker.rack()));
        }
        for (Topic topic : topics.values()) {
            for (Partition partition : topic.partitions()) {
                Node known = old.brokers().get(partition.leaderId());
                if (known != null) {
                    brokers.putIfAbsent(known.id(), known);
                }
            }
        }
        return brokers;
    }
}
