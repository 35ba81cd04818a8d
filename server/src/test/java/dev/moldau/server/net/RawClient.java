package dev.moldau.server.net;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A socket that speaks to {@link Echo}, byte by byte if need be. Every wait ends after 20 s. */
final class RawClient implements AutoCloseable {

    private static final int TIMEOUT_MS = 20_000;
    private static final short SASL_AUTHENTICATE = 36;

    final Socket socket = new Socket();
    private final OutputStream out;
    private final DataInputStream in;

    RawClient(int port) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MS);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MS);
        out = socket.getOutputStream();
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    /** A whole frame, its size in front. */
    static byte[] request(int correlationId, byte how, int payloadBytes) {
        byte[] payload = new byte[payloadBytes];
        for (int i = 0; i < payload.length; i++) {
            payload[i] = (byte) (i + correlationId);
        }
        if (payload.length > 0) {
            payload[0] = how;
        }
        byte[] clientId = "raw".getBytes(StandardCharsets.UTF_8);
        int size = 2 + 2 + 4 + 2 + clientId.length + 4 + payload.length;
        return ByteBuffer.allocate(4 + size)
                .putInt(size)
                .putShort(SASL_AUTHENTICATE)
                .putShort((short) 0)
                .putInt(correlationId)
                .putShort((short) clientId.length)
                .put(clientId)
                .putInt(payload.length)
                .put(payload)
                .array();
    }

    void send(byte[] bytes) throws IOException {
        send(bytes, 0, bytes.length);
    }

    void send(byte[] bytes, int from, int to) throws IOException {
        out.write(bytes, from, to - from);
        out.flush();
    }

    /** Reads one response and returns its correlation id, having checked the echo. */
    int receive(byte[] request) throws IOException {
        int size = in.readInt();
        byte[] body = in.readNBytes(size);
        ByteBuffer response = ByteBuffer.wrap(body);
        int correlationId = response.getInt();
        response.getShort();
        short message = response.getShort();
        if (message != -1) {
            throw new IOException("unexpected error message");
        }
        int length = response.getInt();
        int sent = request.length - 4 - 17;
        if (length != sent) {
            throw new IOException("sent " + sent + " bytes and got " + length);
        }
        for (int i = 0; i < length; i++) {
            if (response.get() != request[request.length - length + i]) {
                throw new IOException("byte " + i + " of " + length + " differs");
            }
        }
        return correlationId;
    }

    /** Reads one response, whatever it holds, and returns its size. */
    int receiveAny() throws IOException {
        int size = in.readInt();
        return in.readNBytes(size).length;
    }

    /** Waits until the server closes the connection; fails if it sends something. */
    void awaitClosed() throws IOException {
        int read;
        try {
            read = in.read();
        } catch (java.net.SocketException e) {
            // A reset is an end as well: bytes of ours were not read.
            return;
        }
        if (read >= 0) {
            throw new IOException("expected the end, got a byte");
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
