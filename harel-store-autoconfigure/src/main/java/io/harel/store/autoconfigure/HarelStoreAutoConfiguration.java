package io.harel.store.autoconfigure;

import io.harel.store.execution.ExecutionStore;
import io.harel.store.execution.runtime.ExecutionHandler;
import io.harel.store.execution.runtime.ExecutionTemplate;
import io.harel.store.execution.runtime.WorkSignals;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Auto-configuration for the execution store, the template that runs handlers on it, and the relays.
 *
 * @see HarelStoreProperties
 */
@AutoConfiguration(after = HarelStoreDataSourceAutoConfiguration.class)
@EnableConfigurationProperties(HarelStoreProperties.class)
@Import({ExecutionConfigurations.Sqlite.class, ExecutionConfigurations.Relays.class})
public final class HarelStoreAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    WorkSignals harelStoreWorkSignals() {
        return new WorkSignals();
    }

    @Bean
    @ConditionalOnMissingBean
    ExecutionTemplate executionTemplate(
            ExecutionStore store,
            ObjectProvider<ExecutionHandler> handlers,
            HarelStoreProperties properties,
            ObjectProvider<Clock> clock) {
        return new ExecutionTemplate(
                store,
                () -> handlers.orderedStream().toList(),
                properties.templateSettings(),
                clock.getIfUnique(Clock::systemUTC));
    }
}
