package io.harel.store.execution;

import java.util.UUID;

/** Ids as harel makes them: a random UUID as 32 lower-case hex digits. */
final class Ids {

    private Ids() {}

    static String random() {
        return UUID.randomUUID().toString().replace("-", "");
    }
}
