package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.harel.store.golden.Golden;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListCursorTest {

    static Stream<JsonNode> writtenByHarel() {
        return Golden.encodings("0.3.0", "cursors_written")
                .filter(vector -> vector.get("offset").asText().matches("\\d{1,18}"));
    }

    @ParameterizedTest
    @MethodSource("writtenByHarel")
    @DisplayName("ES-135: takes the offset cursors that harel has written")
    void takesCursorsOfHarel(JsonNode vector) {
        assertThat(ListCursor.parse(vector.get("cursor").asText()))
                .isEqualTo(new ListCursor(null, vector.get("offset").asLong()));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "garbage", "!!!", "é", "MS41", "LTU=", "OTIyMzM3MjAzNjg1NDc3NTgwOA=="})
    @DisplayName("ES-134: what is no cursor means the start")
    void startsAtTheBeginningOfWhatIsNoCursor(String cursor) {
        assertThat(ListCursor.parse(cursor)).isEqualTo(new ListCursor(null, 0));
    }

    @Test
    void goesOnAfterAnId() {
        assertThat(ListCursor.parse(ListCursor.after("é😀:1"))).isEqualTo(new ListCursor("é😀:1", 0));
    }
}
