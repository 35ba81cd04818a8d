/**
 * The only door to files: a small port with what a log needs of a file system, and its
 * implementation on the machine's disks. Nothing else in the module touches {@code java.nio.file}
 * beyond {@link java.nio.file.Path}, so that tests and the simulation can tear writes, lose
 * unsynced data, fill up and flip bits. Files belong to whoever opened them.
 */
@NullMarked
package dev.moldau.storage.disk;

import org.jspecify.annotations.NullMarked;
