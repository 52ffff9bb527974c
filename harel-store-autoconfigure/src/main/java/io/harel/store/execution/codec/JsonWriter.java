package io.harel.store.execution.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import io.harel.store.execution.StoreEncodingException;
import io.harel.store.json.Surrogates;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes one document. Refuses what could not be read again, and says where it stands. */
final class JsonWriter {

    /** Python reads no longer integer, and refuses the whole document then. */
    private static final int MAX_DIGITS = 4_300;

    private final JsonStyle style;
    private final JsonGenerator generator;

    private JsonWriter(JsonStyle style, JsonGenerator generator) {
        this.style = style;
        this.generator = generator;
    }

    /**
     * Writes a document.
     *
     * @throws StoreEncodingException if a value cannot be stored
     */
    static String write(JsonStyle style, Map<String, ? extends @Nullable Object> fields) {
        StringWriter text = style.newText();
        try (JsonGenerator generator = style.generator(text)) {
            new JsonWriter(style, generator).writeMap(fields, 0);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return text.toString();
    }

    private void writeMap(Map<?, ?> map, int depth) throws IOException {
        requireDepth(depth);
        generator.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            String name = (String) entry.getKey();
            requirePaired(name);
            generator.writeFieldName(name);
            writeValue(entry.getValue(), depth + 1);
        }
        generator.writeEndObject();
    }

    private void writeList(List<?> list, int depth) throws IOException {
        requireDepth(depth);
        generator.writeStartArray();
        for (Object element : list) {
            writeValue(element, depth + 1);
        }
        generator.writeEndArray();
    }

    private void writeValue(@Nullable Object value, int depth) throws IOException {
        if (value == null) {
            generator.writeNull();
        } else if (value instanceof String text) {
            requirePaired(text);
            generator.writeString(text);
        } else if (value instanceof Boolean bool) {
            generator.writeBoolean(bool);
        } else if (value instanceof Number number) {
            writeNumber(number);
        } else if (value instanceof FreeMap free) {
            writeMap(free.entries(), 0);
        } else if (value instanceof Map<?, ?> map) {
            writeMap(map, depth);
        } else if (value instanceof List<?> list) {
            writeList(list, depth);
        } else {
            throw refused(value);
        }
    }

    private void writeNumber(Number number) throws IOException {
        if (number instanceof Integer || number instanceof Long) {
            generator.writeNumber(number.longValue());
        } else if (number instanceof Double value) {
            writeDouble(value);
        } else if (number instanceof BigInteger integer) {
            String digits = integer.toString();
            if (digits.length() > MAX_DIGITS) {
                throw new StoreEncodingException("The integer at " + where() + " has " + digits.length()
                        + " digits, more than the " + MAX_DIGITS + " that can be read again; store it as text");
            }
            generator.writeNumber(digits);
        } else {
            throw refused(number);
        }
    }

    /** JSON has no text for NaN and the infinities; the bare words that Python writes would spoil the row for SQLite. */
    private void writeDouble(double value) throws IOException {
        if (Double.isFinite(value)) {
            generator.writeNumber(style.number(value));
        } else {
            generator.writeNull();
        }
    }

    private void requireDepth(int depth) {
        if (depth > style.maxDepth()) {
            throw new StoreEncodingException("The value at " + where() + " is nested deeper than " + style.maxDepth()
                    + " levels; store flat data instead");
        }
    }

    private void requirePaired(String text) {
        if (Surrogates.hasUnpaired(text)) {
            throw new StoreEncodingException("The text at " + where()
                    + " has an unpaired surrogate, which UTF-8 cannot hold; store binary data as Base64 text");
        }
    }

    private StoreEncodingException refused(Object value) {
        return new StoreEncodingException("The value at " + where() + " is of type "
                + value.getClass().getName()
                + ", which cannot be stored; use text, numbers, booleans, dates, lists and maps");
    }

    private String where() {
        String pointer = generator.getOutputContext().pathAsPointer().toString();
        return pointer.isEmpty() ? "the top" : Surrogates.escapeUnpaired(pointer);
    }
}
