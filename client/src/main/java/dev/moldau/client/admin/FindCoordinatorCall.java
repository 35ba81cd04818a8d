package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.net.Call;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FindCoordinatorRequest;
import dev.moldau.protocol.message.FindCoordinatorResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Asks a broker who coordinates a group. */
final class FindCoordinatorCall implements Call<FindCoordinatorResponse> {

    private static final byte GROUP = 0;

    /** Since this version several groups can be asked for, in another place of the request. */
    private static final short SEVERAL = 4;

    private final Node asked;
    private final String group;
    private final int timeoutMs;
    private final CompletableFuture<Node> found;

    FindCoordinatorCall(Node asked, String group, int timeoutMs, CompletableFuture<Node> found) {
        this.asked = asked;
        this.group = group;
        this.timeoutMs = timeoutMs;
        this.found = found;
    }

    @Override
    public ApiKey api() {
        return ApiKey.FIND_COORDINATOR;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return SEVERAL;
    }

    @Override
    public int timeoutMs() {
        return timeoutMs;
    }

    @Override
    public ApiMessage message(short version) {
        return version >= SEVERAL
                ? new FindCoordinatorRequest("", GROUP, List.of(group))
                : new FindCoordinatorRequest(group, GROUP, List.of());
    }

    @Override
    public void answered(FindCoordinatorResponse response, short version) {
        if (version < SEVERAL) {
            take(
                    response.errorCode(),
                    response.errorMessage(),
                    response.nodeId(),
                    response.host(),
                    response.port());
            return;
        }
        for (FindCoordinatorResponse.Coordinator coordinator : response.coordinators()) {
            if (coordinator.key().equals(group)) {
                take(
                        coordinator.errorCode(),
                        coordinator.errorMessage(),
                        coordinator.nodeId(),
                        coordinator.host(),
                        coordinator.port());
                return;
            }
        }
        take(ErrorCode.COORDINATOR_NOT_AVAILABLE.code(), "the answer names no group", -1, "", -1);
    }

    private void take(
            short code, @Nullable String brokerMessage, int nodeId, String host, int port) {
        ErrorCode error = ErrorCode.of(code);
        if (error == ErrorCode.NONE) {
            found.complete(new Node(nodeId, host, port, null));
            return;
        }
        String message =
                asked
                        + ", asked for the coordinator of group "
                        + group
                        + ", answered "
                        + error
                        + ": "
                        + (brokerMessage == null ? error.meaning() : brokerMessage);
        found.completeExceptionally(
                error.retriable()
                        ? new RetriableException(message, error, null)
                        : new RefusedException(message, error, null));
    }

    @Override
    public void failed(ClientException cause) {
        found.completeExceptionally(cause);
    }
}
