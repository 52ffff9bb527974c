package io.harel.store.sqlite;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.support.SQLExceptionTranslator;

/**
 * Gives an application's own statements on the store's database the exceptions Spring users expect. Spring knows nothing of
 * SQLite, whose errors carry no SQLState: without this, a duplicate key arrives as an uncategorized error. Stateless.
 */
public final class SqliteExceptionTranslator implements SQLExceptionTranslator {

    @Override
    public @Nullable DataAccessException translate(String task, @Nullable String sql, SQLException ex) {
        int extended = SqliteErrors.extendedCode(ex);
        String message = task + ": " + ex.getMessage();
        return switch (SqliteErrors.primaryCode(ex)) {
            case SqliteErrors.BUSY, SqliteErrors.LOCKED -> new CannotAcquireLockException(message, ex);
            case SqliteErrors.CONSTRAINT ->
                isDuplicateKey(extended)
                        ? new DuplicateKeyException(message, ex)
                        : new DataIntegrityViolationException(message, ex);
            case SqliteErrors.FULL,
                    SqliteErrors.IOERR,
                    SqliteErrors.CANTOPEN,
                    SqliteErrors.CORRUPT,
                    SqliteErrors.NOTADB -> new DataAccessResourceFailureException(message, ex);
            case SqliteErrors.READONLY, SqliteErrors.PERM -> new PermissionDeniedDataAccessException(message, ex);
            case SqliteErrors.ERROR ->
                sql != null ? new BadSqlGrammarException(task, sql, ex) : new UncategorizedSQLException(task, sql, ex);
            default -> new UncategorizedSQLException(task, sql, ex);
        };
    }

    private static boolean isDuplicateKey(int extendedCode) {
        return extendedCode == SqliteErrors.CONSTRAINT_PRIMARYKEY
                || extendedCode == SqliteErrors.CONSTRAINT_UNIQUE
                || extendedCode == SqliteErrors.CONSTRAINT_ROWID;
    }
}
