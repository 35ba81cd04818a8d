package dev.moldau.benchmarks.sidebyside;

import dev.moldau.benchmarks.brokers.Broker;
import dev.moldau.benchmarks.report.Measure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Starts on existing data, several times, then rests.
 *
 * @param times how often
 * @param idleSeconds how long it is watched at rest
 */
record StartCase(int times, int idleSeconds) implements Case {

    @Override
    public String name() {
        return "start and rest";
    }

    @Override
    public List<Measure> run(Broker broker) throws Exception {
        List<Double> ready = new ArrayList<>();
        List<Double> processor = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            broker.stopCleanly();
            broker.startAgain();
            ready.add(broker.readySeconds());
            processor.add(broker.processorSeconds());
        }
        Collections.sort(ready);
        Collections.sort(processor);
        TimeUnit.SECONDS.sleep(2);
        double before = broker.processorSeconds();
        TimeUnit.SECONDS.sleep(idleSeconds);
        double idle = 100 * (broker.processorSeconds() - before) / idleSeconds;
        return List.of(
                Measure.withLimit("ready s, median", ready.get(times / 2), 0.5),
                Measure.of("ready s, worst", ready.getLast()),
                Measure.of("processor s to ready", processor.get(times / 2)),
                Measure.withLimit("idle resident MiB", broker.residentMib(), 114.4),
                Measure.of("idle % of a core", idle));
    }
}
