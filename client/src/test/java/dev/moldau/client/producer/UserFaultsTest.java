package dev.moldau.client.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.net.UserFaults;
import dev.moldau.client.scripted.VirtualLoop;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

class UserFaultsTest {

    /** Keeps the lines. */
    private static final class Lines extends LegacyAbstractLogger {
        private static final long serialVersionUID = 1L;
        private final transient List<String> all = new ArrayList<>();

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                String pattern,
                Object @Nullable [] arguments,
                @Nullable Throwable thrown) {
            String text = MessageFormatter.basicArrayFormat(pattern, arguments);
            all.add(level + " " + text + (thrown == null ? "" : " + stack of " + thrown));
        }

        @Override
        protected @Nullable String getFullyQualifiedCallerName() {
            return null;
        }

        @Override
        public boolean isTraceEnabled() {
            return true;
        }

        @Override
        public boolean isDebugEnabled() {
            return true;
        }

        @Override
        public boolean isInfoEnabled() {
            return true;
        }

        @Override
        public boolean isWarnEnabled() {
            return true;
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }
    }

    private final VirtualLoop loop = new VirtualLoop();
    private final Lines lines = new Lines();
    private final UserFaults faults = new UserFaults(loop, lines);

    private void threw(int number) {
        faults.threw("a callback", "t-0", new IllegalStateException("no " + number));
    }

    @Test
    void theFirstExceptionIsLoggedWholeAndTheOthersCountedOnceASecond() {
        int number = 0;
        for (int second = 0; second < 10; second++) {
            for (int i = 0; i < 1_000; i++) {
                threw(number++);
                loop.advance(1);
            }
        }
        assertThat(lines.all).hasSize(10);
        assertThat(lines.all.get(0))
                .startsWith("WARN a callback of t-0 threw; ")
                .endsWith("+ stack of java.lang.IllegalStateException: no 0");
        for (int second = 1; second < 10; second++) {
            assertThat(lines.all.get(second))
                    .isEqualTo(
                            "WARN a callback of t-0 threw java.lang.IllegalStateException: no "
                                    + second * 1_000
                                    + ", after 999 others that were not logged");
        }
        faults.close();
        faults.close();
        assertThat(lines.all)
                .hasSize(11)
                .last()
                .isEqualTo("WARN users' code threw 999 more times, which were not logged");
    }

    @Test
    void anExceptionEndsNothing() {
        threw(1);
        loop.turn();
        assertThat(loop.waiting()).isZero();
    }

    @Test
    void theFirstErrorEndsTheLoopInACommandOfItsOwn() {
        List<String> order = new ArrayList<>();
        AssertionError error = new AssertionError("of the user");
        loop.execute(
                () -> {
                    faults.threw("a callback", "t-0", error);
                    faults.threw("a callback", "t-0", new OutOfMemoryError("in its wake"));
                    order.add("told the others");
                });
        assertThatThrownBy(loop::turn).isSameAs(error);
        loop.turn();
        assertThat(order).containsExactly("told the others");
        assertThat(lines.all)
                .hasSize(2)
                .anySatisfy(
                        line ->
                                assertThat(line)
                                        .startsWith("ERROR a callback of t-0 threw an error")
                                        .endsWith("+ stack of " + error));
    }
}
