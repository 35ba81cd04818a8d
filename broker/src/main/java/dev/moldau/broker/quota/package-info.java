/**
 * How much a client may use. This broker has no quotas yet: it lists none and refuses to make any.
 * Nothing here holds state.
 */
@NullMarked
package dev.moldau.broker.quota;

import org.jspecify.annotations.NullMarked;
