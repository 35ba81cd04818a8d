package dev.moldau.client.fake;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.Call;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.message.MetadataResponse;
import dev.moldau.protocol.message.ProduceRequest;
import dev.moldau.protocol.message.ProduceResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call that writes down what becomes of it. */
final class RecordedCall<R extends ApiMessage> implements Call<R> {

    final List<String> events = new ArrayList<>();
    @Nullable R response;
    @Nullable ClientException failure;

    private final ApiKey api;
    private final ApiMessage message;
    private final Runnable whenReleased;
    private int timeoutMs = 1_000;

    private RecordedCall(ApiKey api, ApiMessage message, Runnable whenReleased) {
        this.api = api;
        this.message = message;
        this.whenReleased = whenReleased;
    }

    static RecordedCall<ProduceResponse> produce(ProduceRequest request, Runnable whenReleased) {
        return new RecordedCall<>(ApiKey.PRODUCE, request, whenReleased);
    }

    static RecordedCall<MetadataResponse> metadata(ApiMessage request) {
        return new RecordedCall<>(ApiKey.METADATA, request, () -> {});
    }

    RecordedCall<R> timeoutMs(int ms) {
        timeoutMs = ms;
        return this;
    }

    boolean isOver() {
        return isTold() && events.contains("released");
    }

    boolean isTold() {
        return events.stream().anyMatch(e -> !e.equals("message") && !e.equals("released"));
    }

    @Override
    public ApiKey api() {
        return api;
    }

    @Override
    public short lowestVersion() {
        return 3;
    }

    @Override
    public short highestVersion() {
        return ApiCodecs.request(api).orElseThrow().highestVersion();
    }

    @Override
    public int timeoutMs() {
        return timeoutMs;
    }

    @Override
    public boolean expectsAnswer() {
        return !(message instanceof ProduceRequest request) || request.acks() != 0;
    }

    @Override
    public ApiMessage message(short version) {
        events.add("message");
        return message;
    }

    @Override
    public void answered(R answer, short version) {
        events.add("answered");
        response = answer;
    }

    @Override
    public void sentWithoutAnswer() {
        events.add("sent");
    }

    @Override
    public void failed(ClientException cause) {
        events.add("failed");
        failure = cause;
    }

    @Override
    public void released() {
        events.add("released");
        whenReleased.run();
    }
}
