package dev.moldau.benchmarks.groups;

import dev.moldau.benchmarks.brokers.Broker;
import dev.moldau.benchmarks.report.Measure;
import java.util.List;

/** Something that groups do to a broker of their own, and what is measured while they do it. */
interface GroupCase {

    /** Its name in the report; the same for both peers. */
    String name();

    /** Does it and measures. */
    List<Measure> run(Broker broker) throws Exception;
}
