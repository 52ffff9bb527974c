package io.harel.loginsight.parse;

import java.util.Locale;

/** How serious a line is. */
enum Level {
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR,
    FATAL,

    /** The line does not say. */
    NONE;

    private static final int SEVERITIES = 8;

    static Level of(String text) {
        return switch (text.toUpperCase(Locale.ROOT)) {
            case "TRACE",
                    "FINEST",
                    "FINER",
                    "TRACE1",
                    "TRACE2",
                    "TRACE3",
                    "TRACE4",
                    "TRACE5",
                    "TRACE6",
                    "TRACE7",
                    "TRACE8" -> TRACE;
            case "DEBUG", "FINE" -> DEBUG;
            case "INFO", "INFORMATION", "INFORMATIONAL", "NOTICE", "CONFIG" -> INFO;
            case "WARN", "WARNING" -> WARN;
            case "ERROR", "ERR", "SEVERE" -> ERROR;
            case "FATAL", "CRIT", "CRITICAL", "ALERT", "EMERG", "EMERGENCY", "PANIC" -> FATAL;
            default -> NONE;
        };
    }

    /** The severity of RFC 5424, 0 to 7; as GELF has it too. */
    static Level ofSeverity(int severity) {
        return switch (severity % SEVERITIES) {
            case 0, 1, 2 -> FATAL;
            case 3 -> ERROR;
            case 4 -> WARN;
            case 5, 6 -> INFO;
            case 7 -> DEBUG;
            default -> NONE;
        };
    }

    static Level ofHttpStatus(int status) {
        if (status >= 500) {
            return ERROR;
        }
        return status >= 400 ? WARN : INFO;
    }
}
