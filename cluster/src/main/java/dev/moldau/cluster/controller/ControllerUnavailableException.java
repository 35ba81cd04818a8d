package dev.moldau.cluster.controller;

/** The controller has stopped, or its store cannot be written just now. Retriable. */
public final class ControllerUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ControllerUnavailableException(String message) {
        super(message);
    }

    ControllerUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
