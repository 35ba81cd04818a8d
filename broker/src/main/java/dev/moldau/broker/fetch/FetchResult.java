package dev.moldau.broker.fetch;

import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.record.Records;
import dev.moldau.storage.FileRecords;
import java.util.List;

/**
 * What a fetch found in one partition.
 *
 * @param target what was asked
 * @param found the answer; its records may hold a segment in use
 */
record FetchResult(FetchTarget target, FetchResponse.Partition found) {

    /** Lets go of what was read and is not answered. */
    static void release(List<FetchResult> results) {
        for (FetchResult result : results) {
            switch (result.found.records()) {
                case FileRecords file -> file.close();
                case ConvertedRecords converted -> converted.close();
                case null, default -> {}
            }
        }
    }

    /** How many bytes of records there are. */
    int sizeBytes() {
        Records records = found.records();
        return records == null ? 0 : records.sizeBytes();
    }

    boolean hasError() {
        return found.errorCode() != 0;
    }
}
