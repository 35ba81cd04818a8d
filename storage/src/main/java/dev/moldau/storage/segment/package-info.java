/**
 * The files of a log: segments with their sparse indexes, in Kafka's formats. A segment belongs to
 * the lane that owns its log; readers on other threads use what the owner has published and hold a
 * lease on the file while its bytes are on the way.
 */
@NullMarked
package dev.moldau.storage.segment;

import org.jspecify.annotations.NullMarked;
