package dev.moldau.client.consumer;

import dev.moldau.client.errors.ClientException;
import dev.moldau.common.TopicPartition;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Told what became of a commit; on the thread that polls, within a later call. */
@FunctionalInterface
public interface CommitCallback {

    /**
     * A commit has ended.
     *
     * @param offsets what was to be committed
     * @param error why it was not; null if it was
     */
    void onComplete(
            Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable ClientException error);
}
