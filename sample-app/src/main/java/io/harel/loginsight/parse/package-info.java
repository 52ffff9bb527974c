/** Reads log files: lines, their formats, and what is counted of them. Knows nothing of executions. */
@NullMarked
package io.harel.loginsight.parse;

import org.jspecify.annotations.NullMarked;
