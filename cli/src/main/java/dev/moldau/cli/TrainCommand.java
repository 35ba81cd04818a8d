package dev.moldau.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code moldau train}. */
@Command(name = "train", hidden = true, description = "Warms the start-up cache.")
final class TrainCommand implements Callable<Integer> {

    @Override
    public Integer call() {
        return 0;
    }
}
