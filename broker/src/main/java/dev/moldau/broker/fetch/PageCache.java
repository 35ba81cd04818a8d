package dev.moldau.broker.fetch;

import dev.moldau.storage.FileRecords;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings file regions into the page cache before an event loop sends them, so that one lagging
 * consumer does not make everybody on its loop wait for the disk. The region is mapped for a
 * moment: asking whether it is there costs one system call, and what is there is not touched.
 */
final class PageCache {

    private static final Logger LOG = LoggerFactory.getLogger(PageCache.class);

    private PageCache() {}

    /** Waits until the records are in memory; only on disk threads. */
    static void load(List<FetchResult> results) {
        for (FetchResult result : results) {
            if (result.found().records() instanceof FileRecords file && file.sizeBytes() > 0) {
                load(file);
            }
        }
    }

    private static void load(FileRecords file) {
        FileChannel channel = file.channel();
        if (channel == null) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment region =
                    channel.map(
                            FileChannel.MapMode.READ_ONLY,
                            file.position(),
                            file.sizeBytes(),
                            arena);
            if (!region.isLoaded()) {
                region.load();
            }
        } catch (IOException e) {
            // Sending will find out by itself whether the bytes can be read.
            LOG.debug("{} could not be read ahead", file, e);
        }
    }
}
