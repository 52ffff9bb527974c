package io.harel.store.autoconfigure;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches where Spring Boot itself would find no way to make a {@code DataSource}, and would fail. */
final class OnNoConfiguredDataSource extends SpringBootCondition {

    private static final List<String> PROPERTIES = List.of(
            "spring.datasource.url",
            "spring.datasource.jndi-name",
            "spring.datasource.type",
            "spring.datasource.driver-class-name",
            "spring.datasource.embedded-database-connection",
            "spring.datasource.xa.data-source-class-name");

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("No configured DataSource");
        for (String property : PROPERTIES) {
            if (context.getEnvironment().containsProperty(property)) {
                return ConditionOutcome.noMatch(message.because(property + " is set"));
            }
        }
        EmbeddedDatabaseConnection embedded = EmbeddedDatabaseConnection.get(context.getClassLoader());
        if (embedded != EmbeddedDatabaseConnection.NONE) {
            return ConditionOutcome.noMatch(message.because("the embedded database " + embedded + " is available"));
        }
        return ConditionOutcome.match(message.because("nothing configures one"));
    }
}
