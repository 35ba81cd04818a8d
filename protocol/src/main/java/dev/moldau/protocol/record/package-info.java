/**
 * Records on the wire and on disk: batches of format v2, message sets of formats v0 and v1.
 *
 * <p>Views ({@link BatchView}, {@link Batches}, {@link RecordView}, {@link LegacyMessages}) read
 * bytes where they lie and are reused from batch to batch; the bytes belong to whoever supplied
 * them. What a client wants appended goes through {@link BatchValidator}, and before that through
 * {@link UpConverter} if its request is too old for v2; what an old client wants to read comes from
 * {@link DownConverter}. {@link BatchWriter} writes what the broker itself has to say. Everything
 * here is confined to one owner thread, together with the {@link
 * dev.moldau.protocol.compress.Codecs} that it is given.
 */
@NullMarked
package dev.moldau.protocol.record;

import org.jspecify.annotations.NullMarked;
