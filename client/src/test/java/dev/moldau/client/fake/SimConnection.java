package dev.moldau.client.fake;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * An open connection: requests are written, travel, arrive, and are answered, each in the order in
 * which they were sent. Ends once; what had been written but had not arrived may arrive all the
 * same, and what had not been written never does.
 */
final class SimConnection {

    private final SimNetwork network;
    private final SimPeer peer;
    private final SimHost host;
    private final SimHost.Link link;
    private final RandomGenerator random;
    private final Deque<SimRequest<?>> underWay = new ArrayDeque<>();
    private final Deque<Runnable> whilePaused = new ArrayDeque<>();
    private long lastReadNs;
    private long lastArrivalNs;
    private long lastAnswerNs;
    private int nextCorrelationId;
    private boolean silent;
    private boolean ended;
    private boolean lost;
    private boolean endArrived;

    SimConnection(SimNetwork network, SimPeer peer, SimHost host, RandomGenerator random) {
        this.network = network;
        this.peer = peer;
        this.host = host;
        this.link = host.accept();
        this.random = random;
    }

    SimHost host() {
        return host;
    }

    int underWay() {
        return underWay.size();
    }

    int underWay(ApiKey api) {
        int count = 0;
        for (SimRequest<?> request : underWay) {
            count += request.call().api() == api ? 1 : 0;
        }
        return count;
    }

    // ---- out

    void send(SimRequest<?> request) {
        underWay.add(request);
        network.loop().execute(() -> prepare(request));
    }

    private void prepare(SimRequest<?> request) {
        if (ended) {
            return;
        }
        OptionalInt version =
                host.highestCommon(
                        request.call().api(),
                        request.call().lowestVersion(),
                        request.call().highestVersion());
        if (version.isEmpty()) {
            underWay.remove(request);
            request.fail(
                    new RefusedException(
                            peer.node() + " has no common version of " + request.call().api(),
                            ErrorCode.UNSUPPORTED_VERSION,
                            null));
            request.release();
            return;
        }
        request.prepare((short) version.getAsInt(), nextCorrelationId++);
        network.sent(request, this);
        long now = network.nowNs();
        long firstReadNs = Math.max(lastReadNs, now + network.conditions().writeNs(random));
        lastReadNs =
                random.nextInt(8) == 0
                        ? firstReadNs + network.conditions().latencyNs(random)
                        : firstReadNs;
        long secondReadNs = lastReadNs;
        network.loop().outsideAt(firstReadNs, () -> readFirst(request, secondReadNs));
    }

    private void readFirst(SimRequest<?> request, long secondReadNs) {
        if (ended) {
            return;
        }
        ByteBuffer first = copy(request.encode(network.clientId()));
        int cut = random.nextInt(first.remaining() + 1);
        network.loop().outsideAt(secondReadNs, () -> readRest(request, first, cut));
    }

    /** A large write goes out in two parts, each with what memory shows at its moment. */
    private void readRest(SimRequest<?> request, ByteBuffer frame, int cut) {
        if (ended) {
            return;
        }
        ByteBuffer second = request.encode(network.clientId());
        frame.put(cut, second, second.position() + cut, second.remaining() - cut);
        long now = network.nowNs();
        SimConditions conditions = network.conditions();
        network.loop().onLoopAt(now, () -> written(request));
        network.loop().onLoopAt(now + conditions.releaseNs(random), request::release);
        lastArrivalNs = Math.max(lastArrivalNs, now + conditions.latencyNs(random));
        network.loop().outsideAt(lastArrivalNs, () -> arrive(request, frame));
    }

    private void written(SimRequest<?> request) {
        if (ended || request.isTold()) {
            return;
        }
        if (!request.call().expectsAnswer()) {
            underWay.remove(request);
            request.sentWithoutAnswer();
            return;
        }
        request.deadline(
                network.loop().schedule(request.call().timeoutMs(), () -> timedOut(request)));
    }

    private static ByteBuffer copy(ByteBuffer bytes) {
        return ByteBuffer.allocate(bytes.remaining()).put(bytes.duplicate()).flip();
    }

    // ---- at the broker

    private void arrive(SimRequest<?> request, ByteBuffer frame) {
        if (request.hasArrived()) {
            return;
        }
        request.markArrived();
        if (isLost()) {
            return;
        }
        atHost(() -> handle(request, frame));
    }

    private void atHost(Runnable arrival) {
        if (host.condition() == ModelBroker.Condition.PAUSED) {
            whilePaused.add(arrival);
        } else if (host.condition() == ModelBroker.Condition.UP) {
            arrival.run();
        }
    }

    /** Of what was under way at the end, a first part arrives and the rest does not. */
    private boolean isLost() {
        lost |= ended && random.nextDouble() >= network.conditions().lateDeliveries();
        return lost;
    }

    private void handle(SimRequest<?> request, ByteBuffer frame) {
        link.arrive(frame, reply -> replied(request, reply));
    }

    private void replied(SimRequest<?> request, Reply reply) {
        if (ended || silent) {
            return;
        }
        if (reply instanceof Reply.Answer answer) {
            long travelNs = network.conditions().latencyNs(random);
            long at = network.nowNs() + travelNs + answer.delayMs() * 1_000_000;
            lastAnswerNs = Math.max(lastAnswerNs, at);
            network.loop().onLoopAt(lastAnswerNs, () -> answered(request, answer.frame()));
        } else if (reply instanceof Reply.Silence) {
            silent = true;
        } else if (reply instanceof Reply.Cut || reply instanceof Reply.Disconnect) {
            lastAnswerNs = Math.max(lastAnswerNs, network.nowNs());
            network.loop()
                    .onLoopAt(
                            lastAnswerNs,
                            () -> end(new DisconnectedException(peer.node() + " hung up")));
        }
    }

    /** A broker that goes on reads what came meanwhile, even if the client has hung up since. */
    void resumed() {
        while (!whilePaused.isEmpty() && host.condition() == ModelBroker.Condition.UP) {
            Runnable next = whilePaused.remove();
            if (isLost()) {
                whilePaused.clear();
                return;
            }
            next.run();
        }
    }

    /** Whether nothing can come of it any more but what travels already. */
    boolean isForgotten() {
        return endArrived && whilePaused.isEmpty();
    }

    void brokerDied() {
        whilePaused.clear();
        end(new DisconnectedException(peer.node() + " went down"));
    }

    // ---- back

    private void answered(SimRequest<?> request, ByteBuffer frame) {
        if (ended) {
            return;
        }
        if (underWay.poll() != request) {
            throw new IllegalStateException("answers out of order");
        }
        ByteBuffer lent = copy(frame);
        SimAnswerBytes bytes = new SimAnswerBytes(lent);
        request.answer(lent, bytes);
        bytes.release();
    }

    private void timedOut(SimRequest<?> request) {
        if (ended || request.isTold()) {
            return;
        }
        TimedOutException cause =
                new TimedOutException(
                        peer.node()
                                + " did not answer "
                                + request.call().api()
                                + " within "
                                + request.call().timeoutMs()
                                + " ms");
        end(cause, request);
    }

    void end(ClientException cause) {
        end(cause, null);
    }

    private void end(ClientException cause, @Nullable SimRequest<?> culprit) {
        if (ended) {
            return;
        }
        ended = true;
        List<SimRequest<? extends ApiMessage>> failed = new ArrayList<>(underWay);
        underWay.clear();
        lastArrivalNs =
                Math.max(lastArrivalNs, network.nowNs() + network.conditions().latencyNs(random));
        network.loop().outsideAt(lastArrivalNs, this::endArrives);
        network.loop().execute(() -> peer.ended(this, cause, () -> fail(failed, cause, culprit)));
    }

    private void fail(
            List<SimRequest<? extends ApiMessage>> failed,
            ClientException cause,
            @Nullable SimRequest<?> culprit) {
        for (SimRequest<?> request : failed) {
            request.fail(
                    request == culprit || culprit == null
                            ? cause
                            : new DisconnectedException(
                                    "connection to " + peer.node() + " ended", cause));
            if (random.nextBoolean()) {
                request.release();
            } else {
                long at = network.nowNs() + network.conditions().releaseNs(random);
                network.loop().onLoopAt(at, request::release);
            }
        }
    }

    /** Behind all that was sent on the connection. */
    private void endArrives() {
        endArrived = true;
        atHost(link::ended);
    }

    boolean hasEnded() {
        return ended;
    }
}
