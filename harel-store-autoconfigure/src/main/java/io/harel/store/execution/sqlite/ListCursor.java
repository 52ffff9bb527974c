package io.harel.store.execution.sqlite;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a listing goes on: after an id, or, of a cursor that harel made, at an offset.
 *
 * @param afterId the last id seen, or {@code null}
 * @param offset how many rows to skip
 */
record ListCursor(@Nullable String afterId, long offset) {

    private static final ListCursor START = new ListCursor(null, 0);

    private static final Pattern NOT_BASE64 = Pattern.compile("[^A-Za-z0-9_=-]");

    /** A number as Python reads it, unless it is below 0. */
    private static final Pattern OFFSET = Pattern.compile("\\+?[0-9]+(?:_[0-9]+)*");

    /** Not a digit, so that no offset looks like it. */
    private static final String MARK = "id:";

    static String after(String id) {
        return Base64.getUrlEncoder().encodeToString((MARK + id).getBytes(StandardCharsets.UTF_8));
    }

    /** What cannot be read means the start. */
    static ListCursor parse(@Nullable String cursor) {
        if (cursor == null) {
            return START;
        }
        String text = decode(cursor);
        if (text.startsWith(MARK)) {
            return new ListCursor(text.substring(MARK.length()), 0);
        }
        String number = text.strip();
        if (!OFFSET.matcher(number).matches()) {
            return START;
        }
        try {
            return new ListCursor(null, Long.parseLong(number.replace("_", "")));
        } catch (NumberFormatException ex) {
            return START;
        }
    }

    /** As Python decodes it: what is not of the alphabet is passed over, the padding must be there. */
    private static String decode(String cursor) {
        if (!StandardCharsets.US_ASCII.newEncoder().canEncode(cursor)) {
            return "";
        }
        String digits = NOT_BASE64.matcher(cursor).replaceAll("");
        try {
            return digits.length() % 4 == 0
                    ? new String(Base64.getUrlDecoder().decode(digits), StandardCharsets.UTF_8)
                    : "";
        } catch (IllegalArgumentException ex) {
            return "";
        }
    }
}
