package io.harel.store.execution;

/** Ids of children as harel derives them from their parent's, so that a repetition asks for the same child. */
public final class ChildIds {

    private ChildIds() {}

    /**
     * The id of a child that runs a region of its parent's definition.
     *
     * @param parentId the parent's id
     * @param rootPath the region
     * @param entry how often the state with the region was entered before
     * @return the child's id
     */
    public static String region(String parentId, String rootPath, long entry) {
        return parentId + ":" + rootPath + ":" + entry;
    }

    /**
     * The id of a child that runs a definition of its own.
     *
     * @param parentId the parent's id
     * @param site the state that spawns it
     * @param entry how often that state has spawned before
     * @param index which of the children spawned together it is, from 0
     * @return the child's id
     */
    public static String invoked(String parentId, String site, long entry, int index) {
        return parentId + ":" + site + ":" + entry + ":" + index;
    }
}
