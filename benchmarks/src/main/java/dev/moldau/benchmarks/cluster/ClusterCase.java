package dev.moldau.benchmarks.cluster;

import dev.moldau.benchmarks.brokers.Cluster;
import dev.moldau.benchmarks.report.Measure;
import java.util.List;

/** Something to do to a cluster, and what is measured while it is done. */
interface ClusterCase {

    /** Its name in the report; the same for both peers. */
    String name();

    /** Does it and measures. */
    List<Measure> run(Cluster cluster) throws Exception;
}
