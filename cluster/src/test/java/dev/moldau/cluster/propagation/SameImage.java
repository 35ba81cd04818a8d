package dev.moldau.cluster.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.cluster.image.TopicImage;

/** Asserts that two images say the same, whatever one may ask them. */
final class SameImage {

    private SameImage() {}

    static void assertSame(ClusterImage actual, ClusterImage expected, String what) {
        assertThat(actual.version()).as(what).isEqualTo(expected.version());
        assertThat(actual.controllerId()).as(what).isEqualTo(expected.controllerId());
        assertThat(actual.brokers()).as(what).isEqualTo(expected.brokers());
        assertThat(actual.topics()).as(what).containsExactlyInAnyOrderElementsOf(expected.topics());
        assertThat(actual.partitionCount()).as(what).isEqualTo(expected.partitionCount());
        assertThat(actual.deletedTopics())
                .as(what)
                .containsExactlyInAnyOrderElementsOf(expected.deletedTopics());
        for (TopicImage topic : expected.topics()) {
            assertThat(actual.topic(topic.id())).as(what).contains(topic);
        }
        for (ConfigResource.Type type : ConfigResource.Type.values()) {
            assertThat(actual.configuredResources(type))
                    .as(what)
                    .isEqualTo(expected.configuredResources(type));
            for (String name : expected.configuredResources(type)) {
                ConfigResource resource = new ConfigResource(type, name);
                assertThat(actual.configs(resource)).as(what).isEqualTo(expected.configs(resource));
            }
        }
    }
}
