package dev.moldau.cluster.move;

/**
 * A cluster cannot be moved as things are. Nothing was changed by the step that was refused; the
 * message names what is in the way and the remedy.
 */
public final class MoveRefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    MoveRefusedException(String message) {
        super(message);
    }

    MoveRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
