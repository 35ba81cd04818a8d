package dev.moldau.storage.segment;

import dev.moldau.protocol.record.BatchView;

/** Somebody to whom the batches of a log are shown, in order. */
public interface BatchVisitor {

    /**
     * Looks at a batch.
     *
     * @param batch valid during the call; all of its bytes are there for control batches, for
     *     others at least the header
     */
    void visit(BatchView batch);
}
