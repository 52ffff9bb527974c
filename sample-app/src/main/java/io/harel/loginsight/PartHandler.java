package io.harel.loginsight;

import io.harel.loginsight.parse.PartParser;
import io.harel.loginsight.parse.PartSummary;
import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import io.harel.store.execution.runtime.ExecutionHandler;
import io.harel.store.execution.runtime.ExecutionTemplate;
import io.harel.store.execution.runtime.IdempotencyKeys;
import io.harel.store.execution.runtime.Transition;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Parses one part of a log. What it finds stays in its own context, where its parent reads it once. */
@Component
class PartHandler implements ExecutionHandler {

    static final String DEFINITION = "part";
    static final String PARSED = "parsed";

    private static final String SUMMARY = "summary";

    private final ExecutionTemplate executions;
    private final Uploads uploads;

    PartHandler(ExecutionTemplate executions, Uploads uploads) {
        this.executions = executions;
        this.uploads = uploads;
    }

    @Override
    public String definitionId() {
        return DEFINITION;
    }

    @Override
    public Transition handle(Execution part, Event event) throws IOException, InterruptedException {
        if (!event.kind().equals("Start")) {
            return Transition.stay();
        }
        tellParent(part, event);
        Map<String, @Nullable Object> context = part.context();
        Path log = uploads.file(AnalysisContext.text(context, "upload"));
        long from = AnalysisContext.number(context, "from");
        long to = AnalysisContext.number(context, "to");
        Instant uploaded = Instant.ofEpochSecond(AnalysisContext.number(context, "uploadedAt"));
        PartSummary summary = PartParser.parse(log, from, to, uploaded);
        return Transition.done(PARSED).put(SUMMARY, summary.toMap());
    }

    /**
     * Says that work has begun, now and not with the commit that ends it. This start may be repeated, the key makes its
     * parent count it once.
     */
    private void tellParent(Execution part, Event event) {
        String parent = Objects.requireNonNull(part.parentId());
        String key = IdempotencyKeys.of(part, event).next("started");
        executions.process(parent, Event.withId(key, AnalysisHandler.PART_STARTED, Map.of()));
    }

    static PartSummary summary(Execution part) {
        return PartSummary.ofMap(Objects.requireNonNull(part.context().get(SUMMARY)));
    }
}
