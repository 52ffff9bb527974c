package io.harel.store.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.harel.store.execution.Execution;
import io.harel.store.execution.ExecutionStore;
import io.harel.store.sqlite.SqliteTransactionManager;
import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class HarelStoreDataSourceAutoConfigurationTest {

    @TempDir
    private Path directory;

    private ApplicationContextRunner runner;

    @BeforeEach
    void run() {
        runner = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        HarelStoreAutoConfiguration.class,
                        HarelStoreDataSourceAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        TransactionAutoConfiguration.class))
                .withPropertyValues("harel.store.database=" + directory.resolve("state.db"));
    }

    private static void storeWorks(AssertableApplicationContext context) {
        ExecutionStore store = context.getBean(ExecutionStore.class);
        store.save(Execution.builder("d").id("a").build());
        assertThat(store.load("a")).isPresent();
    }

    @Test
    void withoutADataSourceTheStoresIsTheApplications() {
        runner.run(context -> {
            storeWorks(context);
            assertThat(context.getBean(DataSource.class))
                    .isSameAs(context.getBean(DataSourceConfigurations.WRITER))
                    .isInstanceOf(HikariDataSource.class);
            assertThat(context.getBean(PlatformTransactionManager.class)).isInstanceOf(SqliteTransactionManager.class);
        });
    }

    @Test
    void theApplicationsRowsAndTheStoresCommitTogether() {
        runner.run(context -> {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            ExecutionStore store = context.getBean(ExecutionStore.class);
            jdbc.execute("CREATE TABLE orders (id TEXT)");

            context.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
                jdbc.update("INSERT INTO orders VALUES ('a')");
                store.save(Execution.builder("d").id("a").build());
                status.setRollbackOnly();
            });
            assertThat(jdbc.queryForObject("SELECT count(*) FROM orders", Integer.class))
                    .isZero();
            assertThat(store.load("a")).isEmpty();

            context.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
                jdbc.update("INSERT INTO orders VALUES ('a')");
                store.save(Execution.builder("d").id("a").build());
            });
            assertThat(jdbc.queryForObject("SELECT count(*) FROM orders", Integer.class))
                    .isEqualTo(1);
            assertThat(store.load("a")).isPresent();
        });
    }

    @Test
    void besideOneDataSourceTheStoresStaysInTheBackground() {
        runner.withUserConfiguration(OneDataSource.class).run(context -> {
            storeWorks(context);
            assertThat(context.getBean(DataSource.class)).isSameAs(context.getBean("own"));
            assertThat(context.getBean(PlatformTransactionManager.class))
                    .isNotInstanceOf(SqliteTransactionManager.class);
            assertThat(context.getBean(JdbcTemplate.class).getDataSource()).isSameAs(context.getBean("own"));
        });
    }

    @Test
    void besideTwoDataSourcesTheStoresStaysInTheBackground() {
        runner.withUserConfiguration(TwoDataSources.class).run(context -> {
            storeWorks(context);
            assertThat(context.getAutowireCapableBeanFactory()
                            .createBean(Injected.class)
                            .dataSources())
                    .containsExactlyInAnyOrder(
                            (DataSource) context.getBean("first"), (DataSource) context.getBean("second"));
        });
    }

    @Test
    void besideAPrimaryDataSourceTheStoresStaysInTheBackground() {
        runner.withUserConfiguration(PrimaryDataSource.class).run(context -> {
            storeWorks(context);
            assertThat(context.getBean(DataSource.class)).isSameAs(context.getBean("first"));
            assertThat(context.getBean(JdbcTemplate.class).getDataSource()).isSameAs(context.getBean("first"));
        });
    }

    @Test
    void besideAConfiguredDataSourceTheStoresStaysInTheBackground() {
        runner.withPropertyValues("spring.datasource.url=jdbc:sqlite:" + directory.resolve("own.db"))
                .run(context -> {
                    storeWorks(context);
                    assertThat(context.getBean(DataSource.class))
                            .isSameAs(context.getBean("dataSource"))
                            .isNotSameAs(context.getBean(DataSourceConfigurations.WRITER));
                    assertThat(context.getBean(PlatformTransactionManager.class))
                            .isNotInstanceOf(SqliteTransactionManager.class);
                });
    }

    record Injected(List<DataSource> dataSources) {}

    private static DataSource dataSource() {
        return new SimpleDriverDataSource(new org.sqlite.JDBC(), "jdbc:sqlite::memory:");
    }

    @Configuration(proxyBeanMethods = false)
    static class OneDataSource {

        @Bean
        DataSource own() {
            return dataSource();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoDataSources {

        @Bean
        DataSource first() {
            return dataSource();
        }

        @Bean
        DataSource second() {
            return dataSource();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PrimaryDataSource {

        @Bean
        @Primary
        DataSource first() {
            return dataSource();
        }

        @Bean
        DataSource second() {
            return dataSource();
        }
    }
}
