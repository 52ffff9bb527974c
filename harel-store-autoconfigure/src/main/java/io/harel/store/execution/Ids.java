package io.harel.store.execution;

import java.util.UUID;

/** Ids as harel makes them: a random UUID as 32 lower-case hex digits. */
public final class Ids {

    private Ids() {}

    /**
     * A new id.
     *
     * @return an id that nothing else has
     */
    public static String random() {
        return UUID.randomUUID().toString().replace("-", "");
    }
}
