package dev.moldau.cluster.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.moldau.cluster.controller.BrokerPresence;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PresenceRecordTest {

    private final long seed = Long.getLong("moldau.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private PresenceRecord any(int endpoints, @Nullable String rack, boolean stopping) {
        List<Endpoint> at = new ArrayList<>();
        for (int i = 0; i < endpoints; i++) {
            at.add(new Endpoint("L" + i, "PLAINTEXT", "höst-" + i, random.nextInt(65_536)));
        }
        return new PresenceRecord(
                new BrokerPresence(
                        random.nextInt(1_000),
                        Uuid.random(random),
                        Uuid.random(random),
                        at,
                        rack,
                        random.nextLong()),
                stopping);
    }

    private static PresenceRecord decoded(PresenceRecord as, byte[] bytes) {
        return PresenceRecord.decoded(as.broker().id(), bytes);
    }

    @Test
    void aRecordSaysWhatTheBrokerSaid() {
        for (int i = 0; i < 200; i++) {
            String rack = i % 3 == 0 ? null : i % 3 == 1 ? "" : "rack-" + i;
            PresenceRecord record = any(i % 5, rack, i % 2 == 0);
            assertThat(decoded(record, record.encoded())).as("seed %d", seed).isEqualTo(record);
        }
    }

    @Test
    void aBrokerThatIsAboutToStopIsTheSameBroker() {
        PresenceRecord record = any(1, "r", false);
        PresenceRecord stopping = record.aboutToStop();
        assertThat(stopping.stopping()).isTrue();
        assertThat(stopping.broker()).isEqualTo(record.broker());
        assertThat(stopping.broker()).isEqualTo(record.broker());
        assertThat(decoded(record, stopping.encoded())).isEqualTo(stopping);
    }

    @Test
    void aRecordThatIsCutShortOrTooLongIsNone() {
        PresenceRecord record = any(2, "rack", false);
        byte[] bytes = record.encoded();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatIllegalArgumentException()
                    .as("%d of %d bytes", length, bytes.length)
                    .isThrownBy(() -> decoded(record, cut));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> decoded(record, Arrays.copyOf(bytes, bytes.length + 1)));
    }

    @Test
    void aRecordOfAnotherFormatIsNone() {
        PresenceRecord record = any(1, null, false);
        byte[] bytes = record.encoded();
        bytes[0]++;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> decoded(record, bytes))
                .withMessageContaining("format");
    }

    /** A count of endpoints is not believed, however large it is. */
    @Test
    void aCountBeyondTheBytesIsRefusedBeforeAnythingIsAllocated() {
        PresenceRecord record = any(0, null, false);
        byte[] bytes = record.encoded();
        byte[] huge = Arrays.copyOf(bytes, bytes.length + 4);
        Arrays.fill(huge, bytes.length - 1, bytes.length + 3, (byte) 0xFF);
        huge[bytes.length + 3] = 0x07;
        assertThatIllegalArgumentException().isThrownBy(() -> decoded(record, huge));
    }

    @Test
    void damagedBytesAreARecordOrAreRefusedAndNothingElse() {
        byte[] sound = any(3, "rack", true).encoded();
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = sound.clone();
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                PresenceRecord.decoded(1, bytes);
            } catch (IllegalArgumentException e) {
                refused++;
            }
        }
        assertThat(refused).as("seed %d", seed).isPositive();
    }
}
