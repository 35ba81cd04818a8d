package dev.moldau.simulation.broker;

import dev.moldau.broker.api.ConnectionInfo;
import dev.moldau.broker.api.Dispatcher;
import dev.moldau.broker.api.InFlightRequest;
import dev.moldau.broker.api.Reply;
import dev.moldau.broker.fetch.ConvertedRecords;
import dev.moldau.client.fake.SimHost;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.wire.WirePiece;
import dev.moldau.simulation.world.SimProcess;
import dev.moldau.storage.DiskFailureException;
import dev.moldau.storage.FileRecords;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A broker's end of a connection, as the server is to it: frames go to the dispatcher, replies
 * leave in the order of the requests, regions of files are read as they leave. A frame that the
 * broker may not use any more is overwritten at once, so that one that it does use shows.
 */
final class BrokerLink implements SimHost.Link {

    private static final byte GARBAGE = 0x5a;

    private final SimProcess process;
    private final Dispatcher dispatcher;
    private final ConnectionInfo info;
    private final Deque<Exchange> exchanges = new ArrayDeque<>();
    private boolean ended;

    private static final class Exchange {
        final Consumer<dev.moldau.client.fake.Reply> then;
        @Nullable InFlightRequest request;
        @Nullable Reply reply;

        Exchange(Consumer<dev.moldau.client.fake.Reply> then) {
            this.then = then;
        }
    }

    BrokerLink(SimProcess process, Dispatcher dispatcher, long connection, String host) {
        this.process = process;
        this.dispatcher = dispatcher;
        this.info =
                new ConnectionInfo(
                        connection,
                        InetSocketAddress.createUnresolved("client", 50_000),
                        InetSocketAddress.createUnresolved(host, 9092),
                        SimulatedBroker.LISTENER,
                        ConnectionInfo.ANONYMOUS);
    }

    @Override
    public void arrive(ByteBuffer frame, Consumer<dev.moldau.client.fake.Reply> then) {
        process.post(() -> begin(frame, then));
    }

    private void begin(ByteBuffer frame, Consumer<dev.moldau.client.fake.Reply> then) {
        if (ended) {
            return;
        }
        Exchange exchange = new Exchange(then);
        exchanges.add(exchange);
        InFlightRequest request = dispatcher.dispatch(frame, info);
        exchange.request = request;
        if (!request.keepsFrame()) {
            overwrite(frame);
        }
        request.reply()
                .thenAccept(
                        reply -> {
                            overwrite(frame);
                            exchange.reply = reply;
                            process.post(this::send);
                        });
    }

    private static void overwrite(ByteBuffer frame) {
        for (int i = 0; i < frame.limit(); i++) {
            frame.put(i, GARBAGE);
        }
    }

    private void send() {
        while (!exchanges.isEmpty()) {
            Reply reply = exchanges.getFirst().reply;
            if (reply == null) {
                return;
            }
            Exchange done = exchanges.removeFirst();
            if (reply instanceof Reply.Response response) {
                try (response) {
                    send(done, response);
                }
            } else if (!ended) {
                done.then.accept(
                        reply instanceof Reply.Close
                                ? new dev.moldau.client.fake.Reply.Disconnect()
                                : new dev.moldau.client.fake.Reply.NotDue());
            }
        }
    }

    /** What was to be sent may have been cut off the log since; the connection ends then. */
    private void send(Exchange done, Reply.Response response) {
        if (!ended) {
            try {
                done.then.accept(new dev.moldau.client.fake.Reply.Answer(bytes(response), 0));
            } catch (DiskFailureException e) {
                done.then.accept(new dev.moldau.client.fake.Reply.Disconnect());
            }
        }
    }

    private static ByteBuffer bytes(Reply.Response response) {
        ByteBuffer bytes = ByteBuffer.allocate((int) response.sizeBytes());
        for (WirePiece piece : response.pieces()) {
            switch (piece) {
                case WirePiece.Bytes plain -> bytes.put(plain.buffer().duplicate());
                case WirePiece.Payload(FileRecords file) -> bytes.put(file.toMemory());
                case WirePiece.Payload(MemoryRecords memory) ->
                        bytes.put(memory.bytes().duplicate());
                case WirePiece.Payload(ConvertedRecords converted) -> bytes.put(converted.bytes());
                case WirePiece.Payload other ->
                        throw new IllegalStateException("no way to send " + other);
            }
        }
        return bytes.flip();
    }

    @Override
    public void ended() {
        process.post(this::end);
    }

    /** What is under way is told that nobody waits; its reply is still let go of. */
    private void end() {
        ended = true;
        for (Exchange exchange : exchanges) {
            if (exchange.request != null) {
                exchange.request.abandon();
            }
        }
    }
}
