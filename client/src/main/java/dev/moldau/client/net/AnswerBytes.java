package dev.moldau.client.net;

/**
 * The memory that an answer's bytes and records are slices of. It is valid while {@link
 * Call#answered} runs; who needs it for longer retains it, and says later when it may go.
 *
 * <p>Both methods may be called on any thread.
 */
public interface AnswerBytes {

    /** Memory that the collector takes care of, and that nobody reuses before. */
    AnswerBytes COLLECTED =
            new AnswerBytes() {
                @Override
                public void retain() {}

                @Override
                public void release() {}
            };

    /** Keeps the memory valid until one more {@link #release}; first within {@code answered}. */
    void retain();

    /** Ends what one {@link #retain} began; the caller looks at the bytes no more. */
    void release();
}
