package io.harel.loginsight;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/**
 * Settings of Log Insight.
 *
 * @param uploads Folder for uploaded logs; "uploads" beside the database if not set.
 * @param partSize Size of the parts that are parsed side by side; larger if there would be too many of them.
 * @param maxParts The largest number of parts of one log.
 * @param partTimeout How long to wait for news of the parts before those that are missing are tried once more.
 * @param maxAttempts How often a part is tried at most.
 */
@ConfigurationProperties("log-insight")
record LogInsightProperties(
        @Nullable Path uploads,
        @DefaultValue("4MB") DataSize partSize,
        @DefaultValue("256") int maxParts,
        @DefaultValue("10m") Duration partTimeout,
        @DefaultValue("3") int maxAttempts) {

    LogInsightProperties {
        require(partSize.toBytes() >= 1, "part-size", partSize, "It must be at least 1B.");
        require(maxParts >= 1, "max-parts", maxParts, "It must be at least 1.");
        require(partTimeout.toMillis() >= 1, "part-timeout", partTimeout, "It must be at least 1ms.");
        require(maxAttempts >= 1, "max-attempts", maxAttempts, "It must be at least 1.");
    }

    private static void require(boolean allowed, String name, Object value, String reason) {
        if (!allowed) {
            throw new InvalidConfigurationPropertyValueException("log-insight." + name, value, reason);
        }
    }
}
