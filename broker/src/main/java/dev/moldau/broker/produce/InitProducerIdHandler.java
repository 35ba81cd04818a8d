package dev.moldau.broker.produce;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.InitProducerIdRequest;
import dev.moldau.protocol.message.InitProducerIdResponse;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Gives idempotent producers their identity: a fresh id with epoch 0.
 *
 * <p>A producer with a transactional id is told {@code UNSUPPORTED_VERSION}: there is no
 * transaction coordinator, and asking again does not help.
 */
public final class InitProducerIdHandler
        implements ApiHandler<InitProducerIdRequest, InitProducerIdResponse> {

    private final ProducerIds ids;

    /**
     * @param ids where ids come from
     */
    public InitProducerIdHandler(ProducerIds ids) {
        this.ids = ids;
    }

    @Override
    public ApiKey apiKey() {
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
    public CompletionStage<InitProducerIdResponse> handle(
            RequestContext context, InitProducerIdRequest request) {
        String transactionalId = request.transactionalId();
        if (transactionalId != null) {
            ErrorCode error =
                    transactionalId.isEmpty()
                            ? ErrorCode.INVALID_REQUEST
                            : ErrorCode.UNSUPPORTED_VERSION;
            return CompletableFuture.completedFuture(
                    InitProducerIdResponse.error(context.counted(error)));
        }
        return ids.next()
                .handle(
                        (id, failure) ->
                                id == null
                                        ? InitProducerIdResponse.error(
                                                context.counted(
                                                        ErrorCode.COORDINATOR_LOAD_IN_PROGRESS))
                                        : new InitProducerIdResponse(
                                                0, ErrorCode.NONE.code(), id, (short) 0));
    }

    @Override
    public Optional<InitProducerIdResponse> failed(
            RequestContext context, InitProducerIdRequest request, ErrorCode error) {
        return Optional.of(InitProducerIdResponse.error(error));
    }
}
