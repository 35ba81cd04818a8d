/**
 * A whole cluster on one machine: ZooKeeper and some brokers as child processes, started in order,
 * watched, and stopped in order. One thread runs it; signals and the ends of children come to it as
 * events.
 */
@NullMarked
package dev.moldau.cli.laptop;

import org.jspecify.annotations.NullMarked;
