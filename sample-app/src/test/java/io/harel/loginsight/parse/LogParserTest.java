package io.harel.loginsight.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogParserTest {

    private final LogParser parser = new LogParser(Instant.parse("2026-03-01T00:00:00Z"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            quoteCharacter = '`',
            value = {
                "2024-01-02 03:04:05 status installed libc6:amd64 2.36-9|dpkg|2024-01-02T03:04:05Z|NONE|libc6",
                "2024-01-02 03:04:05 install zlib1g:amd64 <none> 1:1.2|dpkg|2024-01-02T03:04:05Z|NONE|zlib1g",
                "2024-01-02 03:04:05 startup archives unpack|dpkg|2024-01-02T03:04:05Z|NONE|dpkg",
                "2024-01-02 03:04:05 conffile /etc/a:b keep|dpkg|2024-01-02T03:04:05Z|NONE|/etc/a:b",
                "2024-01-02 03:04:05 trigproc man-db:all 2.11 <none>|dpkg|2024-01-02T03:04:05Z|NONE|man-db",
                "Feb  2 03:04:05 host sshd[123]: Accepted|syslog|2026-02-02T03:04:05Z|NONE|sshd",
                "Mar  2 00:00:00 host kernel: up|syslog|2026-03-02T00:00:00Z|NONE|kernel",
                "Dec 31 23:59:59 host CRON[1]: (root) CMD|syslog|2025-12-31T23:59:59Z|NONE|CRON",
                "Feb 29 12:00:00 host cron[1]: leap|syslog|2024-02-29T12:00:00Z|NONE|cron",
                "<11>Feb  2 03:04:05 host app: failed|syslog|2026-02-02T03:04:05Z|ERROR|app",
                "2024-01-02T03:04:05.123456+01:00 host systemd[1]: Started|syslog|2024-01-02T02:04:05.123456Z|NONE|systemd",
                "2024-01-02T03:04:05Z host kernel: x|syslog|2024-01-02T03:04:05Z|NONE|kernel",
                "10.0.0.1 - - [02/Jan/2024:03:04:05 +0100] \"GET / HTTP/1.1\" 200 12 \"-\" \"curl/8\"|access|2024-01-02T02:04:05Z|INFO|10.0.0.1",
                "::1 - bob [02/Jan/2024:03:04:05 +0000] \"GET /\\\"x HTTP/1.1\" 404 -|access|2024-01-02T03:04:05Z|WARN|::1",
                "a.example:443 10.0.0.2 - - [02/Jan/2024:03:04:05 +0000] \"\" 503 0|access|2024-01-02T03:04:05Z|ERROR|10.0.0.2",
                "[Tue Jan 02 03:04:05.123456 2024] [core:error] [pid 1:tid 2] AH00126|apache-error|2024-01-02T03:04:05.123456Z|ERROR|core",
                "[Tue Jan  2 03:04:05 2024] [notice] caught SIGTERM|apache-error|2024-01-02T03:04:05Z|INFO|core",
                "[Tue Jan 02 03:04:05 2024] [mpm_event:warn] [pid 1] x|apache-error|2024-01-02T03:04:05Z|WARN|mpm_event",
                "2024-01-02T03:04:05.678+01:00  INFO 12 --- [           main] o.s.b.Application : Starting|spring-boot|2024-01-02T02:04:05.678Z|INFO|o.s.b.Application",
                "2024-01-02T03:04:05.678Z ERROR 12 --- [app] [nio-1] [trace-1] o.a.c.Catalina   : x : y|spring-boot|2024-01-02T03:04:05.678Z|ERROR|o.a.c.Catalina",
                "2024-01-02 03:04:05.678  WARN 12 --- [main] com.acme.Old :|spring-boot|2024-01-02T03:04:05.678Z|WARN|com.acme.Old",
                "{\"@timestamp\":\"2024-01-02T03:04:05.678Z\",\"log\":{\"level\":\"WARN\",\"logger\":\"a.B\"},\"message\":\"x\"}|json|2024-01-02T03:04:05.678Z|WARN|a.B",
                "{\"time\":1704164645123,\"level\":50,\"name\":\"pino\",\"a\":[{\"level\":1}]}|json|2024-01-02T03:04:05.123Z|ERROR|pino",
                "{\"timestamp\":1704164645.5,\"level\":4,\"_log_logger\":\"gelf\"}|json|2024-01-02T03:04:05.500Z|WARN|gelf",
                "{\"ts\":\"2024-01-02 03:04:05\",\"severity\":\"critical\",\"service\":\"\\ud800x\"}|json|2024-01-02T03:04:05Z|FATAL|?x"
            })
    void understands(String line, String format, Instant timestamp, String level, String source) {
        assertThat(parser.parse(line)).isEqualTo(new LogLine(format, timestamp, Level.valueOf(level), source));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "    at com.acme.Main.main(Main.java:1)",
                "2024-02-30 03:04:05 status installed libc6:amd64 2.36-9",
                "Feb 31 03:04:05 host sshd[123]: x",
                "10.0.0.1 - - [02/Foo/2024:03:04:05 +0100] \"GET / HTTP/1.1\" 200 12",
                "10.0.0.1 - - [02/Jan/2024:03:04:05 +0100] \"GET / HTTP/1.1",
                "10.0.0.1 - - [02/Jan/2024:03:04:05 +0100] \"GET / HTTP/1.1\" abc 12",
                "[Tue Jan 02 03:04:05 2024] [core:nolevel] x",
                "2024-01-02T03:04:05.678Z  INFO 12 --- [main] no message",
                "{\"broken\":",
                "{\"a\":1} trailing",
                "{\"a\":1}{\"b\":2}",
                "[1,2]",
                "[",
                " [",
                "\" [\"",
                "a b c ["
            })
    void leavesTheRest(String line) {
        assertThat(parser.parse(line)).isNull();
    }

    @Test
    void aJsonLineWithoutAKnownFieldIsStillOne() {
        assertThat(parser.parse("{\"x\":null}")).isEqualTo(new LogLine("json", null, Level.NONE, "json"));
        assertThat(parser.parse("{\"time\":\"soon\"}")).isEqualTo(new LogLine("json", null, Level.NONE, "json"));
    }

    @Test
    void aJsonLineThatWasCutSaysWhatComesBeforeTheCut() {
        String line = "{\"level\":\"ERROR\",\"logger\":\"big\",\"stack\":\"" + "x".repeat(LineReader.MAX_LINE_BYTES);

        assertThat(parser.parse(line)).isEqualTo(new LogLine("json", null, Level.ERROR, "big"));
    }

    @Test
    void aLineOfManyEscapesIsRead() {
        String line = "1.2.3.4 - - [02/Jan/2024:03:04:05 +0000] \"" + "\\x".repeat(100_000) + "\" 200 1";

        assertThat(parser.parse(line)).isNotNull();
    }

    @Test
    void aLongSourceIsCut() {
        LogLine line = parser.parse("{\"logger\":\"" + "x".repeat(1_000) + "\"}");

        assertThat(line).isNotNull();
        assertThat(line.source()).hasSize(200);
    }
}
