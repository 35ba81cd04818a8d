/**
 * The words in which the wire is declared: a message is a record, its annotations say in which
 * versions which component is on the wire and how. The annotation processor of module {@code
 * protocol-processor} reads them and writes the codecs at compile time; nothing here exists at run
 * time.
 *
 * <p>A range of versions is written {@code "3"}, {@code "3+"} or {@code "3-7"}.
 */
@NullMarked
package dev.moldau.protocol.schema;

import org.jspecify.annotations.NullMarked;
