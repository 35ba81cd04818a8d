package dev.moldau.client.consumer;

import dev.moldau.client.net.UserFaults;
import dev.moldau.common.TopicPartition;
import java.util.List;
import java.util.Map;

/**
 * A consumer's interceptors, in order. After an exception of one the next goes on; see {@link
 * UserFaults}. Used by the application's thread.
 */
final class Interceptors<K, V> {

    private final List<ConsumerInterceptor<K, V>> all;
    private final UserFaults faults;

    Interceptors(List<? extends ConsumerInterceptor<K, V>> all, UserFaults faults) {
        this.all = List.copyOf(all);
        this.faults = faults;
    }

    List<ConsumerInterceptor<K, V>> all() {
        return all;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** An error that one of them throws comes out. */
    ConsumerRecords<K, V> onConsume(ConsumerRecords<K, V> records) {
        ConsumerRecords<K, V> now = records;
        for (ConsumerInterceptor<K, V> interceptor : all) {
            try {
                now = interceptor.onConsume(now);
            } catch (Exception thrown) {
                faults.threw(describe(interceptor, "onConsume"), records.partitions(), thrown);
            }
        }
        return now;
    }

    /** An error that one of them throws comes out. */
    void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        for (ConsumerInterceptor<K, V> interceptor : all) {
            try {
                interceptor.onCommit(offsets);
            } catch (Exception thrown) {
                faults.threw(describe(interceptor, "onCommit"), offsets.keySet(), thrown);
            }
        }
    }

    private static String describe(ConsumerInterceptor<?, ?> interceptor, String method) {
        return "interceptor " + interceptor.getClass().getName() + " in " + method;
    }
}
