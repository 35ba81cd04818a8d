package dev.moldau.client.listener;

import dev.moldau.client.Header;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.producer.Producer;
import dev.moldau.client.producer.ProducerRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Sends dead letters with a producer: key, value and headers as they were read, and headers that
 * say where from, why and after how many tries. Headers of an earlier passage are replaced.
 */
final class ProducerDeadLetters implements DeadLetters {

    /** What the names of our headers begin with. */
    static final String PREFIX = "dead-letter.";

    private final Producer<byte[], byte[]> producer;
    private final String topic;
    private final String group;

    ProducerDeadLetters(Producer<byte[], byte[]> producer, String topic, String group) {
        this.producer = producer;
        this.topic = topic;
        this.group = group;
    }

    @Override
    public CompletionStage<?> send(Message<?, ?> message, String reason) {
        try {
            return producer.send(letter(message, reason));
        } catch (ClientException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private ProducerRecord<byte[], byte[]> letter(Message<?, ?> message, String reason) {
        Arrival arrival = message.arrival();
        List<Header> headers = new ArrayList<>(arrival.headers());
        headers.removeIf(header -> header.key().startsWith(PREFIX));
        headers.add(header("topic", message.topic()));
        headers.add(header("partition", Integer.toString(message.partition())));
        headers.add(header("offset", Long.toString(message.offset())));
        headers.add(header("timestamp", Long.toString(message.timestampMs())));
        headers.add(header("group", group));
        headers.add(header("tries", Integer.toString(message.tries())));
        headers.add(header("reason", reason));
        return new ProducerRecord<>(
                topic,
                null,
                arrival.timestampMs() < 0 ? null : arrival.timestampMs(),
                arrival.key(),
                arrival.value(),
                headers);
    }

    private static Header header(String name, String value) {
        return new Header(PREFIX + name, value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
