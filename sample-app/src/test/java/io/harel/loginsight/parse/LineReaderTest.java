package io.harel.loginsight.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineReaderTest {

    @TempDir
    private Path directory;

    private Path file(byte[] content) throws IOException {
        return Files.write(directory.resolve("log"), content);
    }

    private static List<String> lines(Path file, long from, long to) throws IOException {
        List<String> lines = new ArrayList<>();
        try (LineReader reader = new LineReader(file, from, to)) {
            while (reader.next()) {
                lines.add(reader.line());
            }
        }
        return lines;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "a",
                "a\n",
                "\n\n\n",
                "one\ntwo\nthree\n",
                "one\ntwo\nthree",
                "one\r\ntwo\r\n\r\nthree\r\n",
                "a line that is longer than most parts\nb\n\nc",
                "é😀\nñ\n"
            })
    void everyCutGivesEachLineOnce(String content) throws IOException {
        Path file = file(content.getBytes(StandardCharsets.UTF_8));
        long size = Files.size(file);
        List<String> expected = content.lines().toList();

        assertThat(lines(file, 0, size)).isEqualTo(expected);
        for (long part = 1; part <= size; part++) {
            List<String> found = new ArrayList<>();
            for (long from = 0; from < size; from += part) {
                found.addAll(lines(file, from, Math.min(from + part, size)));
            }
            assertThat(found).as("parts of %s bytes", part).isEqualTo(expected);
        }
    }

    @Test
    void onlyALineFeedEndsALine() throws IOException {
        assertThat(lines(file("a\rb\u2028c\n".getBytes(StandardCharsets.UTF_8)), 0, 100))
                .containsExactly("a\rb\u2028c");
    }

    @Test
    void bytesThatAreNotUtf8BecomeReplacements() throws IOException {
        assertThat(lines(file(new byte[] {'a', (byte) 0xff, 'b', '\n', (byte) 0xc3}), 0, 5))
                .containsExactly("a\ufffdb", "\ufffd");
    }

    @Test
    void aByteOrderMarkIsNotPartOfTheFirstLine() throws IOException {
        assertThat(lines(file("\ufeffa\n\ufeffb\n".getBytes(StandardCharsets.UTF_8)), 0, 100))
                .containsExactly("a", "\ufeffb");
    }

    @Test
    void aVeryLongLineIsOneLineOfWhichTheBeginningIsKept() throws IOException {
        String longLine = "x".repeat(3 * LineReader.MAX_LINE_BYTES);
        Path file = file((longLine + "\nshort\n").getBytes(StandardCharsets.UTF_8));

        assertThat(lines(file, 0, Files.size(file))).containsExactly("x".repeat(LineReader.MAX_LINE_BYTES), "short");
        assertThat(lines(file, 1000, 2000)).isEmpty();
    }
}
