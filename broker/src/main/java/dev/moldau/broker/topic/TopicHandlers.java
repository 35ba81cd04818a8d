package dev.moldau.broker.topic;

import dev.moldau.broker.api.ApiHandler;
import java.util.List;

/** All handlers of this package, for the composition root. */
public final class TopicHandlers {

    private TopicHandlers() {}

    /**
     * The handlers.
     *
     * @param services what they need
     */
    public static List<ApiHandler<?, ?>> all(TopicServices services) {
        TopicAutoCreation autoCreation = new TopicAutoCreation(services);
        return List.of(
                new MetadataHandler(services, autoCreation),
                new CreateTopicsHandler(services),
                new DeleteTopicsHandler(services),
                new CreatePartitionsHandler(services),
                new DescribeConfigsHandler(services),
                new AlterConfigsHandler(services),
                new IncrementalAlterConfigsHandler(services),
                new ListConfigResourcesHandler(services),
                new DescribeClusterHandler(services),
                new DescribeTopicPartitionsHandler(services),
                new UnregisterBrokerHandler(services),
                new AlterPartitionReassignmentsHandler(services),
                new ListPartitionReassignmentsHandler(services),
                new ElectLeadersHandler(services),
                new UpdateFeaturesHandler());
    }
}
