package io.harel.store.json;

/** Finds halves of characters, which Java's texts can hold and UTF-8 cannot. */
public final class Surrogates {

    private Surrogates() {}

    /**
     * Whether a text holds half a character.
     *
     * @param text any text
     * @return whether a surrogate in it lacks its other half
     */
    public static boolean hasUnpaired(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!isPair(text, i)) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    /**
     * The same text with a replacement character for each half.
     *
     * @param text any text
     * @return a text that UTF-8 can hold
     */
    public static String escapeUnpaired(String text) {
        if (!hasUnpaired(text)) {
            return text;
        }
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints().forEach(point -> escaped.appendCodePoint(isHalf(point) ? '\uFFFD' : point));
        return escaped.toString();
    }

    private static boolean isPair(String text, int index) {
        return index + 1 < text.length() && Character.isSurrogatePair(text.charAt(index), text.charAt(index + 1));
    }

    private static boolean isHalf(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }
}
