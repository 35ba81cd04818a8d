package dev.moldau.systemtests;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Something that happens to some processes of a cluster and is undone later.
 *
 * @param kind what happens
 * @param victims the names of the processes
 */
record Fault(FaultKind kind, List<String> victims) {

    /** Lets it happen. */
    void strike(ClusterProcesses cluster) {
        switch (kind.blow()) {
            case KILL -> atOnce(cluster, Stoppable::kill);
            case STOP -> atOnce(cluster, Stoppable::terminate);
            case PAUSE -> atOnce(cluster, Stoppable::pause);
            case CUT_OFF -> cut(cluster, others());
            case CUT_OFF_FROM_ZOOKEEPER -> cut(cluster, ClusterProcesses.zooKeeperNames());
            case CUT_OFF_FROM_BROKERS -> cut(cluster, ClusterProcesses.brokerNames());
            case CUT_OFF_FROM_CLIENTS -> cut(cluster, List.of(ClusterProcesses.CLIENTS));
        }
    }

    /** Undoes it; who was killed serves again when this returns. */
    void heal(ClusterProcesses cluster) {
        switch (kind.blow()) {
            case KILL, STOP -> atOnce(cluster, Stoppable::restart);
            case PAUSE -> atOnce(cluster, Stoppable::resume);
            case CUT_OFF, CUT_OFF_FROM_ZOOKEEPER, CUT_OFF_FROM_BROKERS, CUT_OFF_FROM_CLIENTS ->
                    cluster.network().heal();
        }
    }

    private void atOnce(ClusterProcesses cluster, Consumer<Stoppable> what) {
        victims.parallelStream().map(cluster::process).forEach(what);
    }

    private void cut(ClusterProcesses cluster, List<String> from) {
        victims.forEach(victim -> cluster.network().cut(victim, from));
    }

    private List<String> others() {
        List<String> others = new ArrayList<>(List.of(ClusterProcesses.CLIENTS));
        others.addAll(ClusterProcesses.brokerNames());
        others.addAll(ClusterProcesses.zooKeeperNames());
        others.removeAll(victims);
        return others;
    }

    @Override
    public String toString() {
        return kind + " " + victims;
    }
}
