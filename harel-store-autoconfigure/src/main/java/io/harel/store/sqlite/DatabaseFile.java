package io.harel.store.sqlite;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The file of a database: created for the owner alone, and looked at closely when it cannot be opened. */
final class DatabaseFile {

    private static final Set<PosixFilePermission> OWNER_FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OWNER_FILE = PosixFilePermissions.fromString("rw-------");

    private static final int MAX_LINKS = 40;

    private final String name;
    private final Path path;

    DatabaseFile(String name) {
        this.name = name;
        try {
            this.path = followed(Path.of(name).toAbsolutePath());
        } catch (InvalidPathException ex) {
            throw new DatabaseOpenException(name, "this is not a path on this system; set another one", ex);
        }
    }

    /** Where a symbolic link leads, also if nothing is there yet: that is where SQLite keeps the files beside it. */
    private static Path followed(Path link) {
        Path path = link;
        for (int links = 0; links < MAX_LINKS && Files.isSymbolicLink(path); links++) {
            try {
                path = path.resolveSibling(Files.readSymbolicLink(path)).normalize();
            } catch (IOException ex) {
                return link;
            }
        }
        return path;
    }

    Path path() {
        return path;
    }

    Path wal() {
        return path.resolveSibling(path.getFileName() + "-wal");
    }

    /** Creates the folder and the file where they are missing, since SQLite would create the file for everyone to read. */
    void createIfMissing() {
        try {
            createFolder();
            if (!Files.exists(path)) {
                Files.createFile(path, ownerOnly(OWNER_FILE));
            }
        } catch (FileAlreadyExistsException ex) {
            if (!Files.isRegularFile(path)) {
                throw failure(ex);
            }
        } catch (IOException ex) {
            throw failure(ex);
        }
        if (Files.isDirectory(path) || !Files.isReadable(path) || !Files.isWritable(path)) {
            throw failure(null);
        }
    }

    private void createFolder() throws IOException {
        Path folder = path.getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            Files.createDirectories(folder, ownerOnly(OWNER_FOLDER));
        }
    }

    private static FileAttribute<?>[] ownerOnly(Set<PosixFilePermission> permissions) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }

    DatabaseOpenException failure(@Nullable Throwable cause) {
        return new DatabaseOpenException(name, reason(cause), cause);
    }

    private String reason(@Nullable Throwable cause) {
        if (Files.isDirectory(path)) {
            return "it is a folder; name a file in it, for example '" + path.resolve("state.db") + "'";
        }
        Path folder = path.getParent();
        for (Path above = folder; above != null; above = above.getParent()) {
            if (Files.exists(above) && !Files.isDirectory(above)) {
                return "'" + above + "' is a file, not a folder; name a path below a folder";
            }
        }
        if (folder != null && !Files.exists(folder)) {
            return "its folder '" + folder + "' does not exist and cannot be created; create it, or name another path";
        }
        if (Files.exists(path) && !Files.isReadable(path)) {
            return "this process may not read it; change its permissions or its owner";
        }
        if (Files.exists(path) && !Files.isWritable(path)) {
            return "this process may not write to it; change its permissions or its owner";
        }
        if (folder != null && !Files.isWritable(folder)) {
            return "this process may not write to its folder '" + folder
                    + "', where SQLite keeps the files that go with it; change the folder's permissions or its owner";
        }
        return "the file system says: " + describe(cause);
    }

    private static String describe(@Nullable Throwable cause) {
        if (cause instanceof FileSystemException failure && failure.getReason() != null) {
            return failure.getReason();
        }
        return cause == null ? "no reason" : String.valueOf(cause.getMessage());
    }
}
