package io.harel.store.execution.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.harel.store.execution.AsyncExecutionStore;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionStore;
import io.harel.store.execution.ExecutionStoreContract;
import io.harel.store.sqlite.SqliteOptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AsyncExecutionStoreTest extends ExecutionStoreContract {

    private final ExecutorService threads = Executors.newFixedThreadPool(3);
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final OpenDatabase database = new OpenDatabase(SqliteOptions.MEMORY);
    private final ExecutionStore store = database.store(ExecutionStore.DEFAULT_TRACE_LIMIT);

    @AfterEach
    void stop() {
        threads.shutdownNow();
        database.close();
    }

    /** The twin as a store that waits for each result, so that the contract can be asked of it. */
    @Override
    protected ExecutionStore create(int traceLimit) {
        AsyncExecutionStore twin = new AsyncExecutionStore(database.store(traceLimit), threads);
        return (ExecutionStore) Proxy.newProxyInstance(
                ExecutionStore.class.getClassLoader(),
                new Class<?>[] {ExecutionStore.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    return result(AsyncExecutionStore.class
                            .getMethod(method.getName(), method.getParameterTypes())
                            .invoke(twin, arguments));
                });
    }

    @Override
    public void sql(String statement) {
        database.sql(statement);
    }

    @Override
    public List<Object> column(String query) {
        return database.column(query);
    }

    private static Object result(Object answer) throws Throwable {
        try {
            return answer instanceof CompletableFuture<?> future ? future.join() : answer;
        } catch (CompletionException ex) {
            throw ex.getCause();
        }
    }

    static Stream<Method> operations() {
        return Arrays.stream(ExecutionStore.class.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .filter(method -> !method.getName().matches("close|traceLimit"));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void hasATwinOfEachOperation(Method operation) throws NoSuchMethodException {
        assertThat(AsyncExecutionStore.class
                        .getMethod(operation.getName(), operation.getParameterTypes())
                        .getReturnType())
                .isEqualTo(CompletableFuture.class);
    }

    @Test
    void whatIsCancelledBeforeItHasBegunDoesNotRun() {
        AsyncExecutionStore twin = new AsyncExecutionStore(store, waiting::add);

        CompletableFuture<Execution> saved =
                twin.save(Execution.builder("d").id("a").build());
        saved.cancel(true);
        waiting.forEach(Runnable::run);

        assertThat(store.load("a")).isEmpty();
    }

    @Test
    void whatTheExecutorDoesNotTakeFails() {
        threads.shutdown();
        AsyncExecutionStore twin = new AsyncExecutionStore(store, threads);

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> twin.load("a").get())
                .withCauseInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void aThrownErrorCompletesTheFuture() throws InvocationTargetException {
        store.close();

        assertThat(new AsyncExecutionStore(store, Runnable::run).load("a")).isCompletedExceptionally();
    }
}
