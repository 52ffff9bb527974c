package io.harel.store.execution.codec;

/** Finds halves of characters, which Java's texts can hold and UTF-8 cannot. */
final class Surrogates {

    private Surrogates() {}

    static boolean hasUnpaired(String text) {
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

    /** The same text with a replacement character for each half. */
    static String escapeUnpaired(String text) {
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
