package dev.moldau.broker.group;

import dev.moldau.protocol.ErrorCode;

/**
 * What clients of a coordinator are told when its log refused an append. They know nothing of that
 * log, so its errors become the coordinator's: find another, or ask again.
 */
final class AppendErrors {

    private AppendErrors() {}

    /** For joins, syncs and deletions. */
    static ErrorCode forMembership(ErrorCode error) {
        return switch (error) {
            case NOT_LEADER_OR_FOLLOWER, FENCED_LEADER_EPOCH, NOT_COORDINATOR ->
                    ErrorCode.NOT_COORDINATOR;
            case MESSAGE_TOO_LARGE, RECORD_LIST_TOO_LARGE, INVALID_FETCH_SIZE ->
                    ErrorCode.UNKNOWN_SERVER_ERROR;
            default -> ErrorCode.COORDINATOR_NOT_AVAILABLE;
        };
    }

    /** For offset commits, whose size is the client's doing. */
    static ErrorCode forCommits(ErrorCode error) {
        return switch (error) {
            case MESSAGE_TOO_LARGE, RECORD_LIST_TOO_LARGE, INVALID_FETCH_SIZE ->
                    ErrorCode.INVALID_COMMIT_OFFSET_SIZE;
            default -> forMembership(error);
        };
    }
}
