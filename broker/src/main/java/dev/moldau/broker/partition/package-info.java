/**
 * The partitions that this broker has: their logs, their leadership, who waits on them. A partition
 * belongs to one lane for life; readers take its published view. The registry of all partitions is
 * an immutable snapshot that changes with the cluster image.
 */
@NullMarked
package dev.moldau.broker.partition;

import org.jspecify.annotations.NullMarked;
