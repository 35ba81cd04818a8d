/**
 * What can go wrong for a caller, by what the caller can do about it: try again, abort the
 * transaction, give up this record or request, or give up the client.
 */
@NullMarked
package dev.moldau.client.errors;

import org.jspecify.annotations.NullMarked;
