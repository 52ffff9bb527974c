package io.harel.loginsight;

import io.harel.loginsight.parse.Report;
import io.harel.store.execution.EpochSeconds;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionPage;
import io.harel.store.execution.ExecutionQuery;
import io.harel.store.execution.Ids;
import io.harel.store.execution.TraceEntry;
import io.harel.store.execution.runtime.ExecutionTemplate;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.UriUtils;

/** Analyses over HTTP. */
@RestController
@RequestMapping("/analyses")
class AnalysisController {

    private static final int MAX_NAME_LENGTH = 255;
    private static final int MAX_LIMIT = 200;

    private final ExecutionTemplate executions;
    private final Uploads uploads;
    private final LogInsightProperties properties;
    private final Clock clock;

    AnalysisController(
            ExecutionTemplate executions,
            Uploads uploads,
            LogInsightProperties properties,
            ObjectProvider<Clock> clock) {
        this.executions = executions;
        this.uploads = uploads;
        this.properties = properties;
        this.clock = clock.getIfUnique(Clock::systemUTC);
    }

    /** Takes the body as it comes. The name is read from the query by hand: asking for a parameter may read the body. */
    @PostMapping
    ResponseEntity<AnalysisView> create(HttpServletRequest request) throws IOException {
        String name = name(request);
        String id = Ids.random();
        long bytes = uploads.save(id, request.getInputStream());
        Execution analysis;
        try {
            long partSize = AnalysisContext.partSize(bytes, properties);
            AnalysisContext log =
                    new AnalysisContext(name, bytes, partSize, clock.instant().getEpochSecond(), id);
            analysis = executions.create(AnalysisHandler.DEFINITION, id, log.toMap());
        } catch (RuntimeException ex) {
            uploads.delete(id);
            throw ex;
        }
        URI location = URI.create(request.getContextPath() + "/analyses/" + id);
        return ResponseEntity.created(location).body(AnalysisView.of(analysis));
    }

    private static String name(HttpServletRequest request) {
        String encoded = ServletUriComponentsBuilder.fromRequest(request)
                .build()
                .getQueryParams()
                .getFirst("name");
        String name = encoded == null ? "unnamed" : UriUtils.decode(encoded.replace('+', ' '), StandardCharsets.UTF_8);
        if (name.isBlank() || name.length() > MAX_NAME_LENGTH) {
            throw badRequest("name must have 1 to " + MAX_NAME_LENGTH + " characters");
        }
        return name;
    }

    @GetMapping("/{id}")
    AnalysisView get(@PathVariable String id) {
        return AnalysisView.of(analysis(id));
    }

    @GetMapping("/{id}/report")
    Report report(@PathVariable String id) {
        Execution analysis = analysis(id);
        return switch (AnalysisView.State.of(analysis.status())) {
            case DONE -> Report.ofMap(Objects.requireNonNull(analysis.context().get(AnalysisHandler.REPORT)));
            case RUNNING ->
                throw new ResponseStatusException(
                        HttpStatus.CONFLICT, "The analysis is still running; ask again when its status is DONE");
            case FAILED, CANCELLED ->
                throw new ResponseStatusException(
                        HttpStatus.CONFLICT,
                        "The analysis has no report, it ended as " + analysis.status() + ": " + analysis.error());
        };
    }

    @GetMapping("/{id}/trace")
    Trace trace(@PathVariable String id) {
        analysis(id);
        return new Trace(executions.trace(id).stream().map(Step::of).toList());
    }

    @GetMapping
    Page list(
            @RequestParam(required = false) AnalysisView.@Nullable State status,
            @RequestParam(defaultValue = "50") int limit,
            @RequestParam(required = false) @Nullable String cursor) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw badRequest("limit must be from 1 to " + MAX_LIMIT + ", but is " + limit);
        }
        ExecutionQuery query =
                ExecutionQuery.all().definition(AnalysisHandler.DEFINITION).limit(limit);
        if (status != null) {
            query = query.status(status.statuses());
        }
        if (cursor != null) {
            query = query.after(cursor);
        }
        ExecutionPage page = executions.list(query);
        List<AnalysisView> items = page.items().stream()
                .map(item -> executions.find(item.id()))
                .flatMap(Optional::stream)
                .map(AnalysisView::of)
                .toList();
        return new Page(items, page.nextCursor());
    }

    private Execution analysis(String id) {
        return executions
                .find(id)
                .filter(found -> found.definitionId().equals(AnalysisHandler.DEFINITION))
                .orElseThrow(() -> new ResponseStatusException(
                        HttpStatus.NOT_FOUND, "There is no analysis with the id '" + id + "'"));
    }

    private static ResponseStatusException badRequest(String reason) {
        return new ResponseStatusException(HttpStatus.BAD_REQUEST, reason);
    }

    /**
     * A page of analyses.
     *
     * @param items the analyses
     * @param nextCursor what to ask for the next page with, or {@code null} at the end
     */
    record Page(List<AnalysisView> items, @Nullable String nextCursor) {}

    /**
     * What happened to an analysis.
     *
     * @param entries the events, oldest first
     */
    record Trace(List<Step> entries) {}

    /**
     * What one event did.
     *
     * @param index its number
     * @param event its kind
     * @param from the state before
     * @param to the state after
     * @param at when, ISO 8601 in UTC
     */
    record Step(
            long index,
            String event,
            @Nullable String from,
            @Nullable String to,
            @Nullable Instant at) {

        static Step of(TraceEntry entry) {
            var fields = entry.step().fields();
            return new Step(
                    entry.index(),
                    String.valueOf(fields.get("event_kind")),
                    (String) fields.get("from_path"),
                    (String) fields.get("to_path"),
                    fields.get("timestamp") instanceof Double seconds ? EpochSeconds.toInstant(seconds) : null);
        }
    }
}
