package io.harel.store.execution;

import com.fasterxml.jackson.core.io.schubfach.DoubleToDecimal;
import java.math.BigDecimal;

/**
 * The text Python's {@code repr} gives a binary64. {@link Double#toString(double)} differs from it in layout, and before
 * JDK 19 it is not always the shortest text either.
 */
final class PythonFloat {

    private PythonFloat() {}

    static String toText(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        BigDecimal shortest = new BigDecimal(DoubleToDecimal.toString(value)).stripTrailingZeros();
        double magnitude = Math.abs(value);
        return magnitude >= 1e-4 && magnitude < 1e16 ? plain(shortest) : scientific(shortest);
    }

    private static String plain(BigDecimal value) {
        return (value.scale() < 1 ? value.setScale(1) : value).toPlainString();
    }

    private static String scientific(BigDecimal value) {
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
        return text.append(Math.abs(exponent) < 10 ? "0" : "")
                .append(Math.abs(exponent))
                .toString();
    }
}
