package io.harel.store.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.harel.store.execution.EventTime;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Data that harel (Python) itself has made, one folder a version. */
public final class Golden {

    private Golden() {}

    /** A part of what a version encodes: {@code floats}, for example. */
    public static Stream<JsonNode> encodings(String version, String part) {
        return StreamSupport.stream(
                file(version, "encodings.json").required(part).spliterator(), false);
    }

    /** A binary64 by its bits in hexadecimal. */
    public static double ofBits(JsonNode bits) {
        return Double.longBitsToDouble(Long.parseUnsignedLong(bits.asText(), 16));
    }

    /** A value in the notation of the golden files, as the model holds it: NaN and the infinities are {@code null}. */
    public static Object value(JsonNode node) {
        if (node.isNull()) {
            return null;
        }
        if (node.isBoolean()) {
            return node.asBoolean();
        }
        if (node.isTextual()) {
            return node.asText();
        }
        Map.Entry<String, JsonNode> tagged = node.properties().iterator().next();
        return switch (tagged.getKey()) {
            case "int" -> integer(new BigInteger(tagged.getValue().asText()));
            case "float" -> {
                double number = ofBits(tagged.getValue());
                yield Double.isFinite(number) ? (Object) number : null;
            }
            case "map" -> {
                Map<String, Object> map = new LinkedHashMap<>();
                tagged.getValue().forEach(entry -> map.put(entry.get(0).asText(), value(entry.get(1))));
                yield map;
            }
            case "list" -> {
                List<Object> list = new ArrayList<>();
                tagged.getValue().forEach(element -> list.add(value(element)));
                yield list;
            }
            case "time" -> EventTime.parse(tagged.getValue().asText()).toString();
            case "utf16" -> utf16(tagged.getValue());
            default -> throw new IllegalArgumentException("Unknown notation: " + node);
        };
    }

    /** A text by its UTF-16 units in hexadecimal. */
    public static String utf16(JsonNode units) {
        StringBuilder text = new StringBuilder();
        units.forEach(unit -> text.append((char) Integer.parseInt(unit.asText(), 16)));
        return text.toString();
    }

    private static Object integer(BigInteger value) {
        if (value.bitLength() < Integer.SIZE) {
            return value.intValue();
        }
        return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
    }

    /** The sequences of operations of one release by their names. */
    public static JsonNode transitions(String version, String part) {
        return file(version, "transitions.json").required(part);
    }

    /** What a version's databases hold, by the name of the file. */
    public static JsonNode expected(String version) {
        return file(version, "expected.json").required("files");
    }

    /** A copy of a database that harel has made. */
    public static Path database(String version, String name, Path folder) {
        String resource = "/golden/execution/" + version + "/" + name;
        try (InputStream stream = Objects.requireNonNull(Golden.class.getResourceAsStream(resource), resource)) {
            Path copy = folder.resolve(name);
            Files.copy(stream, copy);
            return copy;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static JsonNode file(String version, String file) {
        String name = "/golden/execution/" + version + "/" + file;
        try (InputStream stream = Objects.requireNonNull(Golden.class.getResourceAsStream(name), name)) {
            return new ObjectMapper().readTree(stream);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
