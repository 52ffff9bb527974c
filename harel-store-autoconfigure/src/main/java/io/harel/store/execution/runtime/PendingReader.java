package io.harel.store.execution.runtime;

import io.harel.store.execution.Pending;
import io.harel.store.execution.UnreadableRow;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Reads pending entries page by page. Says once of each row that it cannot be read, however often it is met. */
final class PendingReader {

    private static final Log LOG = LogFactory.getLog(PendingReader.class);

    private final Set<UnreadableRow> known = ConcurrentHashMap.newKeySet();

    /** What is wanted of the first page that has any of it; empty only if no page has. */
    <T> List<T> first(LongFunction<Pending<T>> pages, Predicate<T> wanted) {
        long after = 0;
        while (true) {
            Pending<T> page = pages.apply(after);
            report(page);
            List<T> found = page.entries().stream().filter(wanted).toList();
            Long next = page.nextAfterSeq();
            if (!found.isEmpty() || next == null) {
                return found;
            }
            after = next;
        }
    }

    private void report(Pending<?> page) {
        for (UnreadableRow row : page.unreadable()) {
            if (known.add(row)) {
                LOG.error("Row " + row.key() + " of the table " + row.table() + " cannot be read and is left out: "
                        + row.reason());
            }
        }
    }
}
