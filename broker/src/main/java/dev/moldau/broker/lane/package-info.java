/**
 * The threads that own state: lanes and the timer. A lane runs the commands sent to it one at a
 * time; whoever lives on a lane is touched by nobody else. What lives here belongs to the
 * composition root, which makes and closes it.
 */
@NullMarked
package dev.moldau.broker.lane;

import org.jspecify.annotations.NullMarked;
