package io.harel.loginsight;

import io.harel.store.autoconfigure.HarelStoreProperties;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.stereotype.Component;

/** The uploaded logs: a file each, from the end of its upload until its analysis has ended. */
@Component
class Uploads {

    private static final Log LOG = LogFactory.getLog(Uploads.class);
    private static final String COMPLETE = ".log";
    private static final String INCOMPLETE = ".part";
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Path folder;

    Uploads(LogInsightProperties properties, HarelStoreProperties store) {
        Path database = Path.of(store.database()).toAbsolutePath();
        Path beside = database.getParent() == null ? Path.of("uploads") : database.resolveSibling("uploads");
        this.folder =
                properties.uploads() == null ? beside : properties.uploads().toAbsolutePath();
    }

    Path file(String id) {
        return folder.resolve(id + COMPLETE);
    }

    /**
     * Keeps an upload. It survives a power loss once this has returned; if it breaks off, nothing of it stays.
     *
     * @return its size in bytes
     */
    long save(String id, InputStream body) throws IOException {
        Files.createDirectories(folder);
        Path incomplete = folder.resolve(id + INCOMPLETE);
        try {
            long size = write(incomplete, body);
            Files.move(incomplete, file(id), StandardCopyOption.ATOMIC_MOVE);
            return size;
        } catch (IOException | RuntimeException ex) {
            Files.deleteIfExists(incomplete);
            throw ex;
        }
    }

    private static long write(Path file, InputStream body) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            byte[] buffer = new byte[BUFFER_BYTES];
            long size = 0;
            int count = body.read(buffer);
            while (count >= 0) {
                ByteBuffer chunk = ByteBuffer.wrap(buffer, 0, count);
                while (chunk.hasRemaining()) {
                    channel.write(chunk);
                }
                size += count;
                count = body.read(buffer);
            }
            channel.force(true);
            return size;
        }
    }

    void delete(String id) {
        try {
            Files.deleteIfExists(file(id));
        } catch (IOException ex) {
            LOG.warn("The upload " + file(id) + " cannot be deleted", ex);
        }
    }

    /** Removes what a crash has left: uploads that broke off, and those whose analysis nobody needs. */
    void clean(Predicate<String> needed) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = file.getFileName().toString();
                boolean complete = name.endsWith(COMPLETE);
                if (name.endsWith(INCOMPLETE)
                        || (complete && !needed.test(name.substring(0, name.length() - COMPLETE.length())))) {
                    LOG.info("Removing the abandoned upload " + file);
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
