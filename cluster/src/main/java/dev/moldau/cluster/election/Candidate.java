package dev.moldau.cluster.election;

import dev.moldau.common.Uuid;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A broker that is controller or would be.
 *
 * @param brokerId its number
 * @param incarnation which of its processes it is, so that a broker which was started anew does not
 *     take the record of its own predecessor for its own
 */
public record Candidate(int brokerId, Uuid incarnation) {

    byte[] encoded() {
        return (brokerId + " " + incarnation).getBytes(StandardCharsets.UTF_8);
    }

    /** The candidate that the bytes name; empty if they name none. */
    static Optional<Candidate> decoded(byte[] bytes) {
        String[] parts = new String(bytes, StandardCharsets.UTF_8).split(" ", 2);
        try {
            return parts.length == 2
                    ? Optional.of(new Candidate(Integer.parseInt(parts[0]), Uuid.parse(parts[1])))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
