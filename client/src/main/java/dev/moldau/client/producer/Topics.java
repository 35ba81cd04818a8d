package dev.moldau.client.producer;

import dev.moldau.client.metadata.ClusterView;
import dev.moldau.client.metadata.Metadata;

/** What callers' threads ask about topics: a port in front of {@link Metadata}. */
interface Topics {

    /** What is known now. */
    ClusterView view();

    /** Says that the topic is used, so that it is asked for and stays known. */
    void use(String topic);

    /** Waits until the topic has a partition of this index; see {@link Metadata#await}. */
    ClusterView await(String topic, int partition, long maxWaitMs);

    /** The client's own metadata. */
    static Topics of(Metadata metadata) {
        return new Topics() {
            @Override
            public ClusterView view() {
                return metadata.view();
            }

            @Override
            public void use(String topic) {
                metadata.use(topic);
            }

            @Override
            public ClusterView await(String topic, int partition, long maxWaitMs) {
                return metadata.await(topic, partition, maxWaitMs);
            }
        };
    }
}
