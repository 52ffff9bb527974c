package io.harel.store.sqlite;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** The pool of the writing connection, which fails a call to the database when it is told to. */
public final class FaultyPool extends HikariDataSource {

    private static final Set<String> CALLS =
            Set.of("execute", "executeUpdate", "executeQuery", "commit", "rollback", "setAutoCommit");

    private final List<String> calls = new ArrayList<>();
    private Predicate<List<String>> fault = seen -> false;
    private boolean afterEffect;

    private FaultyPool() {}

    /** A pool like {@link SqliteDataSources#writer}. */
    public static FaultyPool of(SqliteOptions options) {
        FaultyPool pool = new FaultyPool();
        pool.setDataSource(new SqliteConnectionSource(options, false));
        pool.setMaximumPoolSize(1);
        pool.setMaxLifetime(0);
        pool.setConnectionTimeout(options.busyTimeout().toMillis());
        return pool;
    }

    /** Forgets the calls so far, and fails those that come to fit, before or after they take effect. */
    public synchronized void failWhere(Predicate<List<String>> fault, boolean afterEffect) {
        calls.clear();
        this.fault = fault;
        this.afterEffect = afterEffect;
    }

    /** Fails nothing from now on. */
    public synchronized void heal() {
        fault = seen -> false;
    }

    /** The calls since the last {@link #failWhere}. */
    public synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    @Override
    public Connection getConnection() throws SQLException {
        return wrap(super.getConnection(), Connection.class);
    }

    @Override
    public void evictConnection(Connection connection) {
        super.evictConnection((Connection) ((Faulty) Proxy.getInvocationHandler(connection)).real);
    }

    private <T> T wrap(T real, Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(FaultyPool.class.getClassLoader(), new Class<?>[] {type}, new Faulty(real)));
    }

    private synchronized boolean failsAt(String call) {
        calls.add(call);
        return fault.test(calls);
    }

    private final class Faulty implements InvocationHandler {

        private final Object real;
        private String prepared = "";

        private Faulty(Object real) {
            this.real = real;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            String name = method.getName();
            // Or the library would take the connection behind this one
            if (name.equals("isWrapperFor") && arguments[0] == SqliteConnection.class) {
                return false;
            }
            boolean fails = CALLS.contains(name) && failsAt(name + " " + text(arguments));
            if (fails && !afterEffect) {
                throw fault();
            }
            Object result;
            try {
                result = method.invoke(real, arguments);
            } catch (InvocationTargetException ex) {
                throw ex.getCause();
            }
            if (fails) {
                throw fault();
            }
            if (result instanceof PreparedStatement statement) {
                PreparedStatement wrapped = wrap(statement, PreparedStatement.class);
                ((Faulty) Proxy.getInvocationHandler(wrapped)).prepared = text(arguments);
                return wrapped;
            }
            return result instanceof Statement statement ? wrap(statement, Statement.class) : result;
        }

        private String text(Object[] arguments) {
            return arguments == null || arguments.length == 0 ? prepared : String.valueOf(arguments[0]);
        }

        private SQLException fault() {
            return new SQLiteException("injected", SQLiteErrorCode.SQLITE_IOERR);
        }
    }
}
