package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Response;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What changed in the cluster.
 *
 * @param controllerId the controller as far as the answering broker knows; -1 for unknown
 * @param version the version that the changes lead to
 * @param changes to be applied one after the other; none if nothing changed in time
 */
@Response(api = ApiKey.FOLLOW_IMAGE, versions = "0", flexible = "0+")
public record FollowImageResponse(
        short errorCode, @Default("-1") int controllerId, long version, List<Change> changes)
        implements ApiMessage {

    /**
     * One change, or a whole image.
     *
     * @param delta the number of its version in two bytes, then a {@link ClusterImageDelta}
     */
    public record Change(ByteBuffer delta) {}

    /** Nothing is told, because of an error. */
    public static FollowImageResponse error(ErrorCode error, int controllerId) {
        return new FollowImageResponse(error.code(), controllerId, 0, List.of());
    }
}
