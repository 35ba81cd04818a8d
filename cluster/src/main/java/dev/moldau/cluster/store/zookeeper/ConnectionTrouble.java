package dev.moldau.cluster.store.zookeeper;

import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;

/**
 * Which failures of a request leave open whether it took place. A request that was answered by the
 * end of its connection may or may not have arrived.
 */
final class ConnectionTrouble {

    private ConnectionTrouble() {}

    /** Whether the request may succeed when it is made again, on this session or the next. */
    static boolean is(KeeperException e) {
        return goesOn(e) || endedSession(e);
    }

    /** Whether the session goes on as far as anybody knows. */
    static boolean goesOn(KeeperException e) {
        Code code = e.code();
        return code == Code.CONNECTIONLOSS
                || code == Code.OPERATIONTIMEOUT
                || code == Code.REQUESTTIMEOUT
                || code == Code.THROTTLEDOP
                // Sent by a connection that another of the same session has replaced.
                || code == Code.SESSIONMOVED;
    }

    /** Whether the session of the request is over. */
    static boolean endedSession(KeeperException e) {
        return e.code() == Code.SESSIONEXPIRED || e.code() == Code.SESSIONCLOSEDREQUIRESASLAUTH;
    }
}
