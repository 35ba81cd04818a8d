package dev.moldau.protocol.reference;

import java.lang.reflect.Field;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.types.Schema;

/** The messages of the Kafka release that this class's loader sees. */
public final class KafkaMessages implements ReferenceMessages {

    @Override
    public SortedSet<Short> apiKeys() {
        SortedSet<Short> keys = new TreeSet<>();
        for (ApiKeys key : ApiKeys.values()) {
            if (key.hasValidVersion()) {
                keys.add(key.id);
            }
        }
        return keys;
    }

    @Override
    public String name(short apiKey) {
        return ApiMessageType.fromApiKey(apiKey).name;
    }

    @Override
    public short highestStableVersion(short apiKey) {
        return ApiMessageType.fromApiKey(apiKey).highestSupportedVersion(false);
    }

    @Override
    public ReferenceMessage request(short apiKey) {
        ApiMessageType type = ApiMessageType.fromApiKey(apiKey);
        return new KafkaMessage(type.requestSchemas(), type::newRequest);
    }

    @Override
    public ReferenceMessage response(short apiKey) {
        ApiMessageType type = ApiMessageType.fromApiKey(apiKey);
        return new KafkaMessage(type.responseSchemas(), type::newResponse);
    }

    @Override
    public ReferenceMessage data(String className) {
        try {
            Class<? extends Message> type = Class.forName(className).asSubclass(Message.class);
            Field schemas = type.getField("SCHEMAS");
            Supplier<Message> empty =
                    () -> {
                        try {
                            return type.getConstructor().newInstance();
                        } catch (ReflectiveOperationException e) {
                            throw new LinkageError(e.getMessage(), e);
                        }
                    };
            return new KafkaMessage((Schema[]) schemas.get(null), empty);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }
}
