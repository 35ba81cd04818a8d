/** Tests of the command, and of the shape of the whole house. */
@NullMarked
package dev.moldau.cli;

import org.jspecify.annotations.NullMarked;
