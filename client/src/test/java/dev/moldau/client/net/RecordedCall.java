package dev.moldau.client.net;

import dev.moldau.client.errors.ClientException;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.ProduceRequest;
import dev.moldau.protocol.record.MemoryRecords;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A call that writes down what becomes of it, and spoils its memory as soon as it may. */
final class RecordedCall implements Call<ApiMessage> {

    static final byte SPOILT = (byte) 0xdd;

    /** All events of all calls that share it, in order. */
    final List<String> log;

    final String name;
    final CompletableFuture<ApiMessage> outcome = new CompletableFuture<>();
    final CompletableFuture<Void> released = new CompletableFuture<>();

    private final ApiKey api;
    private final int timeoutMs;
    private final short acks;
    private final @Nullable ByteBuffer records;
    private final short lowest;

    private RecordedCall(
            String name,
            ApiKey api,
            int timeoutMs,
            short acks,
            @Nullable ByteBuffer records,
            short lowest,
            List<String> log) {
        this.name = name;
        this.api = api;
        this.timeoutMs = timeoutMs;
        this.acks = acks;
        this.records = records;
        this.lowest = lowest;
        this.log = log;
    }

    static RecordedCall metadata(String name, int timeoutMs, List<String> log) {
        return new RecordedCall(name, ApiKey.METADATA, timeoutMs, (short) 1, null, (short) 1, log);
    }

    static RecordedCall metadata(int timeoutMs) {
        return metadata("metadata", timeoutMs, new CopyOnWriteArrayList<>());
    }

    static RecordedCall atLeast(int lowest) {
        return new RecordedCall(
                "metadata",
                ApiKey.METADATA,
                5000,
                (short) 1,
                null,
                (short) lowest,
                new CopyOnWriteArrayList<>());
    }

    static RecordedCall produce(
            String name, int timeoutMs, int acks, ByteBuffer records, List<String> log) {
        return new RecordedCall(
                name, ApiKey.PRODUCE, timeoutMs, (short) acks, records, (short) 3, log);
    }

    @Override
    public ApiKey api() {
        return api;
    }

    @Override
    public short lowestVersion() {
        return lowest;
    }

    /** Below the versions that name topics by id. */
    @Override
    public short highestVersion() {
        short highest = ApiCodecs.request(api).orElseThrow().highestVersion();
        return (short) Math.min(highest, 12);
    }

    @Override
    public int timeoutMs() {
        return timeoutMs;
    }

    @Override
    public boolean expectsAnswer() {
        return acks != 0;
    }

    @Override
    public ApiMessage message(short version) {
        log.add(name + " message");
        if (records == null) {
            return new MetadataRequest(List.of(), true, false, false);
        }
        return new ProduceRequest(
                null,
                acks,
                1000,
                List.of(
                        new ProduceRequest.Topic(
                                name,
                                Uuid.ZERO,
                                List.of(
                                        new ProduceRequest.Partition(
                                                0, new MemoryRecords(records))))));
    }

    @Override
    public void answered(ApiMessage response, short version) {
        log.add(name + " answered");
        outcome.complete(response);
    }

    @Override
    public void sentWithoutAnswer() {
        log.add(name + " sent");
        outcome.complete(new MetadataRequest(List.of(), true, false, false));
    }

    @Override
    public void failed(ClientException cause) {
        log.add(name + " failed");
        outcome.completeExceptionally(cause);
    }

    @Override
    public void released() {
        log.add(name + " released");
        if (records != null) {
            for (int i = records.position(); i < records.limit(); i++) {
                records.put(i, SPOILT);
            }
        }
        released.complete(null);
    }
}
