package dev.moldau.server.net;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.record.Records;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Answers every fetch of version 4 with the records that a test supplies. */
final class Fetches implements ApiHandler<FetchRequest, FetchResponse> {

    private final Supplier<List<Records>> records;

    /**
     * @param records the records of the partitions of one answer
     */
    Fetches(Supplier<List<Records>> records) {
        this.records = records;
    }

    @Override
    public ApiKey apiKey() {
        return ApiKey.FETCH;
    }

    @Override
    public short lowestVersion() {
        return 4;
    }

    @Override
    public short highestVersion() {
        return 4;
    }

    @Override
    public CompletionStage<FetchResponse> handle(RequestContext context, FetchRequest request) {
        List<FetchResponse.Partition> partitions =
                records.get().stream().map(Fetches::partition).toList();
        return CompletableFuture.completedFuture(
                new FetchResponse(
                        0,
                        ErrorCode.NONE.code(),
                        0,
                        List.of(new FetchResponse.Topic("t", Uuid.ZERO, partitions)),
                        List.of()));
    }

    private static FetchResponse.Partition partition(Records records) {
        return FetchResponse.Partition.of(0, 1, 1, 0, null, records);
    }
}
