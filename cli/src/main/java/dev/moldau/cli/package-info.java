/**
 * The one command {@code moldau}: each subcommand a class of its own, listed in {@link
 * dev.moldau.cli.Main}. Commands parse and print; what they do is done by the modules below.
 */
@NullMarked
package dev.moldau.cli;

import org.jspecify.annotations.NullMarked;
