package io.harel.store.autoconfigure;

import io.harel.store.execution.ExecutionStore;
import io.harel.store.execution.ExecutionStoreListener;
import io.harel.store.execution.delivery.DeliveryStore;
import io.harel.store.execution.runtime.ExecutionTemplate;
import io.harel.store.execution.runtime.OutboxRelay;
import io.harel.store.execution.runtime.SpawnRelay;
import io.harel.store.execution.runtime.TimerSweep;
import io.harel.store.execution.runtime.WorkSignals;
import io.harel.store.execution.sqlite.SqliteDeliveryStore;
import io.harel.store.execution.sqlite.SqliteExecutionStore;
import io.harel.store.sqlite.SqliteDatabase;
import io.harel.store.sqlite.SqliteTransactionManager;
import java.time.Clock;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The store and what works on it. Not nested in the auto-configuration, so that they are looked at in this order. */
final class ExecutionConfigurations {

    private ExecutionConfigurations() {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(ExecutionStore.class)
    static final class Sqlite {

        @Bean
        @ConditionalOnMissingBean
        SqliteDatabase harelStoreDatabase(
                HarelStoreProperties properties,
                @Qualifier(DataSourceConfigurations.WRITER) DataSource writer,
                @Qualifier(DataSourceConfigurations.READER) DataSource reader,
                @Qualifier(DataSourceConfigurations.TRANSACTION_MANAGER) SqliteTransactionManager transactionManager) {
            return new SqliteDatabase(
                    properties.sqliteOptions(),
                    writer,
                    reader,
                    transactionManager,
                    List.of(SqliteExecutionStore.schema(properties.executionSettings())));
        }

        @Bean
        DatabaseLifecycle harelStoreDatabaseLifecycle(SqliteDatabase database) {
            return new DatabaseLifecycle(database);
        }

        @Bean
        SqliteExecutionStore executionStore(
                SqliteDatabase database,
                HarelStoreProperties properties,
                ObjectProvider<ExecutionStoreListener> listeners) {
            return new SqliteExecutionStore(
                    database,
                    properties.executionSettings(),
                    listeners.orderedStream().toList());
        }

        @Bean
        @ConditionalOnMissingBean(DeliveryStore.class)
        SqliteDeliveryStore harelStoreDeliveryStore(SqliteDatabase database, HarelStoreProperties properties) {
            return new SqliteDeliveryStore(database, properties.executionSettings());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static final class Relays {

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnBean(DeliveryStore.class)
        @ConditionalOnBooleanProperty(name = "harel.store.outbox.enabled", matchIfMissing = true)
        OutboxRelay harelStoreOutboxRelay(
                ExecutionStore store,
                DeliveryStore deliveries,
                ExecutionTemplate executions,
                ApplicationEventPublisher publisher,
                WorkSignals signals,
                HarelStoreProperties properties) {
            return new OutboxRelay(
                    store,
                    deliveries,
                    executions,
                    publisher,
                    signals,
                    properties.outbox().settings());
        }

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnBooleanProperty(name = "harel.store.spawns.enabled", matchIfMissing = true)
        SpawnRelay harelStoreSpawnRelay(
                ExecutionStore store,
                ExecutionTemplate executions,
                WorkSignals signals,
                HarelStoreProperties properties) {
            return new SpawnRelay(
                    store, executions, signals, properties.spawns().settings());
        }

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnBooleanProperty(name = "harel.store.timers.enabled", matchIfMissing = true)
        TimerSweep harelStoreTimerSweep(
                ExecutionStore store,
                ExecutionTemplate executions,
                WorkSignals signals,
                HarelStoreProperties properties,
                ObjectProvider<Clock> clock) {
            return new TimerSweep(
                    store, executions, signals, properties.timers().settings(), clock.getIfUnique(Clock::systemUTC));
        }
    }
}
