package dev.moldau.cli.training;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.header.FrameWriter;
import dev.moldau.protocol.header.RequestHeader;
import dev.moldau.protocol.header.ResponseHeader;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;

/** One connection that asks and waits. Confined to its thread. */
final class TrainingClient implements AutoCloseable {

    private static final int TIMEOUT_MS = 20_000;

    private final Socket socket = new Socket();
    private final DataInputStream in;
    private int correlationId;

    TrainingClient(int port) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MS);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MS);
        in = new DataInputStream(socket.getInputStream());
    }

    /** Sends a request and returns its response. */
    <Q extends ApiMessage, R extends ApiMessage> R ask(
            ApiKey api, int version, Q request, Class<R> responseType) throws IOException {
        send(api, (short) version, request);
        MessageCodec<?> codec = ApiCodecs.response(api).orElseThrow();
        ByteBuffer frame = ByteBuffer.wrap(in.readNBytes(in.readInt()));
        WireReader reader = new WireReader(frame);
        int answered = ResponseHeader.read(reader, api, codec, (short) version).correlationId();
        if (answered != correlationId) {
            throw new IOException("expected answer " + correlationId + ", got " + answered);
        }
        return responseType.cast(codec.read(reader, (short) version));
    }

    // The codec of an API's requests reads and writes that API's requests.
    @SuppressWarnings("unchecked")
    private <Q extends ApiMessage> void send(ApiKey api, short version, Q request)
            throws IOException {
        MessageCodec<Q> codec = (MessageCodec<Q>) ApiCodecs.request(api).orElseThrow();
        correlationId++;
        WireWriter out = new WireWriter();
        RequestHeader header = new RequestHeader(api, version, correlationId, "training");
        FrameWriter.writeRequest(header, codec, request, out);
        Channels.newChannel(socket.getOutputStream()).write(out.toBuffer());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
