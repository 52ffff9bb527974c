package io.harel.store.execution;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.TemporalAccessor;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Brings the free-form maps of the model into one immutable form: what is built in memory equals what a load gives back.
 *
 * <p>Integers become the smallest of {@link Integer}, {@link Long} and {@link BigInteger} that holds them, floats become
 * {@link Double}; decimals, temporals, durations, UUIDs and enums become their text, byte arrays UTF-8 text, sets and
 * arrays lists. A value of any other type is kept as it is and refused when it is encoded.
 */
final class JsonValues {

    /** Deep enough for everything that may be stored, shallow enough to stop at a structure that contains itself. */
    private static final int MAX_DEPTH = 1_000;

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
        if (depth > MAX_DEPTH) {
            throw new StoreEncodingException("The value is nested deeper than " + MAX_DEPTH
                    + " levels, or contains itself; store flat data instead");
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
        if (value instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        if (value.getClass().isArray()) {
            return copyArray(value, depth);
        }
        return scalar(value);
    }

    private static Object scalar(Object value) {
        if (value instanceof Instant instant) {
            return EventTime.of(instant).toString();
        }
        if (value instanceof EventTime
                || value instanceof TemporalAccessor
                || value instanceof Duration
                || value instanceof UUID
                || value instanceof Character) {
            return value.toString();
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        return value;
    }

    private static Object number(Number number) {
        if (number instanceof Double) {
            return number;
        }
        if (number instanceof Float) {
            return number.doubleValue();
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

    private static Map<String, @Nullable Object> copyMap(Map<?, ?> map, int depth) {
        if (map instanceof JsonObject object) {
            return object;
        }
        LinkedHashMap<String, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> copy.put(String.valueOf(key), copy(value, depth + 1)));
        return new JsonObject(copy);
    }

    private static List<@Nullable Object> copyList(Collection<?> collection, int depth) {
        List<@Nullable Object> copy = new ArrayList<>(collection.size());
        for (Object element : collection) {
            copy.add(copy(element, depth + 1));
        }
        return Collections.unmodifiableList(copy);
    }

    private static List<@Nullable Object> copyArray(Object array, int depth) {
        int length = Array.getLength(array);
        List<@Nullable Object> copy = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            copy.add(copy(Array.get(array, i), depth + 1));
        }
        return Collections.unmodifiableList(copy);
    }

    /** Marks a map as already in its final form, so that an unchanged context is not copied for each event. */
    private static final class JsonObject extends AbstractMap<String, @Nullable Object> {

        private final Map<String, @Nullable Object> entries;

        JsonObject(Map<String, @Nullable Object> entries) {
            this.entries = Collections.unmodifiableMap(entries);
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
}
