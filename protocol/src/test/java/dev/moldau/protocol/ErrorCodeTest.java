package dev.moldau.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorCodeTest {

    @ParameterizedTest
    @EnumSource
    void hasTheNumberNameAndRetriabilityOfKafkas(Errors theirs) {
        ErrorCode ours = ErrorCode.of(theirs.code());

        assertThat(ours.name()).isEqualTo(theirs.name());
        assertThat(ours.code()).isEqualTo(theirs.code());
        assertThat(ours.retriable()).isEqualTo(theirs.exception() instanceof RetriableException);
    }

    @Test
    void inventsNoErrors() {
        assertThat(ErrorCode.values()).hasSameSizeAs(Errors.values());
    }

    @Test
    void meaningsAreSentencesOfTheirOwn() {
        Set<String> meanings = new HashSet<>();
        for (ErrorCode error : ErrorCode.values()) {
            assertThat(error.meaning()).matches("[A-Z].*\\.");
            assertThat(meanings.add(error.meaning())).as(error.name()).isTrue();
        }
        assertThat(Arrays.stream(Errors.values()).map(Errors::message))
                .doesNotContainAnyElementsOf(meanings);
    }

    @Test
    void unknownNumbersReadAsUnknownServerError() {
        for (short code : new short[] {Short.MIN_VALUE, -2, 137, Short.MAX_VALUE}) {
            assertThat(ErrorCode.of(code)).isEqualTo(ErrorCode.UNKNOWN_SERVER_ERROR);
        }
    }
}
