package dev.moldau.broker.access;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.CreateDelegationTokenRequest;
import dev.moldau.protocol.message.CreateDelegationTokenResponse;
import dev.moldau.protocol.message.DescribeDelegationTokenRequest;
import dev.moldau.protocol.message.DescribeDelegationTokenResponse;
import dev.moldau.protocol.message.ExpireDelegationTokenRequest;
import dev.moldau.protocol.message.ExpireDelegationTokenResponse;
import dev.moldau.protocol.message.RenewDelegationTokenRequest;
import dev.moldau.protocol.message.RenewDelegationTokenResponse;
import java.nio.ByteBuffer;
import java.util.List;

/** Answers about delegation tokens of a broker that issues none (KIP-48). */
final class TokenAnswers {

    private static final long NO_TIME = -1;

    private TokenAnswers() {}

    static CreateDelegationTokenResponse create(
            RequestContext context, CreateDelegationTokenRequest request) {
        return new CreateDelegationTokenResponse(
                disabled(context),
                "",
                "",
                "",
                "",
                NO_TIME,
                NO_TIME,
                NO_TIME,
                "",
                ByteBuffer.allocate(0),
                0);
    }

    static RenewDelegationTokenResponse renew(
            RequestContext context, RenewDelegationTokenRequest request) {
        return new RenewDelegationTokenResponse(disabled(context), NO_TIME, 0);
    }

    static ExpireDelegationTokenResponse expire(
            RequestContext context, ExpireDelegationTokenRequest request) {
        return new ExpireDelegationTokenResponse(disabled(context), NO_TIME, 0);
    }

    static DescribeDelegationTokenResponse describe(
            RequestContext context, DescribeDelegationTokenRequest request) {
        return new DescribeDelegationTokenResponse(disabled(context), List.of(), 0);
    }

    private static short disabled(RequestContext context) {
        return context.counted(ErrorCode.DELEGATION_TOKEN_AUTH_DISABLED).code();
    }
}
