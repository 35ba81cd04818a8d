package dev.moldau.client.producer;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.producer.send.Sender;

/** What the producer asks of the sender: a port in front of {@link Sender}. On the loop. */
interface Delivery {

    /** Delivers what is left, fails the rest after the time, and then says so. */
    void close(long timeoutMs, Runnable closed);

    /** Fails everything now and whatever comes later. */
    void abort(ClientException cause);

    /** The client's own sender. */
    static Delivery of(Sender sender) {
        return new Delivery() {
            @Override
            public void close(long timeoutMs, Runnable closed) {
                sender.close(timeoutMs, closed);
            }

            @Override
            public void abort(ClientException cause) {
                sender.abort(cause);
            }
        };
    }
}
