/** How keys and values become bytes and bytes become keys and values. Without state. */
@NullMarked
package dev.moldau.client.serialization;

import org.jspecify.annotations.NullMarked;
