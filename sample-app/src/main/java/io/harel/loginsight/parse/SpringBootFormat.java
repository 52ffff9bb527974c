package io.harel.loginsight.parse;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Spring Boot's default pattern, of version 2 to 4. Its source is the logger. */
final class SpringBootFormat implements LineFormat {

    private static final Pattern HEAD =
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d[.,]\\d{3}(?:Z|[+-]\\d\\d:?\\d\\d)?)"
                    + " +(TRACE|DEBUG|INFO|WARN|ERROR|FATAL) +\\d* *--- +\\[");

    private final Times times = new Times(Times::iso);

    @Override
    public @Nullable LogLine parse(String line) {
        Matcher matcher = HEAD.matcher(line);
        if (!matcher.lookingAt()) {
            return null;
        }
        String rest = line.substring(matcher.end());
        int message = rest.indexOf(" : ");
        if (message < 0 && rest.endsWith(" :")) {
            message = rest.length() - 2;
        }
        int thread = message < 0 ? -1 : rest.lastIndexOf(']', message);
        if (thread < 0) {
            return null;
        }
        String logger = rest.substring(thread + 1, message).trim();
        return new LogLine("spring-boot", times.read(matcher.group(1)), Level.of(matcher.group(2)), logger);
    }
}
