package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/**
 * A broker asks the controller for what changed in the cluster since the image that it has. The
 * answer waits until there is something.
 *
 * @param brokerId who asks
 * @param brokerEpoch which of its registrations asks, -1 for unknown
 * @param knownVersion the version of the image that it has; 0 for none
 * @param maxWaitMs how long the answer may wait, in ms
 * @param clearedTopics deleted topics of which this broker has no files any more
 */
@Request(api = ApiKey.FOLLOW_IMAGE, versions = "0", flexible = "0+")
public record FollowImageRequest(
        int brokerId,
        @Default("-1") long brokerEpoch,
        long knownVersion,
        int maxWaitMs,
        List<Uuid> clearedTopics)
        implements ApiMessage {}
