/**
 * The listener: consuming by a handler that is called in parallel, in the order that is promised.
 * One thread polls and owns the consumer; what it reads is kept in a {@code Ledger}, which one lock
 * guards, and from which the workers take. Tests drive all of it in virtual time through its ports:
 * {@code Source}, {@code Workers}, {@code DeadLetters}, {@code Patience} and the clock.
 */
@NullMarked
package dev.moldau.client.listener;

import org.jspecify.annotations.NullMarked;
