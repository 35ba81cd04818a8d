package dev.moldau.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.message.ConsumerGroupMemberMetadataValue.ClassicMemberMetadata;
import dev.moldau.protocol.message.ConsumerGroupMemberMetadataValue.ClassicProtocol;
import dev.moldau.protocol.reference.ReferenceMessage;
import dev.moldau.protocol.reference.ReferenceReleases;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The one message with a tagged record that may be null. Kafka's own schema and its generated class
 * do not agree about the mark before it, so samples made from the schema cannot judge; the class,
 * which is what Kafka reads and writes its log with, can.
 */
class MemberMetadataFormatTest {

    private static final ReferenceMessage JUDGE =
            ReferenceReleases.current()
                    .data(
                            "org.apache.kafka.coordinator.group.generated."
                                    + "ConsumerGroupMemberMetadataValue");

    static List<ConsumerGroupMemberMetadataValue> values() {
        return List.of(
                value("i", "a|b", null),
                value(null, null, new ClassicMemberMetadata(0, List.of())),
                value(
                        null,
                        null,
                        new ClassicMemberMetadata(
                                45_000,
                                List.of(
                                        new ClassicProtocol(
                                                "range", ByteBuffer.wrap(new byte[] {1, 2, 3})),
                                        new ClassicProtocol(
                                                "sticky", ByteBuffer.wrap(new byte[0]))))));
    }

    private static ConsumerGroupMemberMetadataValue value(
            @Nullable String instanceId,
            @Nullable String regex,
            @Nullable ClassicMemberMetadata classic) {
        return new ConsumerGroupMemberMetadataValue(
                instanceId,
                "rack",
                "client",
                "/10.0.0.7",
                List.of("t", "u"),
                regex,
                300_000,
                "range",
                classic);
    }

    @ParameterizedTest
    @MethodSource("values")
    void kafkaReadsWhatWeWriteAndWritesTheSame(ConsumerGroupMemberMetadataValue value) {
        WireWriter out = new WireWriter();
        ConsumerGroupMemberMetadataValueCodec.INSTANCE.write(value, out, (short) 0);
        ByteBuffer ours = out.toBuffer();

        Object theirs = JUDGE.read(ours.duplicate(), (short) 0);

        assertThat(JUDGE.write(theirs, (short) 0)).contains(ours);
        assertThat(
                        ConsumerGroupMemberMetadataValueCodec.INSTANCE.read(
                                new WireReader(ours), (short) 0))
                .isEqualTo(value);
    }
}
