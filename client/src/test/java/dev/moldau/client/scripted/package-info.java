/** A loop in virtual time and a network whose brokers do what a test says, for small tests. */
@NullMarked
package dev.moldau.client.scripted;

import org.jspecify.annotations.NullMarked;
