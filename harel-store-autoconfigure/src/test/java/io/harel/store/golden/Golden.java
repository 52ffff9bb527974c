package io.harel.store.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Data that harel (Python) itself has made, one folder a version. */
public final class Golden {

    private Golden() {}

    /** A part of what a version encodes: {@code floats}, for example. */
    public static Stream<JsonNode> encodings(String version, String part) {
        String name = "/golden/execution/" + version + "/encodings.json";
        try (InputStream file = Objects.requireNonNull(Golden.class.getResourceAsStream(name), name)) {
            return StreamSupport.stream(
                    new ObjectMapper().readTree(file).required(part).spliterator(), false);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** A binary64 by its bits in hexadecimal. */
    public static double ofBits(JsonNode bits) {
        return Double.longBitsToDouble(Long.parseUnsignedLong(bits.asText(), 16));
    }
}
