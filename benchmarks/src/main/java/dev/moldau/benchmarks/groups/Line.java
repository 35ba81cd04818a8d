package dev.moldau.benchmarks.groups;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.RequestHeader;

/**
 * A connection that speaks the protocol with Apache Kafka's codecs and costs next to nothing else.
 * For one thread, which may be a virtual one.
 */
final class Line implements AutoCloseable {

    private static final int ANSWER_MS = 60_000;
    private static final int FRAME_LIMIT_BYTES = 16 * 1_024 * 1_024;

    private final Socket socket;
    private final OutputStream out;
    private final DataInputStream in;
    private final Queue<RequestHeader> open = new ArrayDeque<>();
    private int correlation;

    /**
     * Connects with a broker on the loopback.
     *
     * @param bootstrap its address, as {@code host:port}
     */
    Line(String bootstrap) throws IOException {
        int port = Integer.parseInt(bootstrap.substring(bootstrap.lastIndexOf(':') + 1));
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(ANSWER_MS);
        out = socket.getOutputStream();
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 512));
    }

    /** Sends a request and waits for its answer; none may be open. */
    <R extends AbstractResponse> R ask(AbstractRequest request, Class<R> answer)
            throws IOException {
        send(request);
        return receive(answer);
    }

    /** Sends a request; its answer comes after those of the requests before. */
    void send(AbstractRequest request) throws IOException {
        RequestHeader header =
                new RequestHeader(request.apiKey(), request.version(), "line", correlation++);
        ByteBuffer body = request.serializeWithHeader(header);
        byte[] frame = new byte[Integer.BYTES + body.remaining()];
        ByteBuffer.wrap(frame).putInt(body.remaining()).put(body);
        open.add(header);
        out.write(frame);
    }

    /** How many requests have no answer yet. */
    int openRequests() {
        return open.size();
    }

    /** Waits for the answer to the oldest open request. */
    <R extends AbstractResponse> R receive(Class<R> answer) throws IOException {
        RequestHeader header = open.remove();
        int length = in.readInt();
        if (length < 0 || length > FRAME_LIMIT_BYTES) {
            throw new IOException("an answer of " + length + " bytes");
        }
        byte[] body = in.readNBytes(length);
        return answer.cast(AbstractResponse.parseResponse(ByteBuffer.wrap(body), header));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
