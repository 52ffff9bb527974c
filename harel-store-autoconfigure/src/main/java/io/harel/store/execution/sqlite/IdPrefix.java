package io.harel.store.execution.sqlite;

import io.harel.store.sqlite.SqlSession;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds ids by how they begin, as a range of the primary key: in UTF-8's order it holds exactly them. */
final class IdPrefix {

    private final String select;

    IdPrefix(ExecutionTables tables) {
        this.select = tables.sql("SELECT id FROM {executions} WHERE id >= ?1 AND (?2 IS NULL OR id < ?2)"
                + " AND (?3 IS NULL OR id > ?3) ORDER BY id LIMIT ?4");
    }

    List<String> ids(SqlSession session, String prefix, @Nullable String afterId, int limit) throws SQLException {
        return session.query(select, row -> row.getString(1), prefix, successor(prefix), afterId, limit);
    }

    /** The first text after all that begin so, or {@code null} if there is none. */
    static @Nullable String successor(String prefix) {
        int end = prefix.length();
        while (end > 0) {
            int last = prefix.codePointBefore(end);
            end -= Character.charCount(last);
            if (last < Character.MAX_CODE_POINT) {
                int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
                return prefix.substring(0, end) + Character.toString(next);
            }
        }
        return null;
    }
}
