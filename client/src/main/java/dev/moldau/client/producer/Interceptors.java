package dev.moldau.client.producer;

import dev.moldau.client.errors.ClientException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A producer's interceptors, in order. What one of them throws is logged, and the next goes on. */
final class Interceptors<K, V> {

    private static final Logger LOG = LoggerFactory.getLogger(ProducerInterceptor.class);

    private final List<ProducerInterceptor<K, V>> all;

    Interceptors(List<? extends ProducerInterceptor<K, V>> all) {
        this.all = List.copyOf(all);
    }

    ProducerRecord<K, V> onSend(ProducerRecord<K, V> record) {
        ProducerRecord<K, V> now = record;
        // By index: an iterator would be an object per record.
        for (int i = 0; i < all.size(); i++) {
            ProducerInterceptor<K, V> interceptor = all.get(i);
            try {
                now = interceptor.onSend(now);
            } catch (Throwable thrown) {
                LOG.warn(
                        "interceptor {} threw at onSend of a record for {}; the record goes on"
                                + " without it",
                        interceptor.getClass().getName(),
                        record.topic(),
                        thrown);
            }
        }
        return now;
    }

    void onAcknowledgement(
            String topic, @Nullable RecordMetadata metadata, @Nullable ClientException error) {
        // By index: an iterator would be an object per record.
        for (int i = 0; i < all.size(); i++) {
            ProducerInterceptor<K, V> interceptor = all.get(i);
            try {
                interceptor.onAcknowledgement(topic, metadata, error);
            } catch (Throwable thrown) {
                LOG.warn(
                        "interceptor {} threw at onAcknowledgement of a record for {}",
                        interceptor.getClass().getName(),
                        metadata == null ? topic : metadata.partition(),
                        thrown);
            }
        }
    }

    List<ProducerInterceptor<K, V>> all() {
        return all;
    }
}
