package io.harel.store.execution.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.harel.store.json.FloatText;
import java.io.IOException;
import java.io.StringWriter;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/** The two hands in which harel writes JSON. */
final class JsonStyle {

    private static final int DELETE = 0x7F;

    private static final int INITIAL_LENGTH = 512;

    /** Of {@code executions.data} and {@code outbox.event}: pydantic's. */
    static final JsonStyle COMPACT = new JsonStyle(190, false, FloatText::json);

    /** Of {@code spawns.context} and {@code trace.entry}: that of Python's standard library. */
    static final JsonStyle SPACED = new JsonStyle(JsonReader.MAX_DEPTH, true, FloatText::python);

    private final int maxDepth;
    private final boolean ascii;
    private final DoubleFunction<String> numbers;
    private final JsonFactory factory;

    private JsonStyle(int maxDepth, boolean ascii, DoubleFunction<String> numbers) {
        this.maxDepth = maxDepth;
        this.ascii = ascii;
        this.numbers = numbers;
        this.factory = factory(ascii);
    }

    private static JsonFactory factory(boolean ascii) {
        JsonFactoryBuilder builder = new JsonFactoryBuilder()
                .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
                // Our own limits are lower where they must be, and say more
                .streamWriteConstraints(StreamWriteConstraints.builder()
                        .maxNestingDepth(2 * JsonReader.MAX_DEPTH)
                        .build());
        if (ascii) {
            builder.highestNonEscapedChar(DELETE).characterEscapes(new DeleteEscaped());
        }
        return builder.build();
    }

    /** The text of a finite float. */
    String number(double value) {
        return numbers.apply(value);
    }

    /** How many levels may be nested below a map of the user's, so that harel can still read it. */
    int maxDepth() {
        return maxDepth;
    }

    StringWriter newText() {
        return new StringWriter(INITIAL_LENGTH);
    }

    JsonGenerator generator(StringWriter text) throws IOException {
        JsonGenerator generator = factory.createGenerator(text);
        if (ascii) {
            generator.setPrettyPrinter(new PythonSeparators());
        }
        return generator;
    }

    /** Jackson by itself begins to escape above U+007F, Python at it. */
    private static final class DeleteEscaped extends CharacterEscapes {

        private static final long serialVersionUID = 1L;

        @Override
        public int[] getEscapeCodesForAscii() {
            int[] escapes = standardAsciiEscapesForJSON();
            escapes[DELETE] = ESCAPE_STANDARD;
            return escapes;
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int character) {
            return null;
        }
    }

    private static final class PythonSeparators extends MinimalPrettyPrinter {

        private static final long serialVersionUID = 1L;

        @Override
        public void writeObjectFieldValueSeparator(JsonGenerator generator) throws IOException {
            generator.writeRaw(": ");
        }

        @Override
        public void writeObjectEntrySeparator(JsonGenerator generator) throws IOException {
            generator.writeRaw(", ");
        }

        @Override
        public void writeArrayValueSeparator(JsonGenerator generator) throws IOException {
            generator.writeRaw(", ");
        }

        @Override
        public void writeRootValueSeparator(@Nullable JsonGenerator generator) {
            // There is one value only
        }
    }
}
