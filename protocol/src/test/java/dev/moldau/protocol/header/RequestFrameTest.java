package dev.moldau.protocol.header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.fuzz.AllocationBound;
import dev.moldau.protocol.fuzz.RandomBytes;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.MetadataRequestCodec;
import dev.moldau.protocol.wire.MalformedMessageException;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.MessageUtil;
import org.junit.jupiter.api.Test;

class RequestFrameTest {

    private static final long SEED = Long.getLong("moldau.fuzz.seed", 20_261_129L);

    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    /** A header as Kafka writes it before a request of this API and version. */
    private static ByteBuffer theirHeader(ApiKeys api, short version, String clientId) {
        RequestHeaderData header =
                new RequestHeaderData()
                        .setRequestApiKey(api.id)
                        .setRequestApiVersion(version)
                        .setCorrelationId(4711)
                        .setClientId(clientId);
        return MessageUtil.toByteBufferAccessor(header, api.requestHeaderVersion(version)).buffer();
    }

    /** Kafka 4 says nothing sensible about versions that it has removed. */
    private static short lowestOfBoth(MessageCodec<?> codec, ApiKeys theirs) {
        return (short) Math.max(codec.lowestVersion(), theirs.messageType.lowestSupportedVersion());
    }

    @Test
    void headersOfAllApisAndVersionsAreThoseOfKafka() {
        int seen = 0;
        for (ApiKey api : ApiKey.values()) {
            MessageCodec<?> codec = ApiCodecs.request(api).orElse(null);
            if (codec == null || api.moldauOnly()) {
                continue;
            }
            ApiKeys theirs = ApiKeys.forId(api.id());
            for (short v = lowestOfBoth(codec, theirs); v <= codec.highestVersion(); v++) {
                for (String clientId : new String[] {null, "", "c1"}) {
                    ByteBuffer header = theirHeader(theirs, v, clientId);
                    RequestFrame frame = RequestFrame.read(header);
                    RequestHeader expected = new RequestHeader(api, v, 4711, clientId);
                    assertThat(frame)
                            .isInstanceOfSatisfying(
                                    RequestFrame.Known.class,
                                    known -> {
                                        assertThat(known.header()).isEqualTo(expected);
                                        assertThat(known.body().remaining()).isZero();
                                    });
                    WireWriter out = new WireWriter();
                    expected.write(out, codec.flexible(v));
                    assertThat(out.toBuffer()).isEqualTo(header);
                    seen++;
                }
            }
        }
        assertThat(seen).isGreaterThan(500);
    }

    @Test
    void responseHeadersOfAllApisAndVersionsAreThoseOfKafka() {
        for (ApiKey api : ApiKey.values()) {
            MessageCodec<?> codec = ApiCodecs.response(api).orElse(null);
            if (codec == null || api.moldauOnly()) {
                continue;
            }
            ApiKeys theirs = ApiKeys.forId(api.id());
            for (short v = lowestOfBoth(codec, theirs); v <= codec.highestVersion(); v++) {
                ByteBuffer header =
                        MessageUtil.toByteBufferAccessor(
                                        new ResponseHeaderData().setCorrelationId(-5),
                                        theirs.responseHeaderVersion(v))
                                .buffer();
                WireWriter out = new WireWriter();
                new ResponseHeader(-5).write(out, api, codec, v);
                assertThat(out.toBuffer()).as("%s v%d", api, v).isEqualTo(header);
                WireReader in = new WireReader(header);
                assertThat(ResponseHeader.read(in, api, codec, v).correlationId()).isEqualTo(-5);
                assertThat(in.remaining()).isZero();
            }
        }
    }

    @Test
    void wholeRequestRoundTripsAndKafkaReadsIt() {
        MetadataRequest request =
                new MetadataRequest(
                        List.of(new MetadataRequest.Topic(dev.moldau.common.Uuid.ZERO, "river")),
                        false,
                        false,
                        true);
        RequestHeader header = new RequestHeader(ApiKey.METADATA, (short) 12, 7, "tour");
        WireWriter out = new WireWriter();
        FrameWriter.writeRequest(header, MetadataRequestCodec.INSTANCE, request, out);
        ByteBuffer frame = out.toBuffer();
        assertThat(frame.getInt()).isEqualTo(frame.remaining());

        assertThat(RequestFrame.read(frame))
                .isInstanceOfSatisfying(
                        RequestFrame.Known.class,
                        known -> {
                            assertThat(known.header()).isEqualTo(header);
                            assertThat(known.readBody()).isEqualTo(request);
                        });

        var theirs = org.apache.kafka.common.requests.RequestHeader.parse(frame);
        assertThat(theirs.clientId()).isEqualTo("tour");
        var body =
                new org.apache.kafka.common.message.MetadataRequestData(
                        new ByteBufferAccessor(frame), (short) 12);
        assertThat(body.topics().get(0).name()).isEqualTo("river");
        assertThat(body.allowAutoTopicCreation()).isFalse();
    }

    @Test
    void unknownTaggedFieldsInTheHeaderAreReadOver() {
        ByteBuffer frame = bytes("0003 000c 00000001 0001 61 02 05 02 ffff 63 00 aa");
        assertThat(RequestFrame.read(frame))
                .isInstanceOfSatisfying(
                        RequestFrame.Known.class,
                        known -> {
                            assertThat(known.header().clientId()).isEqualTo("a");
                            assertThat(known.body().remaining()).isEqualTo(1);
                        });
    }

    @Test
    void versionsThatDoNotExistAreToldWithTheRangeThatDoes() {
        assertThat(RequestFrame.read(bytes("0012 0063 00000009 0002 6162 00")))
                .isEqualTo(
                        new RequestFrame.UnsupportedVersion(
                                new RequestHeader(ApiKey.API_VERSIONS, (short) 99, 9, "ab"),
                                (short) 0,
                                (short) 5));
        assertThat(RequestFrame.read(bytes("0012 ffff 00000009 7fff")))
                .isEqualTo(
                        new RequestFrame.UnsupportedVersion(
                                new RequestHeader(ApiKey.API_VERSIONS, (short) -1, 9, null),
                                (short) 0,
                                (short) 5));
    }

    @Test
    void apisThatDoNotExistAreTold() {
        assertThat(RequestFrame.read(bytes("7fff 0001 00000009")))
                .isEqualTo(new RequestFrame.UnknownApi(Short.MAX_VALUE, (short) 1, 9));
        assertThat(RequestFrame.read(bytes("0004 0001 00000009 ffff")))
                .isEqualTo(new RequestFrame.UnknownApi((short) 4, (short) 1, 9));
        assertThat(RequestFrame.read(bytes("ffff 0001 00000009 ffff")))
                .isEqualTo(new RequestFrame.UnknownApi((short) -1, (short) 1, 9));
    }

    @Test
    void headersThatAreCutOffAreMalformed() {
        ByteBuffer whole = bytes("0003 000c 00000001 0001 61 00");
        for (int size = 0; size < whole.limit(); size++) {
            ByteBuffer cut = whole.duplicate().limit(size);
            assertThatThrownBy(() -> RequestFrame.read(cut))
                    .as("%d bytes", size)
                    .isInstanceOf(MalformedMessageException.class);
        }
    }

    /** FIELD-REPORTS row 58: kafka#3359, KAFKA-5062. */
    @Test
    void nestedArraysThatWouldCostGigabytesAreMalformed() {
        int topics = 40;
        int partitions = 500_000;
        ByteBuffer frame = ByteBuffer.allocate(32 + topics * (10 + 4 * partitions));
        frame.putShort(ApiKey.OFFSET_FETCH.id()).putShort((short) 1).putInt(1).putShort((short) -1);
        frame.putShort((short) 0).putInt(topics);
        for (int i = 0; i < topics; i++) {
            frame.putShort((short) 0).putInt(partitions);
            frame.position(frame.position() + 4 * partitions);
        }
        frame.flip();
        assertThat(RequestFrame.read(frame))
                .isInstanceOfSatisfying(
                        RequestFrame.Known.class,
                        known ->
                                assertThatThrownBy(known::readBody)
                                        .isInstanceOf(MalformedMessageException.class)
                                        .hasMessageContaining("all arrays"));
    }

    @Test
    void randomBytesAreAFrameOrMalformedAndNothingElse() {
        SplittableRandom random = new SplittableRandom(SEED);
        AllocationBound bound = new AllocationBound();
        int known = 0;
        for (int i = 0; i < 200_000; i++) {
            ByteBuffer frame = RandomBytes.of(random, 64);
            bound.begin();
            try {
                if (RequestFrame.read(frame) instanceof RequestFrame.Known) {
                    known++;
                }
            } catch (MalformedMessageException e) {
                assertThat(e.position()).isLessThanOrEqualTo(frame.remaining());
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + SEED + ", case " + i, e);
            }
            bound.check(1_000_000, "seed " + SEED + ", case " + i);
        }
        assertThat(known).isGreaterThan(1_000);
    }
}
