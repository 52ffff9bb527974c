package io.harel.store.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

import io.harel.store.StoreException;
import io.harel.store.execution.Commit;
import io.harel.store.execution.Event;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionStore;
import io.harel.store.execution.ExecutionStoreListener;
import io.harel.store.execution.Status;
import io.harel.store.execution.runtime.ExecutionHandler;
import io.harel.store.execution.runtime.ExecutionTemplate;
import io.harel.store.execution.runtime.ExecutionTemplateSettings;
import io.harel.store.execution.runtime.OutboxRelay;
import io.harel.store.execution.runtime.SpawnRelay;
import io.harel.store.execution.runtime.TimerSweep;
import io.harel.store.execution.runtime.Transition;
import io.harel.store.sqlite.SqliteDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;

class HarelStoreAutoConfigurationTest {

    @TempDir
    private Path directory;

    private ApplicationContextRunner runner;

    @BeforeEach
    void run() {
        runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        HarelStoreAutoConfiguration.class,
                        HarelStoreDataSourceAutoConfiguration.class,
                        HarelStoreMetricsAutoConfiguration.class))
                .withPropertyValues("harel.store.database=" + directory.resolve("harel/state.db"));
    }

    @Test
    void anOrderGoesFromItsStartToItsEnd() {
        runner.withUserConfiguration(Orders.class).run(context -> {
            ExecutionTemplate executions = context.getBean(ExecutionTemplate.class);

            executions.create("order", "o1", Map.of("total", 49.9));
            executions.send("o1", Event.of("Paid", Map.of("amount", 49.9)));

            await().until(() -> executions.get("o1").status() == Status.DONE);
            Orders orders = context.getBean(Orders.class);
            await().until(() -> orders.published.size() == 1);
            assertThat(orders.published.get(0).data()).isEqualTo(Map.of("order", "o1"));
        });
    }

    @Test
    void whatWasDurableIsThereAfterARestart() {
        runner.withUserConfiguration(Orders.class)
                .run(context -> context.getBean(ExecutionTemplate.class).create("order", "o1", Map.of()));

        runner.withUserConfiguration(Orders.class)
                .run(context -> assertThat(context.getBean(ExecutionTemplate.class)
                                .get("o1")
                                .activePath())
                        .isEqualTo("AwaitingPayment"));
    }

    @Test
    void theDatabaseIsOpenOnceTheApplicationRuns() {
        runner.run(context -> assertThat(directory.resolve("harel/state.db")).exists());
    }

    @Test
    void theDatabaseIsNotTouchedWhileBeansAreMade() {
        runner.withBean(FailingBean.class).run(context -> {
            assertThat(context).hasFailed();
            assertThat(directory).isEmptyDirectory();
        });
    }

    @Test
    void aDatabaseThatCannotBeOpenedEndsTheStart() throws Exception {
        Files.createDirectories(directory.resolve("harel/state.db"));

        runner.run(context -> assertThat(context).getFailure().rootCause().isNotNull());
        runner.run(context ->
                assertThat(context).getFailure().hasStackTraceContaining(StoreException.class.getPackageName()));
    }

    @Test
    void aStoreInMemoryWorks() {
        runner.withUserConfiguration(Orders.class)
                .withPropertyValues("harel.store.database=:memory:")
                .run(context -> {
                    ExecutionTemplate executions = context.getBean(ExecutionTemplate.class);
                    executions.create("order", "o1", Map.of());
                    executions.send("o1", Event.of("Paid"));
                    await().until(() -> executions.get("o1").status() == Status.DONE);
                });
    }

    @Test
    void backsOffForTheUsersStore() {
        runner.withBean("own", ExecutionStore.class, () -> mock(ExecutionStore.class))
                .withPropertyValues("harel.store.spawns.enabled=false", "harel.store.timers.enabled=false")
                .run(context -> {
                    assertThat(context).hasSingleBean(ExecutionStore.class).hasBean("own");
                    assertThat(context).hasSingleBean(ExecutionTemplate.class);
                    assertThat(context).doesNotHaveBean(SqliteDatabase.class);
                    assertThat(context).doesNotHaveBean(DataSource.class);
                    assertThat(context).doesNotHaveBean(OutboxRelay.class);
                });
    }

    @Test
    void backsOffForTheUsersTemplate() {
        runner.withUserConfiguration(OwnTemplate.class)
                .run(context -> assertThat(context)
                        .hasSingleBean(ExecutionTemplate.class)
                        .hasBean("own"));
    }

    @ParameterizedTest
    @CsvSource({
        "outbox, io.harel.store.execution.runtime.OutboxRelay",
        "spawns, io.harel.store.execution.runtime.SpawnRelay",
        "timers, io.harel.store.execution.runtime.TimerSweep"
    })
    void eachRelayCanBeSwitchedOff(String name, Class<?> type) {
        runner.run(context -> assertThat(context).hasSingleBean(type));
        runner.withPropertyValues("harel.store." + name + ".enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(type));
    }

    @Test
    void theRelaysRunAfterTheStartAndStopWithTheApplication() {
        List<OutboxRelay> outbox = new ArrayList<>();
        runner.run(context -> {
            outbox.add(context.getBean(OutboxRelay.class));
            assertThat(outbox.get(0).isRunning()).isTrue();
            assertThat(context.getBean(SpawnRelay.class).isRunning()).isTrue();
            assertThat(context.getBean(TimerSweep.class).isRunning()).isTrue();
        });
        assertThat(outbox.get(0).isRunning()).isFalse();
    }

    @Test
    void schedulingOfTheApplicationIsNotSwitchedOn() {
        runner.run(context -> assertThat(context).doesNotHaveBean(ScheduledAnnotationBeanPostProcessor.class));
    }

    @Test
    void listenersOfTheUserAreTold() {
        List<String> told = new ArrayList<>();
        runner.withBean(ExecutionStoreListener.class, () -> new ExecutionStoreListener() {
                    @Override
                    public void onCommit(Commit commit, Execution committed, long nanos) {
                        told.add(committed.id());
                    }
                })
                .run(context -> context.getBean(ExecutionStore.class)
                        .save(Execution.builder("d").id("a").build()));

        assertThat(told).containsExactly("a");
    }

    @Test
    void gaugesShowConflictsAndRetries() {
        runner.withUserConfiguration(Orders.class).run(context -> {
            MeterRegistry registry = new SimpleMeterRegistry();
            context.getBean(MeterBinder.class).bindTo(registry);
            ExecutionTemplate executions = context.getBean(ExecutionTemplate.class);
            ExecutionStore store = context.getBean(ExecutionStore.class);
            executions.create("order", "o1", Map.of());
            assertThat(registry.get("harel.store.conflicts").gauge().value()).isZero();

            context.getBean(Orders.class).meanwhile =
                    () -> store.save(store.load("o1").orElseThrow());
            executions.process("o1", Event.of("Other"));

            assertThat(registry.get("harel.store.conflicts").gauge().value()).isEqualTo(1);
            assertThat(registry.get("harel.store.retries").gauge().value()).isEqualTo(1);
        });
    }

    @Test
    void worksWithoutMicrometer() {
        runner.withClassLoader(new FilteredClassLoader("io.micrometer"))
                .run(context -> assertThat(context)
                        .hasSingleBean(ExecutionTemplate.class)
                        .doesNotHaveBean("harelStoreMetrics"));
    }

    @ParameterizedTest
    @CsvSource({
        "harel.store.database, ' '",
        "harel.store.table-prefix, 1a",
        "harel.store.readers, 0",
        "harel.store.busy-timeout, 0ms",
        "harel.store.trace.limit, -1",
        "harel.store.conflict.max-attempts, 0",
        "harel.store.conflict.min-backoff, 0ms",
        "harel.store.conflict.max-backoff, 1ms",
        "harel.store.outbox.interval, 0ms",
        "harel.store.outbox.batch-size, 0",
        "harel.store.spawns.concurrency, 0",
        "harel.store.timers.batch-size, -5"
    })
    void aValueThatIsNotAllowedIsRefusedByName(String name, String value) {
        runner.withPropertyValues(name + "=" + value)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining(name)
                        .hasMessageContaining("It must be"));
    }

    @Test
    void propertiesReachTheStore() {
        runner.withUserConfiguration(Orders.class)
                .withPropertyValues(
                        "harel.store.table-prefix=shop",
                        "harel.store.trace.enabled=true",
                        "harel.store.trace.limit=1",
                        "harel.store.synchronous=normal")
                .run(context -> {
                    ExecutionTemplate executions = context.getBean(ExecutionTemplate.class);
                    executions.create("order", "o1", Map.of());
                    executions.process("o1", Event.of("Other"));

                    assertThat(executions.trace("o1")).hasSize(1);
                    int found = context.getBean(SqliteDatabase.class)
                            .read(session -> session.query("SELECT count(*) FROM shop_trace", row -> row.getInt(1))
                                    .get(0));
                    assertThat(found).isEqualTo(1);
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class Orders implements ExecutionHandler {

        private final List<Event> published = new ArrayList<>();
        private volatile Runnable meanwhile = () -> {};

        @Override
        public String definitionId() {
            return "order";
        }

        @Override
        public Transition handle(Execution order, Event event) {
            return switch (event.kind()) {
                case "Start" -> Transition.to("AwaitingPayment").timeoutAfter(Duration.ofMinutes(30));
                case "Paid" -> Transition.done("paid").emit("OrderPaid", Map.of("order", order.id()));
                default -> {
                    meanwhile.run();
                    meanwhile = () -> {};
                    yield Transition.stay();
                }
            };
        }

        @EventListener
        void on(Event event) {
            published.add(event);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnTemplate {

        @Bean
        ExecutionTemplate own(ExecutionStore store) {
            return new ExecutionTemplate(store, List::of, ExecutionTemplateSettings.defaults(), Clock.systemUTC());
        }
    }

    static class FailingBean implements InitializingBean {

        @Override
        public void afterPropertiesSet() {
            throw new IllegalStateException("too early");
        }
    }
}
