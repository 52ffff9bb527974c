package io.harel.store.execution.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.harel.store.execution.StoreDecodingException;
import io.harel.store.json.Surrogates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one document of either style, number kinds and the order of keys kept. */
final class JsonReader {

    /** The deepest nesting below the outermost map: as much as the model holds. */
    static final int MAX_DEPTH = 500;

    /** More digits than any writer puts out, and few enough to be read quickly. */
    private static final int MAX_DIGITS = 10_000;

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            // The keys are the users', without end; interning them would help nobody
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH + 1)
                    .maxNumberLength(MAX_DIGITS)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final JsonParser parser;
    private final JsonStyle style;

    private JsonReader(JsonParser parser, JsonStyle style) {
        this.parser = parser;
        this.style = style;
    }

    /**
     * Reads a document.
     *
     * @param style whose column it is from; a column of harel's compact style never holds half a character
     * @throws StoreDecodingException if it is not one JSON object
     */
    static Map<String, @Nullable Object> read(JsonStyle style, String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            return new JsonReader(parser, style).document();
        } catch (JsonProcessingException ex) {
            throw new StoreDecodingException("not valid JSON: " + ex.getOriginalMessage(), ex);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private Map<String, @Nullable Object> document() throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new StoreDecodingException("not a JSON object");
        }
        Map<String, @Nullable Object> document = map();
        if (parser.nextToken() != null) {
            throw new StoreDecodingException("not valid JSON: more text after the end of the object");
        }
        return document;
    }

    /** Of a key that comes twice the last value counts, at the place of the first, as in Python. */
    private Map<String, @Nullable Object> map() throws IOException {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = paired(parser.currentName());
            parser.nextToken();
            map.put(name, value());
        }
        return map;
    }

    private List<@Nullable Object> list() throws IOException {
        List<@Nullable Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            list.add(value());
        }
        return list;
    }

    private @Nullable Object value() throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> map();
            case START_ARRAY -> list();
            case VALUE_STRING -> paired(parser.getText());
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private String paired(String text) {
        if (style == JsonStyle.COMPACT && Surrogates.hasUnpaired(text)) {
            throw new StoreDecodingException("not valid JSON: unpaired surrogate");
        }
        return text;
    }
}
