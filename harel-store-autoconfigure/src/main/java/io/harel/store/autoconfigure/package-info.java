/** Spring Boot's view of the stores: properties, beans, metrics, health and failure analyses. */
@NullMarked
package io.harel.store.autoconfigure;

import org.jspecify.annotations.NullMarked;
