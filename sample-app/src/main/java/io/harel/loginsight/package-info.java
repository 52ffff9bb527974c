/** Log Insight, a sample application on the harel-store starter. */
@NullMarked
package io.harel.loginsight;

import org.jspecify.annotations.NullMarked;
