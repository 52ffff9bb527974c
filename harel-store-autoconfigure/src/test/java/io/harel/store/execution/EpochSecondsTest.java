package io.harel.store.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class EpochSecondsTest {

    @Test
    void keepsMicroseconds() {
        assertThat(EpochSeconds.of(Instant.parse("2026-12-01T10:00:00.250001999Z")))
                .isEqualTo(1796119200.250001);
    }

    @Test
    void comesBackAsTheSameInstant() {
        Instant instant = Instant.parse("1969-12-31T23:59:58.123456Z");
        assertThat(EpochSeconds.toInstant(EpochSeconds.of(instant))).isEqualTo(instant);
    }

    @Test
    void theLastInstantIsFarInTheFuture() {
        assertThat(EpochSeconds.of(Instant.MAX)).isEqualTo(Instant.MAX.getEpochSecond() + 1.0);
    }

    @Test
    void theFirstInstantIsFarInThePast() {
        assertThat(EpochSeconds.of(Instant.MIN)).isEqualTo((double) Instant.MIN.getEpochSecond());
    }

    @Test
    void aTimerForTheLastInstantIsNotDue() {
        assertThat(TimerOp.schedule("P", Instant.MAX).fireAt()).isGreaterThan(EpochSeconds.of(Instant.EPOCH));
    }
}
