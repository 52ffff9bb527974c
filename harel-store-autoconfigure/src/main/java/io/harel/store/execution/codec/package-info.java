/**
 * The stored texts of the model: JSON that harel reads and writes too. Knows no database, so that every store writes the same.
 */
@NullMarked
package io.harel.store.execution.codec;

import org.jspecify.annotations.NullMarked;
