package dev.moldau.protocol.processor;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;
import dev.moldau.protocol.schema.Tagged;
import dev.moldau.protocol.schema.Versions;

/** A message that does not keep unknown tagged fields. */
@Data(versions = "0-1", flexible = "0+")
public record Forgetful(int number, @Versions("1+") @Tagged(tag = 3, versions = "1+") int flag)
        implements ApiMessage {}
