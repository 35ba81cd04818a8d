package dev.moldau.client.fake;

import dev.moldau.common.Uuid;
import java.util.List;

/** A topic; one made anew under the same name is another. */
public final class FakeTopic {

    private final String name;
    private final Uuid id;
    private final List<FakePartition> partitions;
    private int maxMessageBytes = 1 << 20;

    FakeTopic(String name, Uuid id, List<FakePartition> partitions) {
        this.name = name;
        this.id = id;
        this.partitions = List.copyOf(partitions);
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** Its identity. */
    public Uuid id() {
        return id;
    }

    /** By index. */
    public List<FakePartition> partitions() {
        return partitions;
    }

    /** How large a batch may be; {@code max.message.bytes}. */
    public int maxMessageBytes() {
        return maxMessageBytes;
    }

    /** Changes how large a batch may be, in bytes. */
    public void maxMessageBytes(int bytes) {
        maxMessageBytes = bytes;
    }
}
