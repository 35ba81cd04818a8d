package dev.moldau.broker.follow;

import dev.moldau.cluster.controller.Controller;
import dev.moldau.cluster.controller.ControllerCommand;
import dev.moldau.cluster.controller.ControllerUnavailableException;
import dev.moldau.cluster.image.ImageSource;
import dev.moldau.protocol.ErrorCode;
import java.util.concurrent.CompletableFuture;

/**
 * A controller that does nothing: handlers that work with it say the error for each item, in each
 * version, as they would of a real one that cannot act. Immutable.
 */
public final class RefusingController implements Controller {

    private final ImageSource images;
    private final String reason;
    private final ErrorCode error;

    private RefusingController(ImageSource images, String reason, ErrorCode error) {
        this.images = images;
        this.reason = reason;
        this.error = error;
    }

    /** Nothing was done; a client may ask again. */
    public static RefusingController unreachable(ImageSource images) {
        return new RefusingController(
                images,
                "No controller could be reached; the cluster elects another one.",
                ErrorCode.NOT_CONTROLLER);
    }

    /** Perhaps it was done; a client must look before it asks again. */
    public static RefusingController lost(ImageSource images) {
        return new RefusingController(
                images,
                "The controller was lost before it answered, and may have made the change.",
                ErrorCode.REQUEST_TIMED_OUT);
    }

    @Override
    public <R> CompletableFuture<R> submit(ControllerCommand<R> command) {
        return CompletableFuture.failedFuture(new ControllerUnavailableException(reason, error));
    }

    @Override
    public ImageSource images() {
        return images;
    }
}
