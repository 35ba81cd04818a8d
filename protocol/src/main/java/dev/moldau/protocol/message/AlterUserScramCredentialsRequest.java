package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import java.nio.ByteBuffer;
import java.util.List;

/** Sets and removes SCRAM credentials of users. */
@Request(api = ApiKey.ALTER_USER_SCRAM_CREDENTIALS, versions = "0", flexible = "0+")
public record AlterUserScramCredentialsRequest(List<Deletion> deletions, List<Upsertion> upsertions)
        implements ApiMessage {

    /**
     * A credential to remove.
     *
     * @param mechanism 1 for SCRAM-SHA-256, 2 for SCRAM-SHA-512
     */
    public record Deletion(String name, byte mechanism) {}

    /**
     * A credential to set; the password never travels in clear.
     *
     * @param mechanism 1 for SCRAM-SHA-256, 2 for SCRAM-SHA-512
     */
    public record Upsertion(
            String name,
            byte mechanism,
            int iterations,
            ByteBuffer salt,
            ByteBuffer saltedPassword) {}
}
