package dev.moldau.broker.fetch;

import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FetchRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one fetch request means once its session was looked up: an error of the session, or the
 * partitions to read and how to tell the client.
 */
sealed interface FetchPlan {

    /**
     * The request does not fit its session.
     *
     * @param error what the client does about it
     * @param sessionId the session to name in the response
     */
    record SessionError(ErrorCode error, int sessionId) implements FetchPlan {}

    /**
     * Read, and answer everything that was asked.
     *
     * @param targets what to read, in this order
     * @param opensSession whether the client wants a session from now on
     */
    record Full(List<FetchTarget> targets, boolean opensSession) implements FetchPlan {}

    /**
     * Read, and answer what is news to the session.
     *
     * @param targets what to read, in this order
     * @param session the session
     */
    record Incremental(List<FetchTarget> targets, FetchSession session) implements FetchPlan {}

    /** The partitions of which the request of a follower shows how far it is. */
    default List<FetchTarget> progress(FetchRequest request) {
        return switch (this) {
            case SessionError _ -> List.of();
            case Full(List<FetchTarget> targets, boolean _) -> targets;
            case Incremental(List<FetchTarget> _, FetchSession session) ->
                    session.progress(
                            FetchSession.targetsOf(request), request.replicaState().replicaEpoch());
        };
    }

    /**
     * What a follower has shown too early is shown again by the next request of its session. A
     * session that is only being opened shows everything again anyway.
     */
    default void showAgain(List<FetchTarget> early) {
        if (this instanceof Incremental(List<FetchTarget> _, FetchSession session)) {
            session.showAgain(early);
        }
    }

    /** Looks the session up and enters the request into it. */
    static FetchPlan of(FetchRequest request, boolean usesTopicIds, FetchSessionCache sessions) {
        int id = request.sessionId();
        int epoch = request.sessionEpoch();
        if (epoch == FetchSession.OPENING_EPOCH || epoch == FetchSession.CLOSING_EPOCH) {
            if (id != 0) {
                sessions.close(id);
            }
            return new Full(FetchSession.targetsOf(request), epoch == FetchSession.OPENING_EPOCH);
        }
        return incremental(request, usesTopicIds, sessions, sessions.find(id));
    }

    private static FetchPlan incremental(
            FetchRequest request,
            boolean usesTopicIds,
            FetchSessionCache sessions,
            @Nullable FetchSession session) {
        if (session == null) {
            return new SessionError(ErrorCode.FETCH_SESSION_ID_NOT_FOUND, 0);
        }
        if (session.usesTopicIds() != usesTopicIds) {
            return new SessionError(ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR, session.id());
        }
        session.hurry();
        if (!session.enter(request.sessionEpoch())) {
            return new SessionError(ErrorCode.INVALID_FETCH_SESSION_EPOCH, session.id());
        }
        List<FetchTarget> targets =
                session.update(FetchSession.targetsOf(request), FetchSession.forgottenIn(request));
        if (targets.isEmpty()) {
            // Nothing is left to remember; the client hears session id 0 and opens a new one.
            sessions.close(session.id());
            return new Full(targets, false);
        }
        if (!sessions.resized(session.id(), targets.size())) {
            return new SessionError(ErrorCode.FETCH_SESSION_ID_NOT_FOUND, 0);
        }
        return new Incremental(targets, session);
    }
}
