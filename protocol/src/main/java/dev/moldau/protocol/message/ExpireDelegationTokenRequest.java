package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import java.nio.ByteBuffer;

/**
 * Asks to let a delegation token expire sooner or at once.
 *
 * @param hmac the token's secret
 * @param expiryTimePeriodMs negative for at once
 */
@Request(api = ApiKey.EXPIRE_DELEGATION_TOKEN, versions = "0-2", flexible = "2+")
public record ExpireDelegationTokenRequest(ByteBuffer hmac, long expiryTimePeriodMs)
        implements ApiMessage {}
