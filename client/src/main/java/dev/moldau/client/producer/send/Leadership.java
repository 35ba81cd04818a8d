package dev.moldau.client.producer.send;

import dev.moldau.client.Node;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.client.metadata.Metadata;
import org.jspecify.annotations.Nullable;

/**
 * Who leads what, as far as the sender needs to know and to ask: a port in front of {@link
 * Metadata}. All on the loop.
 */
public interface Leadership {

    /** What is known now. */
    ClusterView view();

    /** Says that the topic is used, so that it stays in the view. */
    void use(String topic);

    /** Asks again as soon as back-off allows, because of what is said. */
    void refresh(String reason);

    /** Takes over a leader that a broker named in an answer; older news is ignored. */
    void leaderChanged(
            String topic, int partition, int leaderId, int leaderEpoch, @Nullable Node node);

    /** Has the listener told after each new view. */
    void listen(Metadata.Listener listener);

    /** Why a topic is not usable, in words for a message. */
    String lastProblem(String topic);

    /** The client's own metadata. */
    static Leadership of(Metadata metadata) {
        return new Leadership() {
            @Override
            public ClusterView view() {
                return metadata.view();
            }

            @Override
            public void use(String topic) {
                metadata.use(topic);
            }

            @Override
            public void refresh(String reason) {
                metadata.refresh(reason);
            }

            @Override
            public void leaderChanged(
                    String topic,
                    int partition,
                    int leaderId,
                    int leaderEpoch,
                    @Nullable Node node) {
                metadata.leaderChanged(topic, partition, leaderId, leaderEpoch, node);
            }

            @Override
            public void listen(Metadata.Listener listener) {
                metadata.listen(listener);
            }

            @Override
            public String lastProblem(String topic) {
                return metadata.lastProblem(topic);
            }
        };
    }
}
