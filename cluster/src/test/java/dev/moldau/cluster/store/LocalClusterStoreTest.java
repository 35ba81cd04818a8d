package dev.moldau.cluster.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalClusterStoreTest extends ClusterStoreContract {

    @TempDir Path folder;

    private Path file() {
        return folder.resolve("cluster").resolve("cluster.mv");
    }

    @Override
    protected ClusterStore open() {
        return LocalClusterStore.open(file());
    }

    /** What the disk holds at this moment is what a process that is killed now leaves behind. */
    @Test
    void whatWasAnsweredIsInTheFileWhateverHappensNext() throws IOException {
        for (int i = 0; i < 50; i++) {
            store.commit(List.of(create(new StoreKey("things", "k" + i), "v" + i)));
            Path left = folder.resolve("killed-" + i + ".mv");
            Files.copy(file(), left, StandardCopyOption.REPLACE_EXISTING);
            try (ClusterStore after = LocalClusterStore.open(left)) {
                assertThat(after.list("things")).hasSize(i + 1);
            }
        }
    }

    @Test
    void aCommitThatWasCutShortLeavesTheOneBefore() throws IOException {
        store.commit(List.of(create(A, "before")));
        Path before = folder.resolve("before.mv");
        Files.copy(file(), before);
        store.commit(List.of(create(B, "x".repeat(20_000))));
        byte[] whole = Files.readAllBytes(file());
        long sizeBefore = Files.size(before);
        // What lies behind the old end came with the second commit; it arrives in part only.
        for (long kept = sizeBefore; kept < whole.length; kept += 1_111) {
            Path torn = folder.resolve("torn.mv");
            Files.copy(before, torn, StandardCopyOption.REPLACE_EXISTING);
            try (FileChannel channel = FileChannel.open(torn, StandardOpenOption.WRITE)) {
                channel.write(
                        ByteBuffer.wrap(whole, (int) sizeBefore, (int) (kept - sizeBefore)),
                        sizeBefore);
            }
            try (ClusterStore after = LocalClusterStore.open(torn)) {
                assertThat(after.read(A)).as("kept %d", kept).isPresent();
            }
        }
    }

    @Test
    void aSecondBrokerOnTheSameFileIsRefused() {
        assertThatExceptionOfType(StoreInUseException.class)
                .isThrownBy(this::open)
                .withMessageContaining(file().toString())
                .withMessageContaining("another data folder");
    }

    @Test
    void aFileThatIsNoStoreIsRefusedWithItsNameAndARemedy() throws IOException {
        Path wrong = folder.resolve("wrong.mv");
        Files.write(wrong, "this is not a store ".repeat(1_000).getBytes(UTF_8));
        assertThatExceptionOfType(StoreDamagedException.class)
                .isThrownBy(() -> LocalClusterStore.open(wrong).close())
                .withMessageContaining(wrong.toString())
                .withMessageContaining("backup")
                .matches(e -> e.file().equals(wrong.toAbsolutePath()));
    }

    @Test
    void aRecordWhoseBytesChangedOnDiskIsFound() throws IOException {
        String value = "unmistakable-value-".repeat(10);
        store.commit(List.of(create(A, value)));
        store.close();
        byte[] bytes = Files.readAllBytes(file());
        int at = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf(value);
        assertThat(at).isPositive();
        for (int i = at; i >= 0; i = indexOf(bytes, value, i + 1)) {
            bytes[i] ^= 1;
        }
        Files.write(file(), bytes);
        assertThatExceptionOfType(StoreDamagedException.class)
                .isThrownBy(
                        () -> {
                            store = open();
                            store.read(A);
                        })
                .withMessageContaining(file().toString());
    }

    private static int indexOf(byte[] bytes, String text, int from) {
        return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf(text, from);
    }

    @Test
    void theFileDoesNotGrowWithoutEndWhenOneRecordChangesOften() throws IOException {
        store.commit(List.of(create(A, "0")));
        for (int i = 0; i < 3_000; i++) {
            store.commit(List.of(replace(A, "v" + i, StoreWrite.ANY_VERSION)));
        }
        assertThat(Files.size(file())).isLessThan(4_000_000);
    }

    @Test
    void aClosedStoreSaysSo() {
        store.close();
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> store.read(A))
                .withMessageContaining("closed");
    }
}
