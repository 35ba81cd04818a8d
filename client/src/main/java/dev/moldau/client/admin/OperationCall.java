package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.Call;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import java.util.List;

/** One attempt of an operation with one broker. */
final class OperationCall<K, V, R extends ApiMessage> implements Call<R> {

    private final OperationRun<K, V, R> run;
    private final Operation<K, V, R> operation;
    private final List<K> keys;
    private final Node node;
    private final int timeoutMs;

    OperationCall(
            OperationRun<K, V, R> run,
            Operation<K, V, R> operation,
            List<K> keys,
            Node node,
            int timeoutMs) {
        this.run = run;
        this.operation = operation;
        this.keys = keys;
        this.node = node;
        this.timeoutMs = timeoutMs;
    }

    @Override
    public ApiKey api() {
        return operation.api();
    }

    @Override
    public short lowestVersion() {
        return operation.lowestVersion();
    }

    @Override
    public short highestVersion() {
        return operation.highestVersion();
    }

    @Override
    public int timeoutMs() {
        return timeoutMs;
    }

    @Override
    public ApiMessage message(short version) {
        return operation.message(keys, version, timeoutMs);
    }

    @Override
    public void answered(R response, short version) {
        run.answered(keys, response, version, node);
    }

    @Override
    public void failed(ClientException cause) {
        run.unanswered(keys, node, cause);
    }
}
