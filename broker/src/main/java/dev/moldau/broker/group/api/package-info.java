/**
 * One handler per group API. Handlers translate: a request of any version becomes commands to the
 * {@link dev.moldau.broker.group.GroupCoordinator}, and the outcome the response of that version.
 * They hold no state and run on whatever thread calls them.
 */
@NullMarked
package dev.moldau.broker.group.api;

import org.jspecify.annotations.NullMarked;
