package dev.moldau.client.producer;

import dev.moldau.client.metrics.Metric;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.producer.batch.Accumulator;
import dev.moldau.client.producer.send.ProducerFault;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The parts that a producer is the face of, wired together.
 *
 * @param start lets the loop begin its work, once
 * @param end gives back connections, metadata and, where it is the producer's own, the loop, once
 *     nothing is to be delivered any more; on the loop
 */
record ProducerCore(
        ClientLoop loop,
        Topics topics,
        Accumulator accumulator,
        Delivery delivery,
        ProducerFault fault,
        Supplier<Map<String, Metric>> metrics,
        Runnable start,
        Runnable end) {}
