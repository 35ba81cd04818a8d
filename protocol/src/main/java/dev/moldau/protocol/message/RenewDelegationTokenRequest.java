package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import java.nio.ByteBuffer;

/**
 * Asks to let a delegation token expire later.
 *
 * @param hmac the token's secret
 */
@Request(api = ApiKey.RENEW_DELEGATION_TOKEN, versions = "0-2", flexible = "2+")
public record RenewDelegationTokenRequest(ByteBuffer hmac, long renewPeriodMs)
        implements ApiMessage {}
