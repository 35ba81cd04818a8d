/**
 * The APIs about the cluster, its topics and its settings. The handlers translate: reads are
 * answered from the current image on the caller's thread, changes go to the controller. Nothing
 * here holds state.
 */
@NullMarked
package dev.moldau.broker.topic;

import org.jspecify.annotations.NullMarked;
