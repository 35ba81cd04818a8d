package dev.moldau.client.consumer;

import dev.moldau.client.consumer.fetch.FetchSettings;
import dev.moldau.client.consumer.group.GroupSettings;
import dev.moldau.client.metadata.MetadataSettings;
import org.jspecify.annotations.Nullable;

/**
 * What a consumer keeps to.
 *
 * @param fetching what the fetcher keeps to
 * @param metadata how the view of the cluster is kept
 * @param group what membership keeps to; null without {@code group.id}
 * @param maxPollRecords {@code max.poll.records}
 * @param apiTimeoutMs {@code default.api.timeout.ms}
 */
record ConsumerSettings(
        FetchSettings fetching,
        MetadataSettings metadata,
        @Nullable GroupSettings group,
        int maxPollRecords,
        int apiTimeoutMs) {}
