/**
 * The sender: takes batches from the queues to the leaders, and answers to the callers. All of it
 * is confined to the client's loop. Not for applications.
 */
@NullMarked
package dev.moldau.client.producer.send;

import org.jspecify.annotations.NullMarked;
