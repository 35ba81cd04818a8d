/**
 * What administrators ask of logs: to give up records, where logs lie and how large they are, who
 * writes to them. Handlers translate; the partitions' lanes decide.
 */
@NullMarked
package dev.moldau.broker.log;

import org.jspecify.annotations.NullMarked;
