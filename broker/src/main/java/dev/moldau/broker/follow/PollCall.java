package dev.moldau.broker.follow;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.Call;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.FollowImageRequest;
import dev.moldau.protocol.message.FollowImageResponse;
import java.util.List;

/**
 * One poll of the follower.
 *
 * @param number which poll
 * @param told the cleared topics that the request tells of
 */
record PollCall(
        ImageFollower follower,
        long number,
        FollowImageRequest request,
        List<Uuid> told,
        int timeoutMs)
        implements Call<FollowImageResponse> {

    @Override
    public ApiKey api() {
        return ApiKey.FOLLOW_IMAGE;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 0;
    }

    @Override
    public ApiMessage message(short version) {
        return request;
    }

    @Override
    public void answered(FollowImageResponse response, short version) {
        follower.answered(number, response, told);
    }

    @Override
    public void failed(ClientException cause) {
        follower.failed(number, cause);
    }
}
