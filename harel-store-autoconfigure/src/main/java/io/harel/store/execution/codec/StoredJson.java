package io.harel.store.execution.codec;

import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import io.harel.store.execution.StoreDecodingException;
import io.harel.store.execution.StoreEncodingException;
import io.harel.store.execution.TraceStep;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Translates between the model and the texts that a store keeps. What harel (Python) has written is read, and the other way
 * round: values and their kinds survive, {@code 1} stays an integer and {@code 1.0} a float, integers have no limit of 64
 * bits, the order of keys is kept, and so are fields that this version does not know.
 *
 * <p>Every encoding method throws {@link StoreEncodingException} for a value that cannot be stored, every decoding method
 * {@link StoreDecodingException} for a text that cannot be read; both say where the trouble is.
 */
public final class StoredJson {

    private StoredJson() {}

    /**
     * The text of an execution.
     *
     * @param execution the execution
     * @return the text for {@code executions.data}
     */
    public static String ofExecution(Execution execution) {
        return JsonWriter.write(JsonStyle.COMPACT, ExecutionJson.fieldsOf(execution));
    }

    /**
     * The execution of a text.
     *
     * @param text the text of {@code executions.data}
     * @return the execution
     */
    public static Execution toExecution(String text) {
        return decode("execution", JsonStyle.COMPACT, text, fields -> ExecutionJson.execution(new Fields(fields)));
    }

    /**
     * The text of an event.
     *
     * @param event the event
     * @return the text for {@code outbox.event}
     */
    public static String ofEvent(Event event) {
        return JsonWriter.write(JsonStyle.COMPACT, EventJson.fieldsOf(event));
    }

    /**
     * The event of a text. One that was stored without an id gets a random one.
     *
     * @param text the text of {@code outbox.event}
     * @return the event
     */
    public static Event toEvent(String text) {
        return decode("event", JsonStyle.COMPACT, text, fields -> EventJson.event(new Fields(fields)));
    }

    /**
     * The text of a child's first context.
     *
     * @param context the context
     * @return the text for {@code spawns.context}
     */
    public static String ofSpawnContext(Map<String, @Nullable Object> context) {
        return JsonWriter.write(JsonStyle.SPACED, context);
    }

    /**
     * A child's first context.
     *
     * @param text the text of {@code spawns.context}
     * @return the context
     */
    public static Map<String, @Nullable Object> toSpawnContext(String text) {
        return decode("spawn context", JsonStyle.SPACED, text, Function.identity());
    }

    /**
     * The text of a trace step.
     *
     * @param step the step
     * @return the text for {@code trace.entry}
     */
    public static String ofTraceStep(TraceStep step) {
        return JsonWriter.write(JsonStyle.SPACED, step.fields());
    }

    /**
     * The trace step of a text.
     *
     * @param text the text of {@code trace.entry}
     * @return the step
     */
    public static TraceStep toTraceStep(String text) {
        return decode("trace entry", JsonStyle.SPACED, text, TraceStep::new);
    }

    private static <T> T decode(
            String what, JsonStyle style, String text, Function<Map<String, @Nullable Object>, T> decoder) {
        try {
            return decoder.apply(JsonReader.read(style, text));
        } catch (StoreDecodingException ex) {
            throw new StoreDecodingException("The stored " + what + " cannot be read: " + ex.getMessage(), ex);
        }
    }
}
