package io.harel.store.execution.runtime;

/** No handler runs the given definition. */
public class UnknownDefinitionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String definitionId;

    public UnknownDefinitionException(String definitionId) {
        super("No handler has the definition id '" + definitionId + "'; add an ExecutionHandler bean for it");
        this.definitionId = definitionId;
    }

    /**
     * Tells which definition it is.
     *
     * @return its id
     */
    public String definitionId() {
        return definitionId;
    }
}
