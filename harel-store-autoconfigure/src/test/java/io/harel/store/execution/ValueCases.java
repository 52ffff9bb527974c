package io.harel.store.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.harel.store.execution.codec.StoredJson;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How values come back: section 7.1, as far as it shows through a store. */
interface ValueCases extends StoreCases {

    private static Map<String, Object> nested(int levels) {
        Map<String, Object> map = Map.of();
        for (int i = 0; i < levels; i++) {
            map = Map.of("m", map);
        }
        return map;
    }

    private String data(String id) {
        return (String)
                column("SELECT data FROM executions WHERE id = '" + id + "'").get(0);
    }

    @Test
    @DisplayName("ES-001: the smallest execution is stored as harel stores it, with the four times of 0.9.0")
    default void storesTheSmallestExecution() {
        store().save(execution("x"));

        assertThat(data("x"))
                .startsWith("{\"id\":\"x\",\"definition_id\":\"d\",\"definition_fqn\":null,\"root_path\":\"\","
                        + "\"status\":\"PENDING\",\"outcome\":null,\"error\":null,\"active_path\":null,\"history\":{},"
                        + "\"context\":{},\"processed_events\":0,\"version\":1,\"priority\":0,\"parent_id\":null,"
                        + "\"child_id\":null,\"deferred\":[],\"children\":{},\"invoke_seq\":{}");
    }

    @ParameterizedTest
    @EnumSource(Status.class)
    @DisplayName("ES-003: each status comes back, and is stored by its name")
    default void keepsEachStatus(Status status) {
        store().save(builder("a").status(status).build());

        assertThat(stored("a").status()).isEqualTo(status);
        assertThat(data("a")).contains("\"status\":\"" + status.name() + "\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":\"a\",\"definition_id\":\"d\",\"status\":\"WEIRD\"}",
                "{\"id\":\"a\"}",
                "{\"definition_id\":\"d\"}",
                "{\"id\":\"a\",\"definition_id\":\"d\",\"context\":null}",
                "{\"id\":\"a\",\"definition_id\":\"d\",\"priority\":5}",
                "{\"id\":\"a\",\"definition_id\":\"d\",\"version\":3.5}",
                "{\"id\":\"b\",\"definition_id\":\"d\"}",
                "{not json"
            })
    @DisplayName("ES-004, ES-006, ES-007, ES-009, ES-010, ES-027: a row that is no execution is an error that names it")
    default void refusesARowThatIsNoExecution(String data) {
        store().save(execution("a"));
        sql("UPDATE executions SET data = '" + data + "'");

        assertThatExceptionOfType(StoreDecodingException.class)
                .isThrownBy(() -> store().load("a"))
                .withMessageContaining("'a'");
        assertThatExceptionOfType(StoreDecodingException.class).isThrownBy(() -> store().loadForEvent("a", "e"));
    }

    @Test
    @DisplayName("ES-005: what a row leaves out has its default")
    default void fillsInDefaults() {
        store().save(execution("a"));
        sql("UPDATE executions SET data = '{\"id\":\"a\",\"definition_id\":\"d\",\"version\":1}'");

        assertThat(stored("a")).isEqualTo(builder("a").version(1).build());
    }

    @Test
    @DisplayName("ES-008: fields that nobody knows survive a load and a save")
    default void keepsUnknownFields() {
        store().save(execution("a"));
        sql("UPDATE executions SET data = '{\"id\":\"a\",\"definition_id\":\"d\",\"version\":1,\"future\":1,"
                + "\"children\":{\"c\":{\"root_path\":\"R\",\"future\":2}},"
                + "\"deferred\":[{\"kind\":\"K\",\"future\":3}]}'");

        store().save(stored("a").toBuilder().put("touched", true).build());

        assertThat(data("a")).contains("\"future\":1", "\"future\":2", "\"future\":3");
    }

    @Test
    @DisplayName("ES-011, ES-012: the kinds of numbers are kept apart, and integers have no limit")
    default void keepsKindsOfNumbers() {
        BigInteger huge = BigInteger.TWO.pow(70);
        store().save(builder("a")
                .put("i", 1)
                .put("f", 1.0)
                .put("z", -0.0)
                .put("huge", huge)
                .build());

        assertThat(data("a")).contains("\"i\":1,\"f\":1.0,\"z\":-0.0,\"huge\":1180591620717411303424");
        assertThat(stored("a").context())
                .containsExactly(Map.entry("i", 1), Map.entry("f", 1.0), Map.entry("z", -0.0), Map.entry("huge", huge));
    }

    @Test
    @DisplayName("ES-013, ES-022: what JSON does not have is stored as null")
    default void storesNullForWhatJsonDoesNotHave() {
        List<Double> odd = List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
        store().commit(Commit.builder(builder("a").put("odd", odd).build())
                .spawn(SpawnRequest.region("c", "R", Map.of("n", Double.NaN)))
                .build());

        assertThat(stored("a").context().get("odd")).isEqualTo(Arrays.asList(null, null, null));
        assertThat(store().list(ExecutionQuery.all()).items()).hasSize(1);
        assertThat((String) column("SELECT context FROM spawns").get(0))
                .contains("null")
                .doesNotContain("NaN");
    }

    @Test
    @DisplayName("ES-014: every character of a text comes back, as harel writes it")
    default void keepsEveryCharacter() {
        String text = "é😀\0\u0001\"\\/\t\u007f\u2028";
        store().save(builder("a").put("text", text).build());

        assertThat(stored("a").context()).containsEntry("text", text);
        assertThat(data("a")).contains("\"é😀\\u0000\\u0001\\\"\\\\/\\t\u007f\u2028\"");
    }

    @Test
    @DisplayName("ES-015, ES-169: half a character is refused, and the execution is what it was")
    default void refusesHalfACharacter() {
        Execution saved = store().save(execution("a"));
        Execution broken = saved.toBuilder().put("half", "\udc00").build();

        assertThatExceptionOfType(StoreEncodingException.class).isThrownBy(() -> store().save(broken));

        assertThat(stored("a")).isEqualTo(saved);
        assertThat(store().save(saved).version()).isEqualTo(2);
    }

    @Test
    @DisplayName("ES-016: of doubled keys the last one counts, at the place of the first")
    default void takesTheLastOfDoubledKeys() {
        store().save(execution("a"));
        sql("UPDATE executions SET data ="
                + " '{\"id\":\"a\",\"definition_id\":\"d\",\"version\":1,\"context\":{\"a\":1,\"b\":2,\"a\":3}}'");

        assertThat(stored("a").context()).containsExactly(Map.entry("a", 3), Map.entry("b", 2));
    }

    @Test
    @DisplayName("ES-021: what harel has written for a spawn is read, odd numbers and escapes included")
    default void readsSpawnsOfHarel() {
        store().commit(Commit.builder(execution("a"))
                .spawn(SpawnRequest.region("c", "R", Map.of()))
                .build());
        sql("UPDATE spawns SET context = '{\"s\": \"\\u00e9\\ud83d\\ude00\", \"n\": NaN}'");

        assertThat(store().pendingSpawns().entries())
                .singleElement()
                .satisfies(spawn ->
                        assertThat(spawn.context()).containsEntry("s", "é😀").containsKey("n"));
    }

    @Test
    @DisplayName("ES-023: a context nested deeper than harel reads is refused, and nothing is written")
    default void refusesADeepContext() {
        Execution saved = store().save(builder("a").context(nested(190)).build());
        assertThat(stored("a")).isEqualTo(saved);

        assertThatExceptionOfType(StoreEncodingException.class)
                .isThrownBy(() ->
                        store().save(saved.toBuilder().context(nested(200)).build()))
                .withMessageContaining("/context/m/m");
        assertThat(stored("a")).isEqualTo(saved);
    }

    @Test
    @DisplayName("ES-026: deferred events come back with their ids, kinds and data")
    default void keepsDeferredEvents() {
        Event deferred = Event.withId("later", "K", Map.of("n", 1));
        store().save(builder("a").defer(deferred).build());

        assertThat(stored("a").deferred()).containsExactly(deferred);
    }

    @Test
    @DisplayName("ES-047: a text of 20,000,000 characters is kept")
    default void keepsAVeryLongText() {
        String text = "é".repeat(20_000_000);
        store().save(builder("a").put("text", text).build());

        assertThat(text.equals(stored("a").context().get("text"))).isTrue();
    }

    @Test
    @DisplayName("ES-310: the four times are kept, and a row without them has none")
    default void keepsTheFourTimes() {
        Execution saved = store().save(builder("a")
                .createdAt(1.5)
                .updatedAt(1796099276.7819483)
                .finishedAt(3.0)
                .expiresAt(1e10)
                .build());
        assertThat(stored("a")).isEqualTo(saved);

        sql("UPDATE executions SET data = '{\"id\":\"a\",\"definition_id\":\"d\",\"version\":1,\"created_at\":null}'");
        assertThat(stored("a").createdAt()).isNull();
        assertThat(stored("a").finishedAt()).isNull();
    }

    @Test
    @DisplayName("ES-046: U+0000 is refused wherever a column would hold it")
    default void refusesNul() {
        for (String text : List.of("a\0b", "\uD800", "\uDC00x")) {
            assertThatIllegalArgumentException().isThrownBy(() -> store().save(execution(text)));
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> store().save(Execution.builder(text).id("a").build()));
            assertThatIllegalArgumentException().isThrownBy(() -> store().emit(new Emit(text, event("e"))));
            assertThatIllegalArgumentException().isThrownBy(() -> store().appendTrace(text, step(0)));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> store().commit(Commit.builder(execution("a"))
                            .processed(text)
                            .build()));
            assertThatIllegalArgumentException().isThrownBy(() -> commit(execution("a"), TimerOp.schedule(text, 1)));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> store().commit(Commit.builder(execution("a"))
                            .spawn(SpawnRequest.region(text, "R", Map.of()))
                            .build()));
        }
        assertEmpty();
    }

    @Test
    @DisplayName("ES-111: the trace is not part of the execution")
    default void keepsTheTraceApart() {
        store().commit(Commit.builder(builder("a").activePath("B").build())
                .trace(new TraceStep(Map.of("event_kind", "marker")))
                .build());

        assertThat(stored("a").activePath()).isEqualTo("B");
        assertThat(StoredJson.ofExecution(stored("a"))).doesNotContain("marker");
    }
}
