/**
 * What every harel store shares: the errors they raise.
 */
@NullMarked
package io.harel.store;

import org.jspecify.annotations.NullMarked;
