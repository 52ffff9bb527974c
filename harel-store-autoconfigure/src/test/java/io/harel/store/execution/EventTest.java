package io.harel.store.execution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.harel.store.golden.Golden;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EventTest {

    static Stream<JsonNode> firings() {
        return Stream.concat(Golden.encodings("0.3.0", "timeout_ids"), Golden.encodings("0.9.0", "timeout_ids"));
    }

    @ParameterizedTest
    @MethodSource("firings")
    @DisplayName("ES-025: a timer's event has the id that harel gives it")
    void aTimersEventHasHarelsId(JsonNode firing) throws JsonProcessingException {
        Event event = Event.timeout(new DueTimer(
                firing.required("execution").asText(),
                firing.required("path").asText(),
                Golden.ofBits(firing.required("bits"))));
        assertThat(event.id()).isEqualTo(idOf(firing));
    }

    private static String idOf(JsonNode firing) throws JsonProcessingException {
        return firing.has("id")
                ? firing.required("id").asText()
                : new ObjectMapper()
                        .readTree(firing.required("event").asText())
                        .required("id")
                        .asText();
    }

    @Test
    void aTimersEventSaysWhichTimerAndWhen() {
        Event event = Event.timeout(new DueTimer("ord:1", "A.B", 110.0));
        assertThat(event.kind()).isEqualTo(EventKinds.TIMEOUT);
        assertThat(event.data()).isEqualTo(Map.of("path", "A.B", "fire_at", 110.0));
    }

    @Test
    @DisplayName("ES-019: a new event has a random id of 32 lower-case hex digits")
    void aNewEventHasARandomId() {
        assertThat(Event.of("K").id())
                .matches("[0-9a-f]{32}")
                .isNotEqualTo(Event.of("K").id());
    }

    @Test
    void theTextOfAnythingWithAPayloadLeavesItOut() {
        Map<String, Object> payload = Map.of("card", "4111-secret");
        assertThat(Stream.of(
                        Event.of("Paid", payload),
                        Execution.builder("order").id("o").context(payload).build(),
                        ChildState.region("R").finish("done", payload),
                        SpawnRequest.region("c", "R", payload),
                        new SpawnEntry(1, "p", "c", "R", null, payload),
                        new TraceStep(payload)))
                .extracting(Object::toString)
                .noneMatch(text -> text.contains("secret"));
    }
}
