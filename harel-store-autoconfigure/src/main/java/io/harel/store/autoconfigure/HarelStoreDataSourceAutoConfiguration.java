package io.harel.store.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import io.harel.store.execution.ExecutionStore;
import io.harel.store.sqlite.SqliteDataSources;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Auto-configuration for the connections of the SQLite store. An application that has no {@code DataSource}, and has none
 * configured, gets the store's as its own, so that its {@code JdbcTemplate} and {@code @Transactional} work on the store's
 * database. Otherwise the store's stay in the background.
 *
 * @see HarelStoreProperties
 */
@AutoConfiguration(before = DataSourceAutoConfiguration.class)
@ConditionalOnMissingBean(ExecutionStore.class)
@EnableConfigurationProperties(HarelStoreProperties.class)
@Import({DataSourceConfigurations.OfTheApplication.class, DataSourceConfigurations.InTheBackground.class})
public final class HarelStoreDataSourceAutoConfiguration {

    @Bean(name = DataSourceConfigurations.READER, defaultCandidate = false)
    HikariDataSource harelStoreReaderDataSource(HarelStoreProperties properties) {
        return SqliteDataSources.reader(properties.sqliteOptions());
    }
}
