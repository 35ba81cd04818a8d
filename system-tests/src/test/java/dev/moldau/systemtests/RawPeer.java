package dev.moldau.systemtests;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;

/** A connection to a broker that may send anything. Every wait ends after 20 s. */
final class RawPeer implements AutoCloseable {

    private static final int TIMEOUT_MS = 20_000;

    private final Socket socket = new Socket();
    private final DataInputStream in;

    RawPeer(BrokerProcess broker) throws IOException {
        this(broker, 0);
    }

    /**
     * @param receiveBytes how much the kernel keeps for us to read; 0 leaves it to the system
     */
    RawPeer(BrokerProcess broker, int receiveBytes) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MS);
        if (receiveBytes > 0) {
            socket.setReceiveBufferSize(receiveBytes);
        }
        socket.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), broker.port()), TIMEOUT_MS);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1024));
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Sends as much as the broker takes; it may close meanwhile. */
    void sendIfTaken(byte[] bytes) {
        try {
            send(bytes);
        } catch (IOException e) {
            // Closed: what the caller wants to see comes with the next read.
            return;
        }
    }

    /** The body of the next response, behind its correlation id. */
    ByteBuffer receive() throws IOException {
        byte[] body = in.readNBytes(in.readInt());
        return ByteBuffer.wrap(body).position(Integer.BYTES);
    }

    ByteBuffer ask(byte[] request) throws IOException {
        send(request);
        return receive();
    }

    /** The error of the only partition in the answer to {@link WireFrame#produce}. */
    int produceError(byte[] request) throws IOException {
        ByteBuffer answer = ask(request);
        answer.getInt();
        answer.position(answer.getShort() + answer.position());
        answer.getInt();
        answer.getInt();
        return answer.getShort();
    }

    /** Waits until the broker closes; false if it sends something instead. */
    boolean isClosedByBroker() throws IOException {
        try {
            in.readByte();
            return false;
        } catch (EOFException | SocketException e) {
            // A reset is an end as well: bytes of ours were not read.
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
