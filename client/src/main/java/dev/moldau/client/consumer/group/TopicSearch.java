package dev.moldau.client.consumer.group;

import dev.moldau.client.Node;
import dev.moldau.client.net.Question;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.MetadataResponse;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the topics that match a pattern, and finds them again as often as metadata are asked for
 * anew. Confined to the loop.
 */
final class TopicSearch {

    /** From here on "all topics" can be said apart from "none". */
    private static final int LOWEST = 1;

    private static final int HIGHEST = 13;

    private final GroupContext context;
    private final Consumer<Set<String>> found;
    private @Nullable Pattern pattern;
    private int search;
    private int failures;

    TopicSearch(GroupContext context, Consumer<Set<String>> found) {
        this.context = context;
        this.found = found;
    }

    /** Looks for topics that match as a whole, until another search begins or this is stopped. */
    void begin(Pattern wanted) {
        pattern = wanted;
        search++;
        failures = 0;
        look(search);
    }

    void stop() {
        pattern = null;
        search++;
    }

    private void look(int mine) {
        if (mine == search) {
            context.metadata().findBroker(broker -> ask(broker, mine));
        }
    }

    private void lookAfter(long delayMs, int mine) {
        context.loop().schedule(Math.max(1, delayMs), () -> look(mine));
    }

    private void ask(Node broker, int mine) {
        if (mine != search) {
            return;
        }
        context.network()
                .send(
                        broker,
                        new Question<MetadataResponse>(
                                ApiKey.METADATA,
                                LOWEST,
                                HIGHEST,
                                context.settings().requestTimeoutMs(),
                                version -> new MetadataRequest(null, true, false, false),
                                (response, version) -> answered(response, mine),
                                cause -> again(mine)));
    }

    private void again(int mine) {
        failures++;
        lookAfter(context.backoff().afterMs(failures), mine);
    }

    private void answered(MetadataResponse response, int mine) {
        Pattern wanted = pattern;
        if (mine != search || wanted == null) {
            return;
        }
        if (response.errorCode() != ErrorCode.NONE.code()) {
            again(mine);
            return;
        }
        failures = 0;
        Set<String> names = new TreeSet<>();
        for (MetadataResponse.Topic topic : response.topics()) {
            String name = topic.name();
            if (name != null
                    && topic.errorCode() == ErrorCode.NONE.code()
                    && !(topic.isInternal() && context.settings().excludeInternal())
                    && wanted.matcher(name).matches()) {
                names.add(name);
            }
        }
        found.accept(names);
        lookAfter(context.settings().metadataMaxAgeMs(), mine);
    }
}
