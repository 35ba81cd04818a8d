/**
 * A consumer's part in a group: who coordinates it, membership by either protocol, and the offsets
 * that the group has committed. Owned by the client's loop.
 */
@NullMarked
package dev.moldau.client.consumer.group;

import org.jspecify.annotations.NullMarked;
