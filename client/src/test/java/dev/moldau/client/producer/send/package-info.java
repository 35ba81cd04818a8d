/** The sender against a network, a clock and leaders in the tests' hands. */
@NullMarked
package dev.moldau.client.producer.send;

import org.jspecify.annotations.NullMarked;
