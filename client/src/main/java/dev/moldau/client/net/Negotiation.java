package dev.moldau.client.net;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ApiVersionsRequest;
import dev.moldau.protocol.message.ApiVersionsResponse;
import java.util.Optional;

/**
 * Asks a broker which APIs it serves in which versions: in our highest version first, and if the
 * broker does not have that, in the highest that both have. Confined to the loop; made for one
 * connection.
 */
final class Negotiation implements Call<ApiVersionsResponse> {

    /** Version 5 would also name the cluster and the broker that we expect, which we do not. */
    private static final short FIRST_VERSION = 4;

    private static final String SOFTWARE_NAME = "moldau";
    private static final String SOFTWARE_VERSION =
            Optional.ofNullable(Negotiation.class.getPackage().getImplementationVersion())
                    .orElse("unknown");

    private final Node node;
    private final Connection connection;
    private final Attempt attempt;
    private final NetworkContext context;
    private short asked = FIRST_VERSION;

    Negotiation(Node node, Connection connection, Attempt attempt, NetworkContext context) {
        this.node = node;
        this.connection = connection;
        this.attempt = attempt;
        this.context = context;
    }

    void begin() {
        connection.send(new Pending<>(this, context.loop()), asked, context.nowMs());
        connection.flush();
    }

    /** Why a broker that said nothing at all may have been silent. */
    static ClientException unanswered(Node node, ClientException cause) {
        if (cause instanceof TimedOutException || !(cause instanceof DisconnectedException)) {
            return cause;
        }
        return new DisconnectedException(
                node
                        + " did not answer when asked for its versions: "
                        + cause.getMessage()
                        + ". Brokers older than 0.10 do so, and this client needs 0.10 or newer;"
                        + " so does a port that expects TLS or SASL (check security.protocol), and"
                        + " a broker that is shutting down",
                cause);
    }

    @Override
    public ApiKey api() {
        return ApiKey.API_VERSIONS;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return FIRST_VERSION;
    }

    /** The attempt has a limit of its own. */
    @Override
    public int timeoutMs() {
        return Integer.MAX_VALUE;
    }

    @Override
    public ApiMessage message(short version) {
        return new ApiVersionsRequest(SOFTWARE_NAME, SOFTWARE_VERSION, null, -1);
    }

    @Override
    public void answered(ApiVersionsResponse response, short version) {
        ErrorCode error = ErrorCode.of(response.errorCode());
        if (error == ErrorCode.NONE) {
            attempt.negotiated(connection, VersionRanges.of(response));
        } else if (error == ErrorCode.UNSUPPORTED_VERSION) {
            askLower(VersionRanges.of(response));
        } else {
            connection.end(
                    new DisconnectedException(
                            node
                                    + " does not say what it serves: "
                                    + error
                                    + ", "
                                    + error.meaning(),
                            error,
                            null));
        }
    }

    /** The attempt hears of it too, from the connection. */
    @Override
    public void failed(ClientException cause) {}

    /** A broker need not say which versions it has; all have version 0. */
    private void askLower(VersionRanges ranges) {
        short common =
                ranges.serves(api()) ? ranges.highestCommon(api(), (short) 0, FIRST_VERSION) : 0;
        if (common == VersionRanges.NONE || common >= asked) {
            connection.end(
                    new RefusedException(
                            node
                                    + " cannot be talked to: it serves "
                                    + ranges.describe(api())
                                    + ", and this client speaks versions 0 to "
                                    + FIRST_VERSION
                                    + "; use a client that is as new as the broker",
                            ErrorCode.UNSUPPORTED_VERSION,
                            null));
            return;
        }
        asked = common;
        begin();
    }
}
