package io.harel.store.execution.runtime;

import io.harel.store.execution.Pending;
import io.harel.store.execution.UnreadableRow;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** Says once of each row that it cannot be read, however often it is met. */
final class UnreadableRows {

    private static final Log LOG = LogFactory.getLog(UnreadableRows.class);

    private final Set<UnreadableRow> known = ConcurrentHashMap.newKeySet();

    void report(Pending<?> page) {
        for (UnreadableRow row : page.unreadable()) {
            if (known.add(row)) {
                LOG.error("Row " + row.key() + " of the table " + row.table() + " cannot be read and is left out: "
                        + row.reason());
            }
        }
    }
}
