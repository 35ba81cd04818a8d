package dev.moldau.broker.group;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads which topics consumers subscribed to out of the metadata that they send their leader. Every
 * version of that blob begins alike: a version, then the topics. The rest is the leader's business.
 */
final class ConsumerTopics {

    /** The protocol type of groups whose members send such blobs. */
    static final String PROTOCOL_TYPE = "consumer";

    private ConsumerTopics() {}

    /** The topics of all members, or empty if one of them sent something else. */
    static Optional<Set<String>> of(Collection<Member> members, @Nullable String protocolName) {
        Set<String> all = new HashSet<>();
        for (Member member : members) {
            Optional<Set<String>> topics = of(member.metadata(protocolName));
            if (topics.isEmpty()) {
                return Optional.empty();
            }
            all.addAll(topics.get());
        }
        return Optional.of(all);
    }

    /** The topics, or empty if the blob is none that a consumer would send. */
    static Optional<Set<String>> of(ByteBuffer metadata) {
        ByteBuffer in = metadata.duplicate();
        try {
            if (in.getShort() < 0) {
                return Optional.empty();
            }
            int count = in.getInt();
            if (count < 0 || count > in.remaining() / Short.BYTES) {
                return Optional.empty();
            }
            Set<String> topics = HashSet.newHashSet(count);
            for (int i = 0; i < count; i++) {
                int length = in.getShort();
                if (length < 0 || length > in.remaining()) {
                    return Optional.empty();
                }
                ByteBuffer name = in.slice(in.position(), length);
                topics.add(StandardCharsets.UTF_8.decode(name).toString());
                in.position(in.position() + length);
            }
            return Optional.of(topics);
        } catch (BufferUnderflowException e) {
            return Optional.empty();
        }
    }
}
