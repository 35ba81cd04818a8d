package dev.moldau.client.fake;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A client's connection to a fake broker. One thread reads requests and has them handled under the
 * cluster's lock; another writes the replies in order, each when it is due.
 */
final class FakeConnection {

    private static final int LARGEST_FRAME_BYTES = 128 << 20;

    private final FakeBroker broker;
    private final FakeBrokers owner;
    private final Socket socket;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final BlockingQueue<Due> replies = new LinkedBlockingQueue<>();

    private record Due(Reply reply, long atNs) {}

    FakeConnection(FakeBroker broker, FakeBrokers owner, Socket socket) {
        this.broker = broker;
        this.owner = owner;
        this.socket = socket;
    }

    void start() {
        broker.thread("read", this::read);
        broker.thread("write", this::write);
    }

    boolean isClosed() {
        return socket.isClosed();
    }

    void close() {
        closed.countDown();
        replies.add(new Due(new Reply.Disconnect(), 0));
        FakeBroker.close(socket);
    }

    private void read() {
        try {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                int size = in.readInt();
                if (size < 0 || size > LARGEST_FRAME_BYTES) {
                    throw new IOException("frame of " + size + " bytes");
                }
                byte[] frame = new byte[size];
                in.readFully(frame);
                handle(frame);
            }
        } catch (IOException e) {
            close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void handle(byte[] frame) throws IOException, InterruptedException {
        FakeCluster cluster = owner.cluster();
        synchronized (cluster) {
            // No deadline: a paused broker waits until it goes on or is closed.
            while (cluster.broker(broker.id()).condition() == ModelBroker.Condition.PAUSED
                    && broker.isListening()) {
                cluster.wait();
            }
            if (!broker.isListening()) {
                throw new IOException("stopped");
            }
            Reply reply = cluster.arrive(broker.id(), ByteBuffer.wrap(frame));
            long delayMs = reply instanceof Reply.Answer answer ? answer.delayMs() : 0;
            replies.add(new Due(reply, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delayMs)));
            cluster.notifyAll();
        }
    }

    private void write() {
        try {
            OutputStream out = socket.getOutputStream();
            boolean silent = false;
            while (!socket.isClosed()) {
                Due due = replies.take();
                silent |= due.reply() instanceof Reply.Silence;
                if (due.reply() instanceof Reply.Disconnect) {
                    FakeBroker.close(socket);
                } else if (!silent) {
                    write(due, out);
                }
            }
        } catch (IOException e) {
            FakeBroker.close(socket);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(Due due, OutputStream out) throws IOException, InterruptedException {
        long waitNs = due.atNs() - System.nanoTime();
        if (waitNs > 0 && closed.await(waitNs, TimeUnit.NANOSECONDS)) {
            return;
        }
        if (due.reply() instanceof Reply.Answer answer) {
            out.write(bytes(answer.frame()));
            out.flush();
        } else if (due.reply() instanceof Reply.Cut cut) {
            out.write(bytes(cut.part()));
            out.flush();
            FakeBroker.close(socket);
        }
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
    }
}
