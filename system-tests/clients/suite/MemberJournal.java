import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What happened to a member of a group, in its own order: one line each, with the system when the call returns, so that it outlives a
 * killed process. A line is the time in epoch ms, a letter, and what it is about:
 *
 * <ul>
 *   <li>{@code A topic partition}: assigned
 *   <li>{@code R topic partition}: revoked, and given up after this line
 *   <li>{@code L topic partition}: lost
 *   <li>{@code P topic partition offset number}: a record processed
 *   <li>{@code T topic partition offset}: a commit is tried
 *   <li>{@code C topic partition offset}: the broker said that it is committed
 *   <li>{@code Z}: closed
 * </ul>
 */
final class MemberJournal {

    private final OutputStream out;

    MemberJournal(Path file) throws IOException {
        out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Adds lines, all at the time of now. */
    synchronized void add(Iterable<String> lines) {
        long nowMs = System.currentTimeMillis();
        StringBuilder all = new StringBuilder();
        for (String line : lines) {
            all.append(nowMs).append(' ').append(line).append('\n');
        }
        try {
            out.write(all.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("the journal cannot be written", e);
        }
    }
}
