package dev.moldau.client.net;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.header.FrameWriter;
import dev.moldau.protocol.header.RequestFrame;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.message.ApiVersionsResponse;
import dev.moldau.protocol.message.MetadataResponse;
import dev.moldau.protocol.message.ProduceRequest;
import dev.moldau.protocol.message.ProduceResponse;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireWriter;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The server's side of one connection in a test. */
final class ServerConnection {

    private final Socket socket;
    private final DataInputStream in;

    ServerConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
    }

    /** The next request. */
    RequestFrame.Known read() throws IOException {
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return (RequestFrame.Known) RequestFrame.read(ByteBuffer.wrap(frame));
    }

    /** Takes the request for versions and answers that all is served in all versions. */
    ServerConnection negotiate() throws IOException {
        RequestFrame.Known request = read();
        write(answer(request, everything()));
        return this;
    }

    /** Answers everything until the client goes. */
    void serveAll() throws IOException {
        while (true) {
            RequestFrame.Known request = read();
            write(answer(request, bodyFor(request.header().api())));
        }
    }

    static ApiMessage bodyFor(ApiKey api) {
        return switch (api) {
            case API_VERSIONS -> everything();
            case METADATA -> metadata("cluster");
            case PRODUCE -> new ProduceResponse(List.of(), 0, List.of());
            default -> throw new IllegalArgumentException(api.wireName());
        };
    }

    static MetadataResponse metadata(String clusterId) {
        return new MetadataResponse(
                0, List.of(), clusterId, 1, List.of(), Integer.MIN_VALUE, (short) 0);
    }

    static ApiVersionsResponse everything() {
        List<ApiVersionsResponse.Api> apis = new ArrayList<>();
        for (ApiKey api : List.of(ApiKey.PRODUCE, ApiKey.METADATA, ApiKey.API_VERSIONS)) {
            MessageCodec<?> codec = ApiCodecs.request(api).orElseThrow();
            apis.add(
                    new ApiVersionsResponse.Api(
                            api.id(), codec.lowestVersion(), codec.highestVersion()));
        }
        return versions((short) 0, apis);
    }

    static ApiVersionsResponse versions(short error, List<ApiVersionsResponse.Api> apis) {
        return new ApiVersionsResponse(error, apis, 0, List.of(), -1, List.of(), false);
    }

    static ByteBuffer answer(RequestFrame.Known request, ApiMessage body) {
        return answer(request, body, request.header().correlationId(), request.header().version());
    }

    /** A whole answer, its size included. */
    @SuppressWarnings("unchecked")
    static ByteBuffer answer(
            RequestFrame.Known request, ApiMessage body, int correlationId, short version) {
        WireWriter out = new WireWriter();
        MessageCodec<ApiMessage> codec =
                (MessageCodec<ApiMessage>) ApiCodecs.response(request.header().api()).orElseThrow();
        FrameWriter.writeResponse(request.header().api(), codec, version, correlationId, body, out);
        return out.toBuffer();
    }

    /** The records that a produce request has for the topic's only partition. */
    static ByteBuffer records(ProduceRequest.Topic topic) {
        MemoryRecords records =
                (MemoryRecords) Objects.requireNonNull(topic.partitionData().get(0).records());
        return records.bytes();
    }

    void write(ByteBuffer bytes) throws IOException {
        byte[] out = new byte[bytes.remaining()];
        bytes.duplicate().get(out);
        socket.getOutputStream().write(out);
    }

    /** Reads until the client closes. */
    void awaitEnd() throws IOException {
        int read;
        do {
            read = in.read();
        } while (read >= 0);
    }

    /** Stops reading and writing, with a reset at the client. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }
}
