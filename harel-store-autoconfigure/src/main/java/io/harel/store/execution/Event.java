package io.harel.store.execution;

import io.harel.store.json.FloatText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened, sent to an execution. The id is the dedupe key: an execution processes an event with a given
 * id once, however often it is delivered.
 *
 * @param id the dedupe key
 * @param kind the name of the event
 * @param createdTime when it was created, for information only; nothing here sets it
 * @param receivedTime when it was received, for information only; nothing here sets it
 * @param data the payload
 * @param unknownFields fields of the stored JSON that this version does not know, kept and written back
 */
public record Event(
        String id,
        String kind,
        @Nullable EventTime createdTime,
        @Nullable EventTime receivedTime,
        Map<String, @Nullable Object> data,
        Map<String, @Nullable Object> unknownFields) {

    public Event {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(kind, "kind");
        data = JsonValues.copyOf(data);
        unknownFields = JsonValues.copyOf(unknownFields);
    }

    /**
     * A new event with a random id and no payload.
     *
     * @param kind the name of the event
     * @return the event
     */
    public static Event of(String kind) {
        return of(kind, Map.of());
    }

    /**
     * A new event with a random id.
     *
     * @param kind the name of the event
     * @param data the payload
     * @return the event
     */
    public static Event of(String kind, Map<String, ? extends @Nullable Object> data) {
        return withId(Ids.random(), kind, data);
    }

    /**
     * An event with a given id. Use an id derived from what caused the event wherever its sender may send it again.
     *
     * @param id the dedupe key
     * @param kind the name of the event
     * @param data the payload
     * @return the event
     */
    public static Event withId(String id, String kind, Map<String, ? extends @Nullable Object> data) {
        return new Event(id, kind, null, null, new LinkedHashMap<>(data), Map.of());
    }

    /**
     * The event a due timer delivers. Its id names the firing, in the very text harel uses, so that both systems dedupe
     * the same firing.
     *
     * @param timer the timer that came due
     * @return the event, of kind {@link EventKinds#TIMEOUT}
     */
    public static Event timeout(DueTimer timer) {
        String id = "timeout:" + timer.executionId() + ":" + timer.path() + ":" + FloatText.python(timer.fireAt());
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("path", timer.path());
        data.put("fire_at", timer.fireAt());
        return withId(id, EventKinds.TIMEOUT, data);
    }

    /** Leaves out the payload, which may be large or private. */
    @Override
    public String toString() {
        return "Event[id=" + id + ", kind=" + kind + "]";
    }
}
