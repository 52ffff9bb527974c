package io.harel.store.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import io.harel.store.sqlite.SqliteDataSources;
import io.harel.store.sqlite.SqliteTransactionManager;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/** The store's connections, and how the application sees them. */
final class DataSourceConfigurations {

    static final String WRITER = "harelStoreDataSource";
    static final String READER = "harelStoreReaderDataSource";
    static final String TRANSACTION_MANAGER = "harelStoreTransactionManager";

    private DataSourceConfigurations() {}

    @Configuration(proxyBeanMethods = false)
    @Conditional(OnNoConfiguredDataSource.class)
    @ConditionalOnMissingBean({DataSource.class, XADataSource.class, JdbcConnectionDetails.class})
    static final class OfTheApplication {

        @Bean(WRITER)
        HikariDataSource harelStoreDataSource(HarelStoreProperties properties) {
            return SqliteDataSources.writer(properties.sqliteOptions());
        }

        @Bean(TRANSACTION_MANAGER)
        SqliteTransactionManager harelStoreTransactionManager(@Qualifier(WRITER) DataSource writer) {
            return new SqliteTransactionManager(writer);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(name = WRITER)
    static final class InTheBackground {

        @Bean(name = WRITER, defaultCandidate = false)
        HikariDataSource harelStoreDataSource(HarelStoreProperties properties) {
            return SqliteDataSources.writer(properties.sqliteOptions());
        }

        @Bean(name = TRANSACTION_MANAGER, defaultCandidate = false)
        SqliteTransactionManager harelStoreTransactionManager(@Qualifier(WRITER) DataSource writer) {
            return new SqliteTransactionManager(writer);
        }
    }
}
