package dev.moldau.client.consumer.group;

import dev.moldau.client.errors.ClientException;
import dev.moldau.common.TopicPartition;
import java.util.Set;

/**
 * The application's side of a rebalance. What is asked for here is done in the application's next
 * call of poll, in order; {@code done} is then run on the loop. Called on the loop; never waits.
 */
public interface Application {

    /** Gives partitions up, with what was done committed before. */
    void revoke(Set<TopicPartition> partitions, Runnable done);

    /** Takes partitions over, beside those that it has. */
    void assign(Set<TopicPartition> added, Runnable done);

    /** Forgets partitions that others may have already. */
    void lose(Set<TopicPartition> partitions, Runnable done);

    /**
     * Is told by poll that the member cannot be one. Then the member sleeps: the poll after that
     * tries again.
     */
    void failed(ClientException cause);
}
