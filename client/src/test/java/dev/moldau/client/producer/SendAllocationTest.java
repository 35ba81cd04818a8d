package dev.moldau.client.producer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.moldau.client.serialization.Serializer;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a record costs the caller in objects, the record itself and its bytes not counted. */
@Timeout(120)
class SendAllocationTest {

    private static final int RECORDS = 100_000;
    private static final byte[] VALUE = new byte[100];
    private static final Serializer<String> SAME_BYTES = (topic, headers, data) -> VALUE;

    private @Nullable CompletableFuture<RecordMetadata> last;

    private static ProducedBy made() {
        return new ProducedBy(
                ProducedBy.settings(16_384, 50_000_000, 0),
                20_000,
                form -> new RecordForm<>(SAME_BYTES, SAME_BYTES, null, false),
                List.of());
    }

    private static long perRecord(Runnable send) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < RECORDS; i++) {
            send.run();
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < RECORDS; i++) {
            send.run();
        }
        return (threads.getCurrentThreadAllocatedBytes() - before) / RECORDS;
    }

    @Test
    void aRecordWithACallbackCostsOneSmallObject() {
        try (ProducedBy by = made()) {
            ProducerRecord<String, String> record = new ProducerRecord<>("t", "k", "v");
            SendCallback callback = (metadata, error) -> {};
            long bytes = perRecord(() -> by.producer.send(record, callback));
            System.out.println("bytes per send with a callback: " + bytes);
            assertThat(bytes).isLessThanOrEqualTo(120);
        }
    }

    @Test
    void aRecordWithAFutureCostsTwo() {
        try (ProducedBy by = made()) {
            ProducerRecord<String, String> record = new ProducerRecord<>("t", "v");
            long bytes = perRecord(() -> last = by.producer.send(record));
            assertThat(last).isNotNull();
            System.out.println("bytes per send with a future: " + bytes);
            assertThat(bytes).isLessThanOrEqualTo(400);
        }
    }
}
