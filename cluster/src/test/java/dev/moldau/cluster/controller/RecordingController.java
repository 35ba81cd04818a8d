package dev.moldau.cluster.controller;

import dev.moldau.cluster.image.ImagePublisher;
import dev.moldau.cluster.image.ImageSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A machine behind the controller's face that remembers what it was asked. */
final class RecordingController implements Controller {

    private final MachineUnderTest machine;
    private final ImagePublisher publisher;
    final List<ControllerCommand<?>> submitted = new ArrayList<>();
    boolean unavailable;

    RecordingController(MachineUnderTest machine) {
        this.machine = machine;
        this.publisher = new ImagePublisher(machine.state.image());
    }

    @Override
    public <R> CompletableFuture<R> submit(ControllerCommand<R> command) {
        submitted.add(command);
        return unavailable
                ? CompletableFuture.failedFuture(new ControllerUnavailableException("not now"))
                : CompletableFuture.completedFuture(machine.run(command));
    }

    @Override
    public ImageSource images() {
        return publisher;
    }
}
