package io.harel.loginsight;

import io.harel.loginsight.parse.PartSummary;
import io.harel.loginsight.parse.Report;
import io.harel.store.execution.ChildState;
import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import io.harel.store.execution.runtime.ExecutionHandler;
import io.harel.store.execution.runtime.ExecutionTemplate;
import io.harel.store.execution.runtime.Transition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** Splits a log into parts, one child each, and joins what they find. */
@Component
class AnalysisHandler implements ExecutionHandler {

    static final String DEFINITION = "analysis";
    static final String ENDED = "AnalysisEnded";
    static final String PART_STARTED = "PartStarted";
    static final String STARTED = "started";
    static final String REPORT = "report";

    private static final String PARSING = "Parsing";

    private final ExecutionTemplate executions;
    private final LogInsightProperties properties;

    AnalysisHandler(ExecutionTemplate executions, LogInsightProperties properties) {
        this.executions = executions;
        this.properties = properties;
    }

    @Override
    public String definitionId() {
        return DEFINITION;
    }

    @Override
    public Transition handle(Execution analysis, Event event) {
        return switch (event.kind()) {
            case "Start" -> split(analysis);
            case PART_STARTED -> Transition.stay().put(STARTED, AnalysisContext.started(analysis) + 1);
            case "Finished" -> next(analysis, event);
            case "Timeout" -> retryMissing(analysis);
            default -> Transition.stay();
        };
    }

    private Transition split(Execution analysis) {
        AnalysisContext log = AnalysisContext.of(analysis);
        if (log.parts() == 0) {
            return done(analysis, List.of());
        }
        Transition parsing = Transition.to(PARSING).timeoutAfter(properties.partTimeout());
        for (int part = 0; part < log.parts(); part++) {
            parsing = spawn(parsing, log, part);
        }
        return parsing;
    }

    private static Transition spawn(Transition transition, AnalysisContext log, int part) {
        return transition.spawn(PartHandler.DEFINITION, Integer.toString(part), log.contextOfPart(part));
    }

    private Transition next(Execution analysis, Event event) {
        ChildState child = analysis.children().get(Objects.toString(event.data().get("child_id")));
        if (child == null) {
            return Transition.stay();
        }
        Map<String, String> parsed = parsed(analysis);
        AnalysisContext log = AnalysisContext.of(analysis);
        if (parsed.size() == log.parts()) {
            return done(analysis, List.copyOf(parsed.values()));
        }
        if (PartHandler.PARSED.equals(child.outcome())) {
            return Transition.stay().timeoutAfter(properties.partTimeout());
        }
        int part = Integer.parseInt(child.key());
        if (attempts(analysis, child.key()) >= properties.maxAttempts()) {
            String error = "Part " + part + ": " + child.result().get("error");
            return Transition.failed(error).emit(ENDED, Map.of("id", analysis.id()));
        }
        return spawn(Transition.stay(), log, part);
    }

    private Transition retryMissing(Execution analysis) {
        Map<String, String> parsed = parsed(analysis);
        AnalysisContext log = AnalysisContext.of(analysis);
        Transition transition = Transition.stay().timeoutAfter(properties.partTimeout());
        for (int part = 0; part < log.parts(); part++) {
            String key = Integer.toString(part);
            if (!parsed.containsKey(key) && attempts(analysis, key) < properties.maxAttempts()) {
                transition = spawn(transition, log, part);
            }
        }
        return transition;
    }

    private static long attempts(Execution analysis, String key) {
        return analysis.children().values().stream()
                .filter(child -> child.key().equals(key))
                .count();
    }

    /** The parts that are parsed, with the child that was first to do so. */
    static Map<String, String> parsed(Execution analysis) {
        Map<String, String> parsed = new LinkedHashMap<>();
        analysis.children().forEach((id, child) -> {
            if (PartHandler.PARSED.equals(child.outcome())) {
                parsed.putIfAbsent(child.key(), id);
            }
        });
        return parsed;
    }

    private Transition done(Execution analysis, List<String> children) {
        List<PartSummary> summaries = children.stream()
                .map(id -> PartHandler.summary(executions.get(id)))
                .toList();
        Report report = Report.of(AnalysisContext.of(analysis).bytes(), summaries);
        return Transition.done("reported").put(REPORT, report.toMap()).emit(ENDED, Map.of("id", analysis.id()));
    }
}
