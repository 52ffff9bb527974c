package io.harel.store.execution.codec;

import io.harel.store.execution.Event;
import io.harel.store.execution.EventTime;
import io.harel.store.execution.Ids;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a stored event, in harel's order. */
final class EventJson {

    private EventJson() {}

    static Map<String, @Nullable Object> fieldsOf(Event event) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", event.id());
        fields.put("kind", event.kind());
        fields.put("created_time", text(event.createdTime()));
        fields.put("received_time", text(event.receivedTime()));
        fields.put("data", new FreeMap(event.data()));
        event.unknownFields().forEach(fields::putIfAbsent);
        return fields;
    }

    /** An event that was stored without an id gets one that no other event has, as in harel. */
    static Event event(Fields fields) {
        return new Event(
                fields.text("id", Ids::random),
                fields.text("kind"),
                fields.optionalTime("created_time"),
                fields.optionalTime("received_time"),
                fields.map("data"),
                fields.rest());
    }

    private static @Nullable String text(@Nullable EventTime time) {
        return time == null ? null : time.toString();
    }
}
