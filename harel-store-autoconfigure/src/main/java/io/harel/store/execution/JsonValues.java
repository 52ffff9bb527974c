package io.harel.store.execution;

import io.harel.store.json.FloatText;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAccessor;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Brings the free-form maps of the model into one immutable form: what is built in memory equals what a load gives back.
 *
 * <p>Integers become the smallest of {@link Integer}, {@link Long} and {@link BigInteger} that holds them; floats become
 * {@link Double}, or {@code null} where they are not finite; dates with times become the text of {@link EventTime}; decimals,
 * other temporals, durations, UUIDs and enums become their text, byte arrays UTF-8 text, sets and arrays lists, events maps.
 * A value of any other type is kept as it is and refused when it is encoded.
 */
final class JsonValues {

    /** Deep enough for everything that may be stored, shallow enough to stop at a structure that contains itself. */
    private static final int MAX_DEPTH = 500;

    private static final BigInteger MIN_LONG = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

    private JsonValues() {}

    static Map<String, @Nullable Object> copyOf(Map<String, ? extends @Nullable Object> map) {
        return copyMap(map, 0);
    }

    private static @Nullable Object copy(@Nullable Object value, int depth) {
        if (value == null || value instanceof String || value instanceof Boolean || value instanceof Integer) {
            return value;
        }
        if (value instanceof Number number) {
            return number(number);
        }
        if (value instanceof Map<?, ?> map) {
            return copyMap(map, depth);
        }
        if (value instanceof Collection<?> collection) {
            return copyList(collection, depth);
        }
        if (value instanceof Event event) {
            return copyMap(fieldsOf(event), depth);
        }
        if (value instanceof byte[] bytes) {
            return utf8(bytes);
        }
        if (value.getClass().isArray()) {
            return copyArray(value, depth);
        }
        return scalar(value);
    }

    private static Object scalar(Object value) {
        try {
            if (value instanceof Instant instant) {
                return EventTime.of(instant).toString();
            }
            if (value instanceof OffsetDateTime dateTime) {
                return EventTime.of(dateTime).toString();
            }
            if (value instanceof ZonedDateTime dateTime) {
                return EventTime.of(dateTime.toOffsetDateTime()).toString();
            }
            if (value instanceof LocalDateTime dateTime) {
                return EventTime.of(dateTime).toString();
            }
        } catch (IllegalArgumentException ex) {
            throw new StoreEncodingException("The time " + value + " cannot be stored: " + ex.getMessage(), ex);
        }
        if (value instanceof EventTime
                || value instanceof TemporalAccessor
                || value instanceof Duration
                || value instanceof UUID
                || value instanceof Character) {
            return value.toString();
        }
        return value instanceof Enum<?> constant ? constant.name() : value;
    }

    private static @Nullable Object number(Number number) {
        if (number instanceof Double || number instanceof Float) {
            double value = number.doubleValue();
            return Double.isFinite(value) ? (Object) value : null;
        }
        if (number instanceof BigDecimal decimal) {
            return decimal.toString();
        }
        if (number instanceof BigInteger integer) {
            return integer.compareTo(MIN_LONG) >= 0 && integer.compareTo(MAX_LONG) <= 0
                    ? integer(integer.longValue())
                    : integer;
        }
        if (number instanceof Long || number instanceof Short || number instanceof Byte) {
            return integer(number.longValue());
        }
        return number;
    }

    private static Object integer(long value) {
        return (int) value == value ? (Object) (int) value : (Object) value;
    }

    private static String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException ex) {
            throw new StoreEncodingException("A byte array is not UTF-8 text; store it as Base64 text instead", ex);
        }
    }

    private static Map<String, @Nullable Object> fieldsOf(Event event) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", event.id());
        fields.put("kind", event.kind());
        fields.put("created_time", event.createdTime());
        fields.put("received_time", event.receivedTime());
        fields.put("data", event.data());
        fields.putAll(event.unknownFields());
        return fields;
    }

    /** The text that harel gives a map's key. */
    private static String key(@Nullable Object key) {
        if (key instanceof String text) {
            return text;
        }
        if (key == null) {
            return "None";
        }
        if (key instanceof Double || key instanceof Float) {
            double value = ((Number) key).doubleValue();
            return Double.isNaN(value) ? "NaN" : FloatText.python(value);
        }
        Object scalar = key instanceof Number number ? number(number) : scalar(key);
        if (scalar instanceof String || scalar instanceof Number || scalar instanceof Boolean) {
            return scalar.toString();
        }
        throw new StoreEncodingException("A map's key is of type "
                + key.getClass().getName() + "; use text, a number, a boolean, an enum or a time");
    }

    private static JsonObject copyMap(Map<?, ?> map, int depth) {
        if (map instanceof JsonObject object) {
            requireDepth(depth + object.height);
            return object;
        }
        requireDepth(depth);
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> copy.put(key(key), copy(value, depth + 1)));
        return new JsonObject(copy, 1 + height(copy.values()));
    }

    private static JsonArray copyList(Collection<?> collection, int depth) {
        if (collection instanceof JsonArray array) {
            requireDepth(depth + array.height);
            return array;
        }
        requireDepth(depth);
        List<@Nullable Object> copy = new ArrayList<>(collection.size());
        for (Object element : collection) {
            copy.add(copy(element, depth + 1));
        }
        return new JsonArray(copy, 1 + height(copy));
    }

    private static JsonArray copyArray(Object array, int depth) {
        requireDepth(depth);
        int length = Array.getLength(array);
        List<@Nullable Object> copy = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            copy.add(copy(Array.get(array, i), depth + 1));
        }
        return new JsonArray(copy, 1 + height(copy));
    }

    private static void requireDepth(int depth) {
        if (depth > MAX_DEPTH) {
            throw new StoreEncodingException("The value is nested deeper than " + MAX_DEPTH
                    + " levels, or contains itself; store flat data instead");
        }
    }

    private static int height(Collection<? extends @Nullable Object> values) {
        int highest = 0;
        for (Object value : values) {
            if (value instanceof JsonObject object) {
                highest = Math.max(highest, object.height);
            } else if (value instanceof JsonArray array) {
                highest = Math.max(highest, array.height);
            }
        }
        return highest;
    }

    /** Marks a map as already in its final form, so that an unchanged context is not copied for each event. */
    private static final class JsonObject extends AbstractMap<String, @Nullable Object> {

        private final Map<String, @Nullable Object> entries;
        private final int height;

        JsonObject(Map<String, @Nullable Object> entries, int height) {
            this.entries = Collections.unmodifiableMap(entries);
            this.height = height;
        }

        @Override
        public Set<Map.Entry<String, @Nullable Object>> entrySet() {
            return entries.entrySet();
        }

        @Override
        public @Nullable Object get(@Nullable Object key) {
            return entries.get(key);
        }

        @Override
        public boolean containsKey(@Nullable Object key) {
            return entries.containsKey(key);
        }
    }

    /** Marks a list as already in its final form. */
    private static final class JsonArray extends AbstractList<@Nullable Object> implements RandomAccess {

        private final List<@Nullable Object> elements;
        private final int height;

        JsonArray(List<@Nullable Object> elements, int height) {
            this.elements = elements;
            this.height = height;
        }

        @Override
        public @Nullable Object get(int index) {
            return elements.get(index);
        }

        @Override
        public int size() {
            return elements.size();
        }
    }
}
