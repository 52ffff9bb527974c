package io.harel.store.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import io.harel.store.golden.Golden;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class FloatTextTest {

    static Stream<JsonNode> floats() {
        return Stream.concat(Golden.encodings("0.3.0", "floats"), Golden.encodings("0.9.0", "floats"));
    }

    @ParameterizedTest
    @MethodSource("floats")
    @DisplayName("ES-024: gives the text that Python gives")
    void givesThePythonText(JsonNode vector) {
        assertThat(FloatText.python(Golden.ofBits(vector.required("bits"))))
                .isEqualTo(vector.required("python").asText());
    }

    @ParameterizedTest
    @MethodSource("floats")
    void givesTheJsonTextOfFiniteValues(JsonNode vector) {
        double value = Golden.ofBits(vector.required("bits"));
        if (Double.isFinite(value)) {
            assertThat(FloatText.json(value)).isEqualTo(vector.required("data").asText());
        } else {
            assertThatIllegalArgumentException().isThrownBy(() -> FloatText.json(value));
        }
    }

    @ParameterizedTest
    @DisplayName("ES-024: needs no more digits than Python does")
    @CsvSource({"4.9E-324, 5e-324", "2E23, 2e+23", "1.0E16, 1e+16", "-9.999E-5, -9.999e-05", "2.2E-322, 2.2e-322"})
    void isTheShortest(double value, String text) {
        assertThat(FloatText.python(value)).isEqualTo(text);
    }

    @RepeatedTest(20)
    void readsBackToTheSameBits(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        random.longs(500)
                .mapToDouble(Double::longBitsToDouble)
                .filter(Double::isFinite)
                .forEach(value ->
                        assertThat(Double.parseDouble(FloatText.python(value))).isEqualTo(value));
    }
}
