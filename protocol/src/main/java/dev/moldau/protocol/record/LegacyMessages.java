package dev.moldau.protocol.record;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.compress.CorruptCompressedDataException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Walks the messages of a message set of formats v0 and v1, one after the other. A compressed
 * message is a wrapper around a set of its own; the walk goes through the messages inside.
 * Reusable, confined to one thread, nothing is copied but what is inflated.
 *
 * <p>Offsets inside a wrapper are absolute in v0. In v1 they count from any base, and the wrapper's
 * offset is that of the last message inside (KIP-31). Where the wrapper's timestamp is the
 * broker's, it is that of every message inside (KIP-32).
 *
 * <p>The set must be whole and well formed; what is not throws {@link CorruptRecordsException}.
 */
public final class LegacyMessages {

    private final Codecs codecs;
    private final int inflatedLimitBytes;
    private final Batches outer = new Batches();
    private final Batches inner = new Batches();
    private final LegacyMessage wrapper = new LegacyMessage();
    private final LegacyMessage innerMessage = new LegacyMessage();

    private LegacyMessage message = wrapper;
    private boolean inside;
    private long innerOffsetBase;
    private int inflatedBytes;

    /**
     * A walk that inflates with its owner's codecs.
     *
     * @param inflatedLimitBytes how much the wrappers of one set may inflate to altogether
     */
    public LegacyMessages(Codecs codecs, int inflatedLimitBytes) {
        this.codecs = codecs;
        this.inflatedLimitBytes = inflatedLimitBytes;
    }

    /** Begins a walk over the bytes from position to limit, which are not moved. */
    public LegacyMessages over(ByteBuffer set) {
        return over(set, set.position(), set.limit());
    }

    /** Begins a walk over the bytes from {@code from} to {@code to}. */
    public LegacyMessages over(ByteBuffer set, int from, int to) {
        outer.over(set, from, to);
        inside = false;
        inflatedBytes = 0;
        return this;
    }

    /**
     * Goes to the next message.
     *
     * @return false after the last one
     * @throws CorruptRecordsException if the set is malformed, cut off, inflates beyond the limit
     *     or holds batches of format v2
     */
    public boolean next() {
        if (inside) {
            if (nextInside()) {
                return true;
            }
            inside = false;
        }
        if (!nextOf(outer, wrapper)) {
            return false;
        }
        message = wrapper;
        if (wrapper.compression() != Compression.NONE) {
            enterWrapper();
            if (!nextInside()) {
                throw new CorruptRecordsException("wrapper without messages");
            }
        }
        return true;
    }

    private static boolean nextOf(Batches run, LegacyMessage message) {
        if (!run.next()) {
            if (run.remainingBytes() != 0) {
                throw new CorruptRecordsException(
                        "message set cut off, " + run.remainingBytes() + " bytes are left");
            }
            return false;
        }
        BatchView entry = run.batch();
        if (entry.isV2()) {
            throw new CorruptRecordsException("batch of format 2 in a message set");
        }
        message.wrap(entry.buffer(), entry.start(), entry.sizeBytes());
        return true;
    }

    private void enterWrapper() {
        if (wrapper.valueSize() < 0) {
            throw new CorruptRecordsException("wrapper with a null value");
        }
        ByteBuffer plain;
        try {
            plain = inflate(inflatedLimitBytes - inflatedBytes);
        } catch (CorruptCompressedDataException e) {
            throw new CorruptRecordsException("wrapper does not inflate: " + e.getMessage(), e);
        }
        inflatedBytes += plain.remaining();
        innerOffsetBase = wrapper.magic() == 0 ? 0 : wrapper.offset() - lastOffsetIn(plain);
        inner.over(plain);
        inside = true;
    }

    private ByteBuffer inflate(int limitBytes) {
        ByteBuffer bytes = wrapper.buffer();
        int from = wrapper.valueStart();
        int length = wrapper.valueSize();
        return wrapper.magic() == 0 && wrapper.compression() == Compression.LZ4
                ? codecs.decompressWholeOldLz4(bytes, from, length, limitBytes)
                : codecs.decompressWhole(wrapper.compression(), bytes, from, length, limitBytes);
    }

    private long lastOffsetIn(ByteBuffer plain) {
        inner.over(plain);
        long last = 0;
        while (inner.next()) {
            last = inner.batch().baseOffset();
        }
        return last;
    }

    private boolean nextInside() {
        if (!nextOf(inner, innerMessage)) {
            return false;
        }
        if (innerMessage.magic() != wrapper.magic()) {
            throw new CorruptRecordsException(
                    "format " + innerMessage.magic() + " in a wrapper of " + wrapper.magic());
        }
        if (innerMessage.compression() != Compression.NONE) {
            throw new CorruptRecordsException("wrapper in a wrapper");
        }
        message = innerMessage;
        return true;
    }

    /** The bytes that places point into: the set's own, or scratch memory. */
    public ByteBuffer buffer() {
        return message.buffer();
    }

    /** The message's format, 0 or 1. */
    public byte magic() {
        return message.magic();
    }

    /** How the message's wrapper is compressed, or not at all. */
    public Compression compression() {
        return wrapper.compression();
    }

    /** The message's absolute offset. */
    public long offset() {
        return inside ? innerOffsetBase + message.offset() : message.offset();
    }

    /** Who set the timestamp. */
    public TimestampType timestampType() {
        return wrapper.timestampType();
    }

    /** The timestamp in epoch ms; {@link BatchView#NO_TIMESTAMP} in format v0. */
    public long timestamp() {
        return wrapper.timestampType() == TimestampType.LOG_APPEND_TIME
                ? wrapper.timestamp()
                : message.timestamp();
    }

    /** Where the key begins. */
    public int keyStart() {
        return message.keyStart();
    }

    /** The bytes of the key, or {@link RecordView#NULL_SIZE}. */
    public int keySize() {
        return message.keySize();
    }

    /** Where the value begins. */
    public int valueStart() {
        return message.valueStart();
    }

    /** The bytes of the value, or {@link RecordView#NULL_SIZE}. */
    public int valueSize() {
        return message.valueSize();
    }

    /** The key as a new slice, or null. */
    public @Nullable ByteBuffer key() {
        return slice(keyStart(), keySize());
    }

    /** The value as a new slice, or null. */
    public @Nullable ByteBuffer value() {
        return slice(valueStart(), valueSize());
    }

    private @Nullable ByteBuffer slice(int from, int size) {
        return size < 0 ? null : buffer().slice(from, size);
    }

    /** How many bytes came out of the wrappers so far. */
    int inflatedBytes() {
        return inflatedBytes;
    }
}
