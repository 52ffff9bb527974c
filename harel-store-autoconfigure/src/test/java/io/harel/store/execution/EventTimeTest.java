package io.harel.store.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import io.harel.store.golden.Golden;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventTimeTest {

    static Stream<JsonNode> readByHarel() {
        return Golden.encodings("0.3.0", "date_times_read")
                .filter(vector -> vector.hasNonNull("field"))
                .filter(vector -> !vector.required("given").asText().equals("null"));
    }

    static Stream<JsonNode> refusedByHarel() {
        return Golden.encodings("0.3.0", "date_times_read").filter(vector -> vector.has("raises"));
    }

    static Stream<JsonNode> readByNewerHarel() {
        return Golden.encodings("0.9.0", "times_read");
    }

    static Stream<JsonNode> writtenByHarel() {
        return Golden.encodings("0.3.0", "date_times");
    }

    @ParameterizedTest
    @MethodSource("readByHarel")
    @DisplayName("ES-018: reads what harel reads, to the same time")
    void readsWhatHarelReads(JsonNode vector) {
        assertThat(EventTime.parse(unquoted(vector)))
                .hasToString(vector.required("field").asText());
    }

    @ParameterizedTest
    @MethodSource("readByNewerHarel")
    @DisplayName("ES-018: reads what harel 0.9.0 reads, to the same time")
    void readsWhatNewerHarelReads(JsonNode vector) {
        assertThat(EventTime.parse(vector.required("given").asText()))
                .hasToString(vector.required("value").asText());
    }

    @ParameterizedTest
    @MethodSource("refusedByHarel")
    void refusesWhatHarelRefuses(JsonNode vector) {
        assertThatIllegalArgumentException().isThrownBy(() -> EventTime.parse(unquoted(vector)));
    }

    private static String unquoted(JsonNode vector) {
        String given = vector.required("given").asText();
        return given.startsWith("\"") ? given.substring(1, given.length() - 1) : given;
    }

    @ParameterizedTest
    @MethodSource("writtenByHarel")
    @DisplayName("ES-017: what harel writes comes back as the same text")
    void writesTheTextHarelWrites(JsonNode vector) {
        String text = vector.required("field").asText();
        assertThat(EventTime.parse(text)).hasToString(text);
    }

    @Test
    @DisplayName("ES-017: shows six digits of a fraction, and only of one that is not zero")
    void showsTheFractionOnlyWhereThereIsOne() {
        assertThat(EventTime.of(LocalDateTime.of(2024, 1, 2, 3, 4, 5))).hasToString("2024-01-02T03:04:05");
        assertThat(EventTime.of(OffsetDateTime.parse("2024-01-02T03:04:05.0000069+02:30")))
                .hasToString("2024-01-02T03:04:05.000006+02:30");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0000-12-31T23:59:59Z", "-0001-01-01T00:00:00Z", "+10000-01-01T00:00:00Z"})
    void refusesYearsThatHarelRefuses(String instant) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EventTime.of(Instant.parse(instant)))
                .withMessageContaining("from 1 to 9999");
    }

    @Test
    void refusesTheEndsOfTime() {
        assertThatIllegalArgumentException().isThrownBy(() -> EventTime.of(Instant.MAX));
        assertThatIllegalArgumentException().isThrownBy(() -> EventTime.of(Instant.MIN));
        assertThatIllegalArgumentException().isThrownBy(() -> EventTime.of(LocalDateTime.MAX));
    }

    @Test
    void refusesAnOffsetWithSeconds() {
        OffsetDateTime dateTime = OffsetDateTime.of(2024, 1, 2, 3, 4, 5, 0, ZoneOffset.ofHoursMinutesSeconds(1, 2, 3));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EventTime.of(dateTime))
                .withMessageContaining("+01:02:03");
    }

    @Test
    void refusesAnOffsetOfADay() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EventTime(LocalDateTime.of(2024, 1, 2, 3, 4), 24 * 60));
    }

    @Test
    void aTimeWithAnOffsetIsAnInstant() {
        assertThat(EventTime.parse("2024-01-02T03:04:05-23:59").toInstant())
                .contains(Instant.parse("2024-01-03T03:03:05Z"));
    }

    @Test
    void aTimeWithoutAZoneIsNoInstant() {
        assertThat(EventTime.parse("2024-01-02T03:04:05").toInstant()).isEmpty();
    }

    @Test
    void aVeryLongTextIsRefusedWithoutRepeatingIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EventTime.parse("9".repeat(1_000_000)))
                .satisfies(ex -> assertThat(ex.getMessage()).hasSizeLessThan(250));
    }
}
