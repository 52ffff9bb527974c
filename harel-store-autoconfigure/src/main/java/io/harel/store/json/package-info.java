/** What stored JSON demands of numbers and texts, as the systems that share our files write them. */
@NullMarked
package io.harel.store.json;

import org.jspecify.annotations.NullMarked;
