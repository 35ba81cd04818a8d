package dev.moldau.client.producer;

import dev.moldau.client.errors.ClientException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Of several records sent together, at least one failed; this says what became of each. Not a
 * {@link ClientException} itself, as the records may have failed for different reasons: each
 * outcome has its own. The first of them is the cause.
 */
public final class PartlySentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Outcome> outcomes;

    /**
     * What became of one record: exactly one of the two is given.
     *
     * @param metadata where it went, or null
     * @param error why it failed, or null
     */
    public record Outcome(@Nullable RecordMetadata metadata, @Nullable ClientException error) {}

    PartlySentException(List<Outcome> outcomes, int failed, ClientException first) {
        super(
                failed
                        + " of "
                        + outcomes.size()
                        + " records failed; the first because: "
                        + first.getMessage(),
                first);
        this.outcomes = List.copyOf(outcomes);
    }

    /** What became of each record, in the order in which they were given. */
    public List<Outcome> outcomes() {
        return outcomes;
    }
}
