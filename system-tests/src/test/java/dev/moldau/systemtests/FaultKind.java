package dev.moldau.systemtests;

/** What can happen to a cluster, by whom it happens to and how. */
enum FaultKind {
    LEADER_KILLED(Victim.LEADER, Blow.KILL),
    LEADER_STOPPED(Victim.LEADER, Blow.STOP),
    LEADER_PAUSED(Victim.LEADER, Blow.PAUSE),
    LEADER_CUT_OFF(Victim.LEADER, Blow.CUT_OFF),
    LEADER_WITHOUT_ZOOKEEPER(Victim.LEADER, Blow.CUT_OFF_FROM_ZOOKEEPER),
    LEADER_WITHOUT_BROKERS(Victim.LEADER, Blow.CUT_OFF_FROM_BROKERS),
    LEADER_WITHOUT_CLIENTS(Victim.LEADER, Blow.CUT_OFF_FROM_CLIENTS),
    CONTROLLER_KILLED(Victim.CONTROLLER, Blow.KILL),
    CONTROLLER_STOPPED(Victim.CONTROLLER, Blow.STOP),
    CONTROLLER_PAUSED(Victim.CONTROLLER, Blow.PAUSE),
    CONTROLLER_CUT_OFF(Victim.CONTROLLER, Blow.CUT_OFF),
    CONTROLLER_WITHOUT_ZOOKEEPER(Victim.CONTROLLER, Blow.CUT_OFF_FROM_ZOOKEEPER),
    ZOOKEEPER_LEADER_KILLED(Victim.ZOOKEEPER_LEADER, Blow.KILL),
    ZOOKEEPER_LEADER_PAUSED(Victim.ZOOKEEPER_LEADER, Blow.PAUSE),
    ZOOKEEPER_LEADER_CUT_OFF(Victim.ZOOKEEPER_LEADER, Blow.CUT_OFF),
    ZOOKEEPER_FOLLOWER_KILLED(Victim.ZOOKEEPER_FOLLOWER, Blow.KILL),
    LEADER_AND_ZOOKEEPER_LEADER_KILLED(Victim.LEADER_AND_ZOOKEEPER_LEADER, Blow.KILL),
    LEADER_AND_ZOOKEEPER_LEADER_CUT_OFF(Victim.LEADER_AND_ZOOKEEPER_LEADER, Blow.CUT_OFF),
    TWO_BROKERS_KILLED(Victim.TWO_BROKERS, Blow.KILL),
    TWO_BROKERS_CUT_OFF(Victim.TWO_BROKERS, Blow.CUT_OFF),
    ALL_BROKERS_KILLED(Victim.ALL_BROKERS, Blow.KILL);

    /** Whom it happens to. */
    enum Victim {
        /** A broker that leads partitions of the topics. */
        LEADER,
        CONTROLLER,
        ZOOKEEPER_LEADER,
        ZOOKEEPER_FOLLOWER,
        /** Together on one side: what is left has a majority of both kinds. */
        LEADER_AND_ZOOKEEPER_LEADER,
        TWO_BROKERS,
        ALL_BROKERS
    }

    /** What happens. */
    enum Blow {
        /** {@code kill -9}, and started again. */
        KILL,
        /** Ended in order, and started again. */
        STOP,
        /** Stopped in its tracks, and let go on. */
        PAUSE,
        /** Reaches nobody else, or only its fellow victims. */
        CUT_OFF,
        CUT_OFF_FROM_ZOOKEEPER,
        CUT_OFF_FROM_BROKERS,
        CUT_OFF_FROM_CLIENTS
    }

    private final Victim victim;
    private final Blow blow;

    FaultKind(Victim victim, Blow blow) {
        this.victim = victim;
        this.blow = blow;
    }

    Victim victim() {
        return victim;
    }

    Blow blow() {
        return blow;
    }
}
