package dev.moldau.broker.access;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.ImmediateHandler;
import dev.moldau.protocol.ApiKey;
import java.util.List;

/** All handlers of this package, for the composition root. */
public final class AccessHandlers {

    private AccessHandlers() {}

    /** The handlers. */
    public static List<ApiHandler<?, ?>> all() {
        return List.of(
                ImmediateHandler.of(ApiKey.DESCRIBE_ACLS, 0, 3, AclAnswers::describe),
                ImmediateHandler.of(ApiKey.CREATE_ACLS, 0, 3, AclAnswers::create),
                ImmediateHandler.of(ApiKey.DELETE_ACLS, 0, 3, AclAnswers::delete),
                ImmediateHandler.of(ApiKey.CREATE_DELEGATION_TOKEN, 0, 3, TokenAnswers::create),
                ImmediateHandler.of(ApiKey.RENEW_DELEGATION_TOKEN, 0, 2, TokenAnswers::renew),
                ImmediateHandler.of(ApiKey.EXPIRE_DELEGATION_TOKEN, 0, 2, TokenAnswers::expire),
                ImmediateHandler.of(ApiKey.DESCRIBE_DELEGATION_TOKEN, 0, 3, TokenAnswers::describe),
                ImmediateHandler.of(
                        ApiKey.DESCRIBE_USER_SCRAM_CREDENTIALS, 0, 0, ScramAnswers::describe),
                ImmediateHandler.of(
                        ApiKey.ALTER_USER_SCRAM_CREDENTIALS, 0, 0, ScramAnswers::alter));
    }
}
