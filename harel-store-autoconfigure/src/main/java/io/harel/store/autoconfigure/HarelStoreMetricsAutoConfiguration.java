package io.harel.store.autoconfigure;

import io.harel.store.execution.runtime.ExecutionTemplate;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** Auto-configuration for the metrics of the stores. */
@AutoConfiguration(after = HarelStoreAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnSingleCandidate(ExecutionTemplate.class)
public final class HarelStoreMetricsAutoConfiguration {

    /** Counts are read from the template's own counters: no scrape runs a query. */
    @Bean
    @ConditionalOnMissingBean(name = "harelStoreMetrics")
    MeterBinder harelStoreMetrics(ExecutionTemplate executions) {
        return registry -> {
            Gauge.builder("harel.store.conflicts", executions::conflicts)
                    .description("How often an event met a faster one at its execution, since the start")
                    .register(registry);
            Gauge.builder("harel.store.retries", executions::retries)
                    .description("How often an event was tried again after a conflict, since the start")
                    .register(registry);
        };
    }
}
