package io.harel.store.execution;

import static io.harel.store.execution.Status.DONE;
import static io.harel.store.execution.Status.FAILED;
import static io.harel.store.execution.Status.RUNNING;
import static io.harel.store.execution.Status.SUSPENDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Listings: section 7.6. */
interface ListingCases extends StoreCases {

    private void seed() {
        seed("alpha", RUNNING, null, "k01", "k02");
        seed("alpha", DONE, null, "k03", "k04");
        seed("alpha", SUSPENDED, null, "k05");
        seed("beta", RUNNING, null, "k06", "k07");
        seed("beta", DONE, null, "k08");
        seed("beta", SUSPENDED, null, "k09");
        seed("beta", FAILED, null, "k10");
        seed("beta", RUNNING, "k06", "k11", "k12");
    }

    private void seed(String definition, Status status, String parent, String... ids) {
        for (String id : ids) {
            store().save(Execution.builder(definition)
                    .id(id)
                    .status(status)
                    .parentId(parent)
                    .build());
        }
    }

    private ExecutionQuery alpha() {
        return ExecutionQuery.all().definition("alpha");
    }

    private ExecutionQuery beta() {
        return ExecutionQuery.all().definition("beta");
    }

    private List<String> ids(ExecutionQuery query) {
        return ids(store().list(query));
    }

    private static List<String> ids(ExecutionPage page) {
        return page.items().stream().map(ExecutionSummary::id).toList();
    }

    @Test
    @DisplayName("ES-120, ES-126: pages follow each other until there is no cursor")
    default void pages() {
        seed();

        ExecutionPage first = store().list(alpha().limit(2));
        ExecutionPage second = store().list(alpha().limit(2).after(first.nextCursor()));
        ExecutionPage third = store().list(alpha().limit(2).after(second.nextCursor()));

        assertThat(ids(first)).containsExactly("k01", "k02");
        assertThat(ids(second)).containsExactly("k03", "k04");
        assertThat(ids(third)).containsExactly("k05");
        assertThat(third.nextCursor()).isNull();
    }

    @Test
    @DisplayName("ES-121, ES-122, ES-123: filters combine")
    default void combinesFilters() {
        seed();

        assertThat(ids(beta().status(RUNNING))).containsExactly("k06", "k07", "k11", "k12");
        assertThat(ids(beta().status(DONE, FAILED))).containsExactly("k08", "k10");
        assertThat(ids(beta().roots())).containsExactly("k06", "k07", "k08", "k09", "k10");
        assertThat(ids(beta().status(RUNNING).roots())).containsExactly("k06", "k07");
    }

    @Test
    @DisplayName("ES-124, ES-125: a summary tells what a list shows, in the order of the ids")
    default void summarizes() {
        seed();

        assertThat(store().list(alpha().status(RUNNING).limit(1)).items())
                .containsExactly(new ExecutionSummary("k01", "alpha", RUNNING, null, null, 1, null, null));
        assertThat(ids(alpha())).containsExactly("k01", "k02", "k03", "k04", "k05");
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6, Integer.MAX_VALUE})
    @DisplayName("ES-127, ES-143: a page that holds the last item has no cursor")
    default void endsWithoutACursor(int limit) {
        seed();

        ExecutionPage page = store().list(alpha().limit(limit));

        assertThat(page.items()).hasSize(5);
        assertThat(page.nextCursor()).isNull();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "garbage", "!!!", "é", "Mg", "MS41", "LTU=", "MTE4MDU5MTYyMDcxNzQxMTMwMzQyNA=="})
    @DisplayName("ES-128, ES-134, ES-135: what is no cursor is the first page")
    default void beginsWhereThereIsNoCursor(String cursor) {
        seed();

        assertThat(ids(alpha().limit(2).after(cursor))).containsExactly("k01", "k02");
    }

    @Test
    @DisplayName("ES-129: the offset cursors of harel work, beyond the end too")
    default void takesOffsetCursors() {
        seed();

        assertThat(ids(alpha().limit(2).after("Mg=="))).containsExactly("k03", "k04");
        ExecutionPage beyond = store().list(alpha().after("MTAw"));
        assertThat(beyond.items()).isEmpty();
        assertThat(beyond.nextCursor()).isNull();
    }

    @Test
    @DisplayName("ES-130: of no status there is nothing")
    default void findsNothingOfNoStatus() {
        seed();

        ExecutionPage page = store().list(ExecutionQuery.all().status(List.of()));
        assertThat(page.items()).isEmpty();
        assertThat(page.nextCursor()).isNull();
    }

    @Test
    @DisplayName("ES-131, ES-145: statuses may be any collection, and may be doubled")
    default void takesAnyCollectionOfStatuses() {
        seed();
        List<Status> twice = new ArrayList<>(List.of(DONE, DONE));
        ExecutionQuery query = alpha().status(twice);
        twice.clear();

        assertThat(ids(query)).containsExactly("k03", "k04");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    @DisplayName("ES-132, ES-133: a page of no items is refused")
    default void refusesALimitBelowOne(int limit) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ExecutionQuery.all().limit(limit));
    }

    @Test
    @DisplayName("ES-136: a page does not repeat what the one before showed, whatever is inserted meanwhile")
    default void doesNotDriftByInsert() {
        seed();
        ExecutionPage first = store().list(alpha().limit(2));
        seed("alpha", RUNNING, null, "a00");

        assertThat(ids(alpha().limit(2).after(first.nextCursor()))).containsExactly("k03", "k04");
    }

    @Test
    @DisplayName("ES-137: a page leaves nothing out, whatever changes its status meanwhile")
    default void doesNotDriftByStatus() {
        seed();
        ExecutionQuery query = alpha().status(RUNNING).limit(1);
        ExecutionPage first = store().list(query);
        store().save(stored("k01").toBuilder().status(DONE).build());

        assertThat(ids(first)).containsExactly("k01");
        assertThat(ids(query.after(first.nextCursor()))).containsExactly("k02");
    }

    @Test
    @DisplayName("ES-138: ids are ordered by their bytes in UTF-8, page by page")
    default void ordersByBytes() {
        List<String> ordered = List.of("", "%", "Z", "a", "a b", "a'--", "z", "é", "\uFFEE", "\uD83D\uDE00");
        for (int i = ordered.size() - 1; i >= 0; i--) {
            store().save(execution(ordered.get(i)));
        }

        List<String> paged = new ArrayList<>();
        String cursor = null;
        do {
            ExecutionPage page = store().list(ExecutionQuery.all().limit(3).after(cursor));
            paged.addAll(ids(page));
            cursor = page.nextCursor();
        } while (cursor != null);
        assertThat(paged).isEqualTo(ordered);
    }

    @Test
    @DisplayName("ES-139, ES-142: a definition is only text, the empty one too")
    default void takesAnyDefinition() {
        seed();
        seed("", RUNNING, null, "none");

        assertThat(ids(ExecutionQuery.all().definition("d' OR '1'='1"))).isEmpty();
        assertThat(ids(ExecutionQuery.all().definition(""))).containsExactly("none");
    }

    @Test
    @DisplayName("ES-140: an outcome with U+0000 is listed whole")
    default void listsTheWholeOutcome() {
        store().save(builder("a").status(RUNNING).outcome("x\0y").build());

        assertThat(store().list(ExecutionQuery.all().status(RUNNING)).items())
                .extracting(ExecutionSummary::outcome)
                .containsExactly("x\0y");
    }

    @Test
    @DisplayName("ES-141: a row that cannot be read is reported, and the others are listed")
    default void reportsUnreadableRows() {
        seed();
        sql("UPDATE executions SET data = '{not json' WHERE id = 'k02'");

        ExecutionPage page = store().list(alpha());

        assertThat(ids(page)).containsExactly("k01", "k03", "k04", "k05");
        assertThat(page.unreadable()).extracting(UnreadableRow::key).containsExactly("k02");
    }

    @Test
    @DisplayName("ES-144: an execution with an empty parent is no root")
    default void listsOnlyRoots() {
        seed("alpha", RUNNING, "", "a");

        assertThat(ids(ExecutionQuery.all().roots())).isEmpty();
    }

    @Test
    @DisplayName("ES-313: a listing shows when an execution finished")
    default void listsWhenExecutionsFinished() {
        store().save(builder("a").finishedAt(3.5).build());
        store().save(execution("b"));

        assertThat(store().list(ExecutionQuery.all()).items())
                .extracting(ExecutionSummary::finishedAt)
                .containsExactly(3.5, null);
    }
}
