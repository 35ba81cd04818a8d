package dev.moldau.client.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.errors.ClientException;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The place of TLS and SASL: nothing is sent before they say so. */
@Timeout(30)
@ParameterizedClass
@MethodSource("dev.moldau.client.net.Transport#available")
class ChannelSecurityTest {

    private final NettyLoop loop;
    private final CompletableFuture<Promise<Void>> begun = new CompletableFuture<>();
    private final CompletableFuture<ClientException> lost = new CompletableFuture<>();
    private final CompletableFuture<Boolean> asked = new CompletableFuture<>();

    ChannelSecurityTest(Transport transport) {
        loop = new NettyLoop("secure", transport);
    }

    @AfterEach
    void close() {
        loop.close();
    }

    private ScriptedServer server() throws IOException {
        return new ScriptedServer(
                (c, nth) -> {
                    c.negotiate();
                    asked.complete(true);
                    c.serveAll();
                });
    }

    private RecordedCall send(ScriptedServer server) {
        RecordedCall call = RecordedCall.metadata(20_000);
        loop.execute(
                () -> {
                    NettyNetwork network =
                            new NettyNetwork(
                                    loop,
                                    Client.quick(),
                                    AddressLookup.SYSTEM,
                                    (channel, node) -> {
                                        Promise<Void> promise = channel.eventLoop().newPromise();
                                        begun.complete(promise);
                                        return promise;
                                    },
                                    new SplittableRandom(1));
                    network.listen(
                            new Network.Listener() {
                                @Override
                                public void lost(
                                        dev.moldau.client.Node node,
                                        ClientException cause,
                                        int attempts) {
                                    lost.complete(cause);
                                }
                            });
                    network.send(server.node(), call);
                });
        return call;
    }

    @Test
    void negotiationBeginsWhenTheChannelMayBeUsed() throws Exception {
        try (ScriptedServer server = server()) {
            RecordedCall call = send(server);
            Promise<Void> usable = Client.await(begun);
            assertThat(asked).isNotDone();
            Promise<Void> ignored = usable.setSuccess(null);
            Client.await(call.outcome);
        }
    }

    @Test
    void failedHandshakeEndsTheAttemptAndIsTold() throws Exception {
        try (ScriptedServer server = server()) {
            RecordedCall call = send(server);
            Promise<Void> ignored =
                    Client.await(begun).setFailure(new IOException("certificate expired"));
            assertThat(Client.await(lost))
                    .hasMessageContaining(server.node().toString())
                    .hasMessageContaining("could not be secured: certificate expired");
            assertThat(asked).isNotDone();
            assertThat(call.outcome).isNotDone();
        }
    }
}
