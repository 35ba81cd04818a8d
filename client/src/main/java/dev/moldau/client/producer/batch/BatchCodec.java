package dev.moldau.client.producer.batch;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.record.BatchCompressor;
import dev.moldau.protocol.record.BatchView;

/** What makes a frozen batch smaller: {@link BatchCompressor#compress}, except where it fails. */
@FunctionalInterface
interface BatchCodec {

    /**
     * Compresses the records of a plain batch in place, if that makes them smaller. If it throws,
     * whatever it throws, the batch is not sent, and its records are told.
     *
     * @return the bytes of the batch now
     */
    int compress(BatchView batch, Codecs codecs, Compression compression, int level);
}
