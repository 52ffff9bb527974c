package io.harel.store.execution.codec;

import io.harel.store.execution.EventTime;
import io.harel.store.execution.StoreDecodingException;
import io.harel.store.json.FloatText;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one stored object. Each is taken once; what is {@linkplain #rest() left} is unknown to this version.
 */
final class Fields {

    private final Map<String, @Nullable Object> remaining;
    private final String path;

    Fields(Map<String, @Nullable Object> fields) {
        this(fields, "");
    }

    private Fields(Map<String, @Nullable Object> fields, String path) {
        this.remaining = fields;
        this.path = path;
    }

    String text(String name) {
        if (!remaining.containsKey(name)) {
            throw new StoreDecodingException("field " + path + name + " is missing");
        }
        return asText(name, remaining.remove(name));
    }

    String text(String name, Supplier<String> ifMissing) {
        return remaining.containsKey(name) ? asText(name, remaining.remove(name)) : ifMissing.get();
    }

    @Nullable String optionalText(String name) {
        Object value = remaining.remove(name);
        return value == null ? null : asText(name, value);
    }

    boolean bool(String name) {
        if (!remaining.containsKey(name)) {
            return false;
        }
        Object value = remaining.remove(name);
        if (value instanceof Boolean bool) {
            return bool;
        }
        throw wrong(name, "true or false", value);
    }

    long integer(String name) {
        return remaining.containsKey(name) ? asInteger(name, remaining.remove(name)) : 0;
    }

    @Nullable Double optionalNumber(String name) {
        Object value = remaining.remove(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Number number) {
            return Double.isFinite(number.doubleValue()) ? number.doubleValue() : null;
        }
        throw wrong(name, "a number", value);
    }

    @Nullable EventTime optionalTime(String name) {
        Object value = remaining.remove(name);
        if (value == null) {
            return null;
        }
        try {
            if (value instanceof String text) {
                return EventTime.parse(text);
            }
            if (value instanceof Number number) {
                return EventTime.parse(
                        number instanceof Double ? FloatText.python((double) number) : number.toString());
            }
        } catch (IllegalArgumentException ex) {
            throw new StoreDecodingException("field " + path + name + " is not a time: " + ex.getMessage(), ex);
        }
        throw wrong(name, "a time", value);
    }

    Map<String, @Nullable Object> map(String name) {
        return remaining.containsKey(name) ? asMap(name, remaining.remove(name)) : Map.of();
    }

    Map<String, Long> integers(String name) {
        Map<String, Long> integers = new LinkedHashMap<>();
        map(name).forEach((key, value) -> integers.put(key, asInteger(name + "." + key, value)));
        return integers;
    }

    <T> Map<String, T> objects(String name, Function<Fields, T> decoder) {
        Map<String, T> objects = new LinkedHashMap<>();
        map(name).forEach((key, value) -> objects.put(key, decoder.apply(nested(name + "." + key, value))));
        return objects;
    }

    <T> List<T> list(String name, Function<Fields, T> decoder) {
        if (!remaining.containsKey(name)) {
            return List.of();
        }
        if (!(remaining.remove(name) instanceof List<?> elements)) {
            throw new StoreDecodingException("field " + path + name + " must be a list");
        }
        List<T> decoded = new ArrayList<>(elements.size());
        for (Object element : elements) {
            decoded.add(decoder.apply(nested(name + "." + decoded.size(), element)));
        }
        return decoded;
    }

    StoreDecodingException invalid(String name, String reason) {
        return new StoreDecodingException("field " + path + name + " " + reason);
    }

    /** What no one has asked for, in its order. */
    Map<String, @Nullable Object> rest() {
        return remaining;
    }

    private Fields nested(String name, @Nullable Object value) {
        return new Fields(asMap(name, value), path + name + ".");
    }

    private String asText(String name, @Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw wrong(name, "text", value);
    }

    /** A whole float counts as an integer, as it does in harel. */
    private long asInteger(String name, @Nullable Object value) {
        if (value instanceof Integer || value instanceof Long) {
            return ((Number) value).longValue();
        }
        if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 0x1p63) {
            return number.longValue();
        }
        if (value instanceof BigInteger) {
            throw invalid(name, "is an integer beyond 64 bits");
        }
        throw wrong(name, "an integer", value);
    }

    // What JsonReader makes of an object is such a map, mutable and in order
    @SuppressWarnings("unchecked")
    private Map<String, @Nullable Object> asMap(String name, @Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, @Nullable Object>) map;
        }
        throw wrong(name, "a map", value);
    }

    private StoreDecodingException wrong(String name, String wanted, @Nullable Object value) {
        return invalid(name, "must be " + wanted + ", but is " + kindOf(value));
    }

    /** Not the value itself, which may be large or private. */
    private static String kindOf(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        if (value instanceof String) {
            return "text";
        }
        if (value instanceof Boolean) {
            return "true or false";
        }
        if (value instanceof Double) {
            return "a number with a fraction";
        }
        return value instanceof Number ? "a number" : value instanceof Map ? "a map" : "a list";
    }
}
