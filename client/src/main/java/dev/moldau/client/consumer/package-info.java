/**
 * The consumer: reads records of partitions that it is given or that its group shares out. The
 * application's thread decodes records and hears of rebalances, all in its calls; everything that
 * waits for brokers goes on in the client's loop meanwhile.
 */
@NullMarked
package dev.moldau.client.consumer;

import org.jspecify.annotations.NullMarked;
