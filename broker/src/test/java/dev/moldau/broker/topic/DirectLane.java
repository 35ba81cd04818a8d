package dev.moldau.broker.topic;

import dev.moldau.common.Lane;

/** A lane that runs every task at once on the calling thread. */
final class DirectLane implements Lane {

    @Override
    public void execute(Runnable task) {
        task.run();
    }

    @Override
    public boolean isCurrent() {
        return true;
    }

    @Override
    public String name() {
        return "test";
    }
}
