package dev.moldau.broker.fetch;

import dev.moldau.common.Timer;
import java.util.concurrent.Executor;

/**
 * What every fetch works with.
 *
 * @param reader reads views
 * @param slow slows followers down
 * @param conversion turns what was read into old formats
 * @param answers builds responses
 * @param timer for deadlines
 * @param diskThreads run what may wait for the disk
 * @param maxResponseBytes no response brings more records than this ({@code fetch.max.bytes})
 * @param hotBytes so many bytes at the end of a log are taken to be in the page cache
 */
record FetchParts(
        FetchReader reader,
        SlowService slow,
        FetchConversion conversion,
        FetchAnswers answers,
        Timer timer,
        Executor diskThreads,
        int maxResponseBytes,
        long hotBytes) {}
