package dev.moldau.client.consumer.fetch;

import dev.moldau.client.Header;
import dev.moldau.protocol.wire.WireReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * A record's headers, taken apart when somebody looks at them. Unmodifiable, and safe for any
 * thread: two that look first at the same time do the same work.
 */
final class LazyHeaders extends AbstractList<Header> implements RandomAccess {

    private final byte[] bytes;
    private final int count;
    private volatile @Nullable List<Header> read;

    /**
     * Headers that were found well formed.
     *
     * @param bytes their number and what follows, as in a record
     */
    LazyHeaders(byte[] bytes, int count) {
        this.bytes = bytes;
        this.count = count;
    }

    @Override
    public Header get(int index) {
        List<Header> now = read;
        if (now == null) {
            now = read();
            read = now;
        }
        return now.get(index);
    }

    @Override
    public int size() {
        return count;
    }

    private List<Header> read() {
        WireReader in = new WireReader(ByteBuffer.wrap(bytes));
        int number = in.readVarint();
        List<Header> headers = new ArrayList<>(number);
        for (int i = 0; i < number; i++) {
            byte[] key = bytes(in, in.readVarint());
            int size = in.readVarint();
            headers.add(
                    new Header(
                            new String(key, StandardCharsets.UTF_8),
                            size < 0 ? null : bytes(in, size)));
        }
        return List.copyOf(headers);
    }

    private static byte[] bytes(WireReader in, int size) {
        byte[] taken = new byte[size];
        for (int i = 0; i < size; i++) {
            taken[i] = in.readInt8();
        }
        return taken;
    }
}
