package dev.moldau.cluster;

import java.nio.file.Path;
import java.util.Set;

/** A data folder belongs to a broker of another number. Not retriable. */
public final class WrongNodeIdException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    WrongNodeIdException(Path file, Set<Integer> known, int nodeId) {
        super(
                "The cluster in "
                        + file
                        + " belongs to broker "
                        + known
                        + ", but node.id is "
                        + nodeId
                        + ". Set node.id to that number, or use another data folder.");
    }
}
