package dev.moldau.server;

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
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;

/**
 * A connection on which any question can be asked in any version, one after the other. One thread;
 * every wait ends after 20 seconds.
 */
final class BrokerConnection implements AutoCloseable {

    private static final int TIMEOUT_MS = 20_000;

    private final Socket socket = new Socket();
    private int correlationId;

    /**
     * @param address host and port, as in bootstrap.servers
     */
    BrokerConnection(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        socket.setSoTimeout(TIMEOUT_MS);
        socket.connect(
                new InetSocketAddress(
                        address.substring(0, colon),
                        Integer.parseInt(address.substring(colon + 1))),
                TIMEOUT_MS);
    }

    /**
     * Asks, and waits for the answer.
     *
     * @throws EOFException if the broker closes the connection instead of answering
     */
    <R extends ApiMessage> R ask(Class<R> answer, ApiKey api, int version, ApiMessage request)
            throws IOException {
        send(api, (short) version, request);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        MessageCodec<?> codec = ApiCodecs.response(api).orElseThrow();
        WireReader reader = new WireReader(ByteBuffer.wrap(frame));
        ResponseHeader.read(reader, api, codec, (short) version);
        return answer.cast(codec.read(reader, (short) version));
    }

    // A codec of the catalogue writes the messages of its API.
    @SuppressWarnings("unchecked")
    private void send(ApiKey api, short version, ApiMessage request) throws IOException {
        WireWriter out = new WireWriter();
        FrameWriter.writeRequest(
                new RequestHeader(api, version, ++correlationId, "test"),
                (MessageCodec<ApiMessage>) ApiCodecs.request(api).orElseThrow(),
                request,
                out);
        ByteBuffer frame = out.toBuffer();
        byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        socket.getOutputStream().write(bytes);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
