package io.harel.store.execution.runtime;

import io.harel.store.execution.ChildState;
import io.harel.store.execution.Event;
import io.harel.store.execution.EventKinds;
import io.harel.store.execution.Execution;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a child's end comes to its parent. */
final class Joins {

    static final String CHILD_ID = "child_id";
    static final String OUTCOME = "outcome";

    private static final String ERROR = "error";

    private Joins() {}

    /** The event that tells a parent. Without it, a parent would wait for ever for a child that fails. */
    static Event finished(Execution child, Map<String, @Nullable Object> result) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put(CHILD_ID, child.id());
        data.put(OUTCOME, outcome(child));
        data.putAll(result);
        if (child.error() != null) {
            data.put(ERROR, child.error());
        }
        // An execution that is reset ends again, at another version
        return Event.withId("finished:" + child.id() + ":" + (child.version() + 1), EventKinds.FINISHED, data);
    }

    private static @Nullable String outcome(Execution child) {
        return switch (child.status()) {
            case FAILED, CANCELLED ->
                child.outcome() != null
                        ? child.outcome()
                        : child.status().name().toLowerCase(Locale.ROOT);
            default -> child.outcome();
        };
    }

    /** The parent with the child's end in its join record, before its handler sees it. */
    static Execution join(Execution parent, Event event) {
        if (!event.kind().equals(EventKinds.FINISHED) || !(event.data().get(CHILD_ID) instanceof String childId)) {
            return parent;
        }
        ChildState child = parent.children().get(childId);
        if (child == null || child.finished()) {
            return parent;
        }
        Map<String, @Nullable Object> result = new LinkedHashMap<>(event.data());
        result.remove(CHILD_ID);
        String outcome = result.remove(OUTCOME) instanceof String text ? text : null;
        return parent.toBuilder().child(childId, child.finish(outcome, result)).build();
    }
}
