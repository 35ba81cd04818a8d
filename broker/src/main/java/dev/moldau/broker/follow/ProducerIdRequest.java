package dev.moldau.broker.follow;

import dev.moldau.cluster.controller.ControllerCommand.ProducerIdBlock;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.AllocateProducerIdsRequest;
import dev.moldau.protocol.message.AllocateProducerIdsResponse;
import java.util.function.LongSupplier;

/**
 * Asks for producer ids. If an answer gets lost its ids are never used, and there are enough.
 *
 * @param brokerId who asks
 * @param brokerEpoch which of its registrations, as it is known when a request leaves
 */
record ProducerIdRequest(int brokerId, LongSupplier brokerEpoch)
        implements ControllerRequest<AllocateProducerIdsResponse, ProducerIdBlock> {

    @Override
    public ApiKey api() {
        return ApiKey.ALLOCATE_PRODUCER_IDS;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 0;
    }

    @Override
    public boolean repeatable() {
        return true;
    }

    @Override
    public ApiMessage message(short version) {
        return new AllocateProducerIdsRequest(brokerId, brokerEpoch.getAsLong());
    }

    @Override
    public ErrorCode error(AllocateProducerIdsResponse answer) {
        return ErrorCode.of(answer.errorCode());
    }

    @Override
    public ProducerIdBlock result(AllocateProducerIdsResponse answer) {
        return new ProducerIdBlock(answer.producerIdStart(), answer.producerIdLen());
    }
}
