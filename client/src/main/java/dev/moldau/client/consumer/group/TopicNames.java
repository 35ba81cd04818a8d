package dev.moldau.client.consumer.group;

import dev.moldau.client.Node;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.client.net.Question;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.MetadataResponse;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the names of the topics that a coordinator names by their ids: in the client's metadata, or
 * else by asking a broker until it knows. Confined to the loop.
 */
final class TopicNames {

    /** From here on topics can be asked for by id. */
    private static final int LOWEST = 12;

    private static final int HIGHEST = 13;

    private final GroupContext context;
    private final Runnable found;
    private final Map<Uuid, String> names = new HashMap<>();
    private final Set<Uuid> missing = new HashSet<>();
    private boolean asking;
    private int failures;

    /**
     * @param found run when names that were missing are known
     */
    TopicNames(GroupContext context, Runnable found) {
        this.context = context;
        this.found = found;
    }

    /** Forgets all others, and has those of these that are not known found. */
    void only(Set<Uuid> ids) {
        names.keySet().retainAll(ids);
        missing.clear();
        for (Uuid id : ids) {
            if (find(id) == null) {
                missing.add(id);
            }
        }
        ask();
    }

    /** The name; null if it is not known yet. */
    @Nullable String find(Uuid id) {
        String name = names.get(id);
        if (name == null) {
            for (ClusterView.Topic topic : context.metadata().view().topics().values()) {
                if (topic.id().equals(id)) {
                    names.put(id, topic.name());
                    return topic.name();
                }
            }
        }
        return name;
    }

    private void ask() {
        if (!missing.isEmpty() && !asking) {
            asking = true;
            context.metadata().findBroker(this::ask);
        }
    }

    private void ask(Node broker) {
        List<MetadataRequest.Topic> topics =
                missing.stream().map(id -> new MetadataRequest.Topic(id, null)).toList();
        context.network()
                .send(
                        broker,
                        new Question<MetadataResponse>(
                                ApiKey.METADATA,
                                LOWEST,
                                HIGHEST,
                                context.settings().requestTimeoutMs(),
                                version -> new MetadataRequest(topics, false, false, false),
                                (response, version) -> answered(response),
                                cause -> askLater()));
    }

    private void answered(MetadataResponse response) {
        boolean any = false;
        for (MetadataResponse.Topic topic : response.topics()) {
            String name = topic.name();
            if (topic.errorCode() == ErrorCode.NONE.code()
                    && name != null
                    && missing.remove(topic.topicId())) {
                names.put(topic.topicId(), name);
                any = true;
            }
        }
        if (missing.isEmpty()) {
            asking = false;
            failures = 0;
        } else {
            askLater();
        }
        if (any) {
            found.run();
        }
    }

    /** The broker may not have heard of them yet; those that are deleted will not be asked for. */
    private void askLater() {
        failures++;
        context.loop()
                .schedule(
                        Math.max(1, context.backoff().afterMs(failures)),
                        () -> {
                            asking = false;
                            ask();
                        });
    }
}
