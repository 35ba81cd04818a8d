package dev.moldau.protocol.record;

import java.nio.ByteBuffer;

/** What came of turning a message set into a batch. */
public sealed interface UpConversion {

    /**
     * A batch with the messages of the set, yet to be validated.
     *
     * @param batch from position to limit, of the receiver's own
     */
    record Converted(ByteBuffer batch) implements UpConversion {}

    /** The set breaks a rule of its format. */
    record Refused(RecordsFault fault, String reason) implements UpConversion {}
}
