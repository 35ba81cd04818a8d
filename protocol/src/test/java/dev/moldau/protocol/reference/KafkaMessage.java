package dev.moldau.protocol.reference;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.protocol.types.Schema;
import org.apache.kafka.common.protocol.types.Struct;

/** One kind of message, by Kafka's schema and Kafka's generated class. */
final class KafkaMessage implements ReferenceMessage {

    private final Schema[] schemas;
    private final Supplier<? extends Message> empty;

    KafkaMessage(Schema[] schemas, Supplier<? extends Message> empty) {
        this.schemas = schemas;
        this.empty = empty;
    }

    @Override
    public short lowestVersion() {
        return empty.get().lowestSupportedVersion();
    }

    @Override
    public short highestVersion() {
        return empty.get().highestSupportedVersion();
    }

    @Override
    public boolean flexible(short version) {
        return RandomStructs.isFlexible(schemas[version]);
    }

    @Override
    public Sample sample(short version, RandomGenerator random) {
        Struct struct = new RandomStructs(random).next(schemas[version]);
        ByteBuffer encoded = bytes(struct);
        new UnknownTags(new SplittableRandom(random.nextLong())).addTo(struct);
        Message message = read(encoded, version);
        return new Sample(encoded, bytes(struct), writeWhole(message, version), message);
    }

    private static ByteBuffer bytes(Struct struct) {
        ByteBuffer buffer = ByteBuffer.allocate(struct.sizeOf());
        struct.writeTo(buffer);
        if (buffer.hasRemaining()) {
            throw new AssertionError("Kafka's schema miscounts " + struct);
        }
        return buffer.flip();
    }

    @Override
    public Message read(ByteBuffer bytes, short version) {
        ByteBufferAccessor in = new ByteBufferAccessor(bytes.duplicate());
        Message message = empty.get();
        message.read(in, version);
        if (in.remaining() != 0) {
            throw new AssertionError(in.remaining() + " bytes left after " + message);
        }
        return message;
    }

    @Override
    public void thinOut(Object message, RandomGenerator random) {
        KafkaValues.thinOut((Message) message, random);
    }

    @Override
    public Optional<ByteBuffer> write(Object message, short version) {
        try {
            return Optional.of(writeWhole((Message) message, version));
        } catch (UnsupportedVersionException | NullPointerException e) {
            return Optional.empty();
        }
    }

    private static ByteBuffer writeWhole(Message message, short version) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ByteBuffer buffer = ByteBuffer.allocate(message.size(cache, version));
        message.write(new ByteBufferAccessor(buffer), cache, version);
        if (buffer.hasRemaining()) {
            throw new AssertionError("Kafka's class miscounts " + message);
        }
        return buffer.flip();
    }

    @Override
    public Map<String, Object> values(Object message) {
        return KafkaValues.of((Message) message);
    }
}
