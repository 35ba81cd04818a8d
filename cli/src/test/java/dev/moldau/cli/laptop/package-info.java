/** Tests of the cluster on one machine, with processes that only say what real ones say. */
@NullMarked
package dev.moldau.cli.laptop;

import org.jspecify.annotations.NullMarked;
