/**
 * Every message as a record: requests and responses of the APIs, and what is stored or sent inside
 * records (group protocol blobs, the internal topics, control records). A record declares all
 * versions at once; its codec is generated beside it. Nothing owns anything here: messages are
 * immutable, as far as the buffers and lists handed to them are left alone.
 *
 * <p>Components have Kafka's names. These mean the same everywhere:
 *
 * <ul>
 *   <li>{@code errorCode}: a code of {@link dev.moldau.protocol.ErrorCode}, 0 for success; {@code
 *       errorMessage} explains it to people.
 *   <li>{@code throttleTimeMs}: how long the client shall pause because it used up a quota, 0 for
 *       not at all.
 *   <li>{@code topicId}: {@link dev.moldau.common.Uuid#ZERO} where the version carries names.
 *   <li>Times are in milliseconds since 1970, durations end in {@code Ms}.
 * </ul>
 *
 * <p>Data records ({@code OffsetCommitKey} and the like) are stored after two bytes that hold their
 * version; the codec reads and writes what follows them.
 */
@NullMarked
package dev.moldau.protocol.message;

import org.jspecify.annotations.NullMarked;
