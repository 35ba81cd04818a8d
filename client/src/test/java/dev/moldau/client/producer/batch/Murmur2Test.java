package dev.moldau.client.producer.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

/** Judged by Kafka's client. */
class Murmur2Test {

    @Test
    void keysHashAndGoWhereKafkasClientSendsThem() {
        long seed = Long.getLong("moldau.test.seed", System.nanoTime());
        System.out.println("Murmur2Test seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] key = new byte[random.nextInt(64)];
            random.nextBytes(key);
            int partitions = 1 + random.nextInt(1_000);
            assertThat(Murmur2.hash(key)).isEqualTo(Utils.murmur2(key));
            assertThat(Murmur2.partition(key, partitions))
                    .isEqualTo(BuiltInPartitioner.partitionForKey(key, partitions));
        }
    }
}
