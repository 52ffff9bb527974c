package io.harel.store.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonValuesTest {

    private static Object stored(Object value) {
        return JsonValues.copyOf(Collections.singletonMap("v", value)).get("v");
    }

    private static String storedKey(Object key) {
        Map<Object, Object> inner = new HashMap<>();
        inner.put(key, 1);
        return ((Map<?, ?>) stored(inner)).keySet().iterator().next().toString();
    }

    @Test
    void integersBecomeTheSmallestTypeThatHoldsThem() {
        assertThat(stored(1L)).isEqualTo(1);
        assertThat(stored(BigInteger.TWO.pow(40))).isEqualTo(1L << 40);
        assertThat(stored(BigInteger.TWO.pow(70))).isEqualTo(BigInteger.TWO.pow(70));
    }

    @Test
    void floatsThatAreNotFiniteBecomeNull() {
        assertThat(stored(Double.NaN)).isNull();
        assertThat(stored(Float.NEGATIVE_INFINITY)).isNull();
    }

    @Test
    void timesBecomeTheTextOfAnEventTime() {
        assertThat(stored(Instant.parse("2026-03-01T09:30:00.25Z"))).isEqualTo("2026-03-01T09:30:00.250000Z");
        assertThat(stored(OffsetDateTime.parse("2026-03-01T09:30:00+02:30"))).isEqualTo("2026-03-01T09:30:00+02:30");
        assertThat(stored(LocalDate.of(2026, 3, 1))).isEqualTo("2026-03-01");
    }

    @Test
    void decimalsKeepTheirDigits() {
        assertThat(stored(new BigDecimal("1.10"))).isEqualTo("1.10");
    }

    @Test
    void keysBecomeTheTextThatHarelGivesThem() {
        assertThat(storedKey(null)).isEqualTo("None");
        assertThat(storedKey(true)).isEqualTo("true");
        assertThat(storedKey(7L)).isEqualTo("7");
        assertThat(storedKey(1e-7)).isEqualTo("1e-07");
        assertThat(storedKey(Double.NaN)).isEqualTo("NaN");
        assertThat(storedKey(Status.DONE)).isEqualTo("DONE");
    }

    @Test
    void otherKeysAreRefused() {
        assertThatExceptionOfType(StoreEncodingException.class)
                .isThrownBy(() -> storedKey(List.of(1)))
                .withMessageContaining("key");
    }

    @Test
    void bytesThatAreNotTextAreRefused() {
        assertThat(stored("é".getBytes(StandardCharsets.UTF_8))).isEqualTo("é");
        assertThatExceptionOfType(StoreEncodingException.class)
                .isThrownBy(() -> stored(new byte[] {(byte) 0xff}))
                .withMessageContaining("UTF-8");
    }

    @Test
    void anEventBecomesAMap() {
        Object events = stored(List.of(Event.withId("e", "K", Map.of("n", 1))));
        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("id", "e");
        expected.put("kind", "K");
        expected.put("created_time", null);
        expected.put("received_time", null);
        expected.put("data", Map.of("n", 1));
        assertThat(events).isEqualTo(List.of(expected));
    }

    @Test
    void aStructureThatContainsItselfIsRefused() {
        List<Object> list = new ArrayList<>();
        list.add(list);
        assertThatExceptionOfType(StoreEncodingException.class)
                .isThrownBy(() -> stored(list))
                .withMessageContaining("contains itself");
    }

    @Test
    void aMapThatGrowsByOneLevelAtATimeIsRefusedToo() {
        assertThatExceptionOfType(StoreEncodingException.class).isThrownBy(() -> {
            Map<String, Object> map = Map.of();
            for (int i = 0; i < 100_000; i++) {
                map = JsonValues.copyOf(Map.of("m", map));
            }
        });
    }

    @Test
    void listsThatAreCopiedAlreadyAreNotCopiedAgain() {
        Object list = stored(Arrays.asList(1, null, 2.5));
        assertThat(stored(list)).isSameAs(list);
    }

    @Test
    void whatMustNotBeNullIsRefusedAtOnce() {
        assertThatNullPointerException()
                .isThrownBy(() -> Event.withId(null, "K", Map.of()))
                .withMessage("id");
        assertThatNullPointerException()
                .isThrownBy(() -> Execution.builder(null).id("x").build())
                .withMessage("definitionId");
        assertThatNullPointerException().isThrownBy(() -> new Emit("x", null)).withMessage("event");
        assertThatNullPointerException().isThrownBy(() -> TimerOp.cancel(null)).withMessage("path");
    }
}
