package io.harel.loginsight.parse;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The log of Debian's dpkg. Its source is the package. */
final class DpkgFormat implements LineFormat {

    private static final Pattern LINE = Pattern.compile("(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d)"
            + " (startup|status|install|upgrade|configure|trigproc|triggers|remove|purge|conffile|disappear)"
            + " (\\S+)(?: (\\S+))?.*");

    private final Times times = new Times(Times::iso);

    @Override
    public @Nullable LogLine parse(String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            return null;
        }
        return new LogLine("dpkg", times.read(matcher.group(1)), Level.NONE, source(matcher));
    }

    private static String source(Matcher matcher) {
        String action = matcher.group(2);
        String subject = action.equals("status") ? matcher.group(4) : matcher.group(3);
        if (action.equals("startup") || subject == null) {
            return "dpkg";
        }
        int architecture = subject.indexOf(':');
        return architecture > 0 && !action.equals("conffile") ? subject.substring(0, architecture) : subject;
    }
}
