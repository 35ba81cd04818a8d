package dev.moldau.client.producer;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.UserFaults;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A producer's interceptors, in order. After an exception of one the next goes on; see {@link
 * UserFaults}.
 */
final class Interceptors<K, V> {

    private final List<ProducerInterceptor<K, V>> all;
    private final UserFaults faults;

    Interceptors(List<? extends ProducerInterceptor<K, V>> all, UserFaults faults) {
        this.all = List.copyOf(all);
        this.faults = faults;
    }

    UserFaults faults() {
        return faults;
    }

    /** On the caller's thread, whose own an error is that one of them throws. */
    ProducerRecord<K, V> onSend(ProducerRecord<K, V> record) {
        ProducerRecord<K, V> now = record;
        // By index: an iterator would be an object per record.
        for (int i = 0; i < all.size(); i++) {
            ProducerInterceptor<K, V> interceptor = all.get(i);
            try {
                now = interceptor.onSend(now);
            } catch (Exception thrown) {
                faults.threw(describe(interceptor, "onSend"), record.topic(), thrown);
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
                faults.threw(
                        describe(interceptor, "onAcknowledgement"),
                        metadata == null ? topic : metadata.partition(),
                        thrown);
            }
        }
    }

    private static String describe(ProducerInterceptor<?, ?> interceptor, String method) {
        return "interceptor " + interceptor.getClass().getName() + " in " + method;
    }

    List<ProducerInterceptor<K, V>> all() {
        return all;
    }
}
