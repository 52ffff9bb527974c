package io.harel.store.execution.sqlite;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Where a listing goes on: after an id, or, of a cursor that harel made, at an offset.
 *
 * @param afterId the last id seen, or {@code null}
 * @param offset how many rows to skip
 */
record ListCursor(@Nullable String afterId, long offset) {

    private static final ListCursor START = new ListCursor(null, 0);

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
        try {
            String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            if (text.startsWith(MARK)) {
                return new ListCursor(text.substring(MARK.length()), 0);
            }
            long offset = Long.parseLong(text);
            return offset < 0 ? START : new ListCursor(null, offset);
        } catch (IllegalArgumentException ex) {
            return START;
        }
    }
}
