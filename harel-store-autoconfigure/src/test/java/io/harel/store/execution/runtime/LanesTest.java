package io.harel.store.execution.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class LanesTest {

    private static final Duration SHORT = Duration.ofMillis(5);
    private static final RelaySettings SETTINGS =
            new RelaySettings(Duration.ofHours(1), 1, 2, SHORT, Duration.ofMillis(20), SHORT, Duration.ofSeconds(1));

    private final Lanes<String> lanes = new Lanes<>();

    @Test
    void busyLanesAreLeftOutAndTakeAPlace() {
        lanes.occupy("a");

        assertThat(lanes.snapshot(2)).isEqualTo(new Lanes.Snapshot<>(Set.of("a"), 1));
        lanes.release("a");
        assertThat(lanes.snapshot(2)).isEqualTo(new Lanes.Snapshot<>(Set.of(), 2));
    }

    @Test
    void aPostponedLaneIsLeftOutForAWhile() {
        lanes.postpone("a", SHORT);

        assertThat(lanes.snapshot(1).excluded()).containsExactly("a");
        await().until(() -> lanes.snapshot(1).excluded().isEmpty());
    }

    @Test
    void failuresInARowAreCountedUntilASuccess() {
        assertThat(lanes.failed("a", SETTINGS)).isEqualTo(1);
        await().until(() -> lanes.snapshot(1).excluded().isEmpty());
        assertThat(lanes.failed("a", SETTINGS)).isEqualTo(2);
        lanes.succeeded("a");
        assertThat(lanes.failed("a", SETTINGS)).isEqualTo(1);
    }

    @Test
    void theWaitAfterFailuresGrowsUpToALimit() {
        assertThat(SETTINGS.backoff(1)).isEqualTo(Duration.ofMillis(5));
        assertThat(SETTINGS.backoff(2)).isEqualTo(Duration.ofMillis(10));
        assertThat(SETTINGS.backoff(4)).isEqualTo(Duration.ofMillis(20));
        assertThat(SETTINGS.backoff(1_000)).isEqualTo(Duration.ofMillis(20));
    }

    @Test
    void aWaitEndsWithNewsOfBeforeItBegan() throws InterruptedException {
        lanes.snapshot(1);
        lanes.wake();

        lanes.await(Duration.ofHours(1));
    }

    @Test
    void aWaitEndsWithAPause() throws InterruptedException {
        lanes.postpone("a", SHORT);

        lanes.await(Duration.ofHours(1));
    }

    @Test
    void aPauseThatEndsBetweenTheLookAndTheWaitEndsTheWait() throws InterruptedException {
        lanes.postpone("a", SHORT);
        assertThat(lanes.snapshot(1).excluded()).containsExactly("a");
        long over = System.nanoTime() + SHORT.toNanos();
        while (System.nanoTime() - over <= 0) {
            Thread.onSpinWait();
        }

        lanes.await(Duration.ofHours(1));
    }
}
