package dev.moldau.cli;

import dev.moldau.cli.training.TrainingCluster;
import dev.moldau.cli.training.TrainingScript;
import dev.moldau.server.MoldauServer;
import dev.moldau.server.ServerProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * {@code moldau train}: starts a broker as {@code start} does, plays the training script, stops,
 * and starts it once more on the data that is there; then has two brokers of a cluster take over
 * from one another. {@code bin/build} runs it under the JVM's recorder.
 */
@Command(name = "train", hidden = true, description = "Warms the start-up cache.")
final class TrainCommand implements Callable<Integer> {

    private static final int READY_TIMEOUT_S = 30;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Path data = Files.createTempDirectory("moldau-training");
        try {
            run(data.resolve("alone"), true);
            run(data.resolve("alone"), false);
            TrainingCluster.play(data, new LogbackLevels(), spec.commandLine().getOut());
            return 0;
        } finally {
            LogSetup.flush();
            delete(data);
        }
    }

    private void run(Path data, boolean play) throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        StartOptions options =
                StartOptions.plain(
                                List.of(
                                        StartOptions.COMMAND,
                                        StartOptions.DATA,
                                        data.toString(),
                                        StartOptions.LISTEN,
                                        "127.0.0.1:0",
                                        StartOptions.OVERRIDE,
                                        "group.initial.rebalance.delay.ms=0"))
                        .orElseThrow();
        ServerProcess process = StartCommand.process(options, out);
        CompletableFuture<Void> played =
                CompletableFuture.runAsync(
                        () -> playAndStop(process, play), Thread::startVirtualThread);
        process.run();
        played.get(READY_TIMEOUT_S, TimeUnit.SECONDS);
    }

    private static void playAndStop(ServerProcess process, boolean play) {
        try {
            MoldauServer server =
                    process.ready()
                            .toCompletableFuture()
                            .orTimeout(READY_TIMEOUT_S, TimeUnit.SECONDS)
                            .join();
            if (play) {
                TrainingScript.play(server.listeners().getFirst().port());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            process.stop();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
