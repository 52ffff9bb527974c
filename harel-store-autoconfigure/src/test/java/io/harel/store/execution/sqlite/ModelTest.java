package io.harel.store.execution.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.springframework.util.FileSystemUtils;

/** Any operations in any order leave what they would leave in plain collections, across closing and opening. */
class ModelTest {

    @Property(tries = 60)
    void doesWhatPlainCollectionsDo(@ForAll @Size(max = 150) List<Long> steps) throws IOException {
        Path directory = Files.createTempDirectory("model");
        try (StoreModel model = new StoreModel(directory)) {
            steps.forEach(model::step);
            model.compare();
        } finally {
            FileSystemUtils.deleteRecursively(directory);
        }
    }
}
