package io.harel.store.execution.runtime;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.util.function.SingletonSupplier;

/** The handlers by definition. Found at first use, since a handler may itself use the template. */
final class Handlers {

    private final SingletonSupplier<Map<String, ExecutionHandler>> byDefinition;

    Handlers(Supplier<? extends Collection<? extends ExecutionHandler>> handlers) {
        this.byDefinition = SingletonSupplier.of(() -> byDefinition(handlers.get()));
    }

    private static Map<String, ExecutionHandler> byDefinition(Collection<? extends ExecutionHandler> handlers) {
        Map<String, ExecutionHandler> byDefinition = new LinkedHashMap<>();
        for (ExecutionHandler handler : handlers) {
            ExecutionHandler other = byDefinition.putIfAbsent(handler.definitionId(), handler);
            if (other != null) {
                throw new IllegalStateException("Two handlers have the definition id '" + handler.definitionId()
                        + "': " + other.getClass().getName() + " and "
                        + handler.getClass().getName() + "; give one of them another id");
            }
        }
        return byDefinition;
    }

    Optional<ExecutionHandler> find(String definitionId) {
        return Optional.ofNullable(byDefinition.obtain().get(definitionId));
    }

    ExecutionHandler require(String definitionId) {
        return find(definitionId).orElseThrow(() -> new UnknownDefinitionException(definitionId));
    }
}
