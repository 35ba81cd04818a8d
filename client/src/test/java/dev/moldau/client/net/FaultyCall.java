package dev.moldau.client.net;

import dev.moldau.client.errors.ClientException;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;

/** A call whose callback has a bug. */
record FaultyCall(RecordedCall like, RuntimeException bug) implements Call<ApiMessage> {

    @Override
    public ApiKey api() {
        return like.api();
    }

    @Override
    public short lowestVersion() {
        return like.lowestVersion();
    }

    @Override
    public short highestVersion() {
        return like.highestVersion();
    }

    @Override
    public int timeoutMs() {
        return like.timeoutMs();
    }

    @Override
    public ApiMessage message(short version) {
        return like.message(version);
    }

    @Override
    public void answered(ApiMessage response, short version) {
        throw bug;
    }

    @Override
    public void failed(ClientException cause) {
        throw new AssertionError("failed as well", cause);
    }
}
