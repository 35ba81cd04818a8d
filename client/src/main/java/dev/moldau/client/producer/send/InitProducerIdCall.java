package dev.moldau.client.producer.send;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.Call;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.InitProducerIdRequest;
import dev.moldau.protocol.message.InitProducerIdResponse;

/** Asks a broker, any one, for a producer id without a transactional id. */
final class InitProducerIdCall implements Call<InitProducerIdResponse> {

    /** Means nothing without a transaction; the largest value is what no broker objects to. */
    private static final int NO_TRANSACTION_TIMEOUT_MS = Integer.MAX_VALUE;

    private final Identity identity;
    private final Node node;
    private final int timeoutMs;

    InitProducerIdCall(Identity identity, Node node, int timeoutMs) {
        this.identity = identity;
        this.node = node;
        this.timeoutMs = timeoutMs;
    }

    @Override
    public ApiKey api() {
        return ApiKey.INIT_PRODUCER_ID;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 5;
    }

    @Override
    public int timeoutMs() {
        return timeoutMs;
    }

    @Override
    public ApiMessage message(short version) {
        return new InitProducerIdRequest(null, NO_TRANSACTION_TIMEOUT_MS, -1, (short) -1);
    }

    @Override
    public void answered(InitProducerIdResponse response, short version) {
        identity.answered(node, response);
    }

    @Override
    public void failed(ClientException cause) {
        identity.failed(node, cause);
    }
}
