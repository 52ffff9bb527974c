package io.harel.store.json;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * The texts Python and pydantic give a binary64: the fewest digits that read back to the same value. {@link
 * Double#toString(double)} differs from both in layout, never gives fewer than two digits, and before JDK 19 is not always
 * the shortest.
 */
public final class FloatText {

    private static final double PLAIN_BELOW = 1e16;
    private static final double PYTHON_PLAIN_FROM = 1e-4;
    private static final double JSON_PLAIN_FROM = 1e-5;

    private FloatText() {}

    /**
     * The text of Python's {@code repr}, as it stands in the ids of timer events.
     *
     * @param value any value
     * @return {@code 110.0}, {@code 1e-05}, {@code inf} or {@code nan}, for example
     */
    public static String python(double value) {
        return text(value, PYTHON_PLAIN_FROM, 2);
    }

    /**
     * The text of pydantic's JSON, always recognisable as a float.
     *
     * @param value a finite value
     * @return {@code 110.0}, {@code 0.00001} or {@code 1e-7}, for example
     * @throws IllegalArgumentException if the value is not finite, for which JSON has no text
     */
    public static String json(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("JSON has no text for " + value);
        }
        return text(value, JSON_PLAIN_FROM, 1);
    }

    private static String text(double value, double plainFrom, int exponentDigits) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        BigDecimal shortest = shortest(value);
        double magnitude = Math.abs(value);
        return magnitude >= plainFrom && magnitude < PLAIN_BELOW
                ? plain(shortest)
                : scientific(shortest, exponentDigits);
    }

    /** Begins with what {@code Double.toString} gives, which always reads back, and takes digits away while that holds. */
    private static BigDecimal shortest(double value) {
        BigDecimal exact = new BigDecimal(value);
        BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        for (int digits = shortest.precision(); digits > 0; digits--) {
            BigDecimal candidate = nearest(exact, digits, value);
            if (candidate == null) {
                break;
            }
            shortest = candidate;
        }
        return shortest.stripTrailingZeros();
    }

    /** The number of that many digits nearest to {@code exact} that reads back to {@code value}, if there is one. */
    private static @Nullable BigDecimal nearest(BigDecimal exact, int digits, double value) {
        BigDecimal below = exact.round(new MathContext(digits, RoundingMode.FLOOR));
        BigDecimal above = exact.round(new MathContext(digits, RoundingMode.CEILING));
        boolean belowReadsBack = below.doubleValue() == value;
        boolean aboveReadsBack = above.doubleValue() == value;
        if (belowReadsBack && aboveReadsBack) {
            return exact.subtract(below).compareTo(above.subtract(exact)) <= 0 ? below : above;
        }
        if (belowReadsBack) {
            return below;
        }
        return aboveReadsBack ? above : null;
    }

    private static String plain(BigDecimal value) {
        return (value.scale() < 1 ? value.setScale(1) : value).toPlainString();
    }

    private static String scientific(BigDecimal value, int exponentDigits) {
        String digits = value.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - value.scale();
        StringBuilder text = new StringBuilder(24);
        if (value.signum() < 0) {
            text.append('-');
        }
        text.append(digits.charAt(0));
        if (digits.length() > 1) {
            text.append('.').append(digits, 1, digits.length());
        }
        text.append('e').append(exponent < 0 ? '-' : '+');
        return text.append(exponentDigits > 1 && Math.abs(exponent) < 10 ? "0" : "")
                .append(Math.abs(exponent))
                .toString();
    }
}
