package io.harel.loginsight;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Log Insight: reports on log files, computed by durable executions. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class LogInsightApplication {

    public static void main(String[] args) {
        SpringApplication.run(LogInsightApplication.class, args);
    }
}
