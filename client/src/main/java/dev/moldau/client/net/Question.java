package dev.moldau.client.net;

import dev.moldau.client.errors.ClientException;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import java.util.function.Consumer;

/**
 * A call that borrows no memory and needs nothing but a message and two outcomes.
 *
 * @param api which API is called
 * @param lowest the lowest version that can carry the request
 * @param highest the highest version that the caller understands
 * @param limitMs how long the answer may take, in ms
 * @param form makes the request in the version that was negotiated
 * @param answer told the answer and its version, on the loop
 * @param failure told why there is no answer, on the loop
 * @param <R> the class of the answer
 */
public record Question<R extends ApiMessage>(
        ApiKey api,
        int lowest,
        int highest,
        int limitMs,
        Form form,
        Answer<R> answer,
        Consumer<ClientException> failure)
        implements Call<R> {

    /** Makes a request. */
    public interface Form {
        /** The request in this version. */
        ApiMessage message(short version);
    }

    /** Takes an answer. */
    public interface Answer<R> {
        /** The broker's answer; its bytes are valid during this call only. */
        void take(R response, short version);
    }

    @Override
    public short lowestVersion() {
        return (short) lowest;
    }

    @Override
    public short highestVersion() {
        return (short) highest;
    }

    @Override
    public int timeoutMs() {
        return limitMs;
    }

    @Override
    public ApiMessage message(short version) {
        return form.message(version);
    }

    @Override
    public void answered(R response, short version) {
        answer.take(response, version);
    }

    @Override
    public void failed(ClientException cause) {
        failure.accept(cause);
    }
}
