package dev.moldau.protocol.processor;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.record.Records;
import dev.moldau.protocol.schema.Data;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Tagged;
import dev.moldau.protocol.schema.Unsigned16;
import dev.moldau.protocol.schema.Versions;
import dev.moldau.protocol.wire.TaggedFields;
import java.nio.ByteBuffer;
import java.util.List;

/** A message with a component of each kind, for the tests of generated codecs. */
@Data(versions = "0-6", flexible = "3+")
public record EveryKind(
        boolean truth,
        byte tiny,
        short small,
        @Unsigned16 int port,
        int number,
        long large,
        double ratio,
        Uuid id,
        String name,
        ByteBuffer blob,
        Records records,
        List<Integer> numbers,
        List<String> names,
        Inner inner,
        List<Inner> inners,
        @Nullable("1+") String maybeName,
        @Nullable("1+") ByteBuffer maybeBlob,
        @Nullable("1+") Records maybeRecords,
        @Nullable("1+") List<Long> maybeNumbers,
        @Nullable("1+") Inner maybeInner,
        @Versions("2-4") @Default("-7") @Strict int passing,
        @Versions("2+") @Default("river") String late,
        @Versions("2+") Inner lateInner,
        @Versions("2+") @Nullable("2+") @Default("null") Inner lateMaybe,
        @Versions("2+") @Tagged(tag = 4, versions = "4+") @Default("0x10") long moved,
        @Versions("3+") @Tagged(tag = 1, versions = "3+") @Nullable("3+") @Default("null")
                String label,
        @Versions("5+") @Tagged(tag = 9, versions = "5+") Inner leader,
        @Versions("5+") @Tagged(tag = 2, versions = "5+") List<Short> shorts,
        TaggedFields unknown)
        implements ApiMessage {

    /** A record within. */
    public record Inner(@Default("-1") int epoch, @Versions("4+") @Default("true") boolean alive) {}
}
