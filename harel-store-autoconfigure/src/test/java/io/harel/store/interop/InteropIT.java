package io.harel.store.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs what is in the folder {@code interop} with harel itself, where there is Python and the package can be had. */
@Timeout(300)
class InteropIT {

    private static final Path SCRIPTS =
            Path.of("..", "interop").toAbsolutePath().normalize();
    private static final String STEPS = "200";

    @TempDir
    private Path directory;

    private static Path python(String release) throws IOException, InterruptedException {
        Path environment = Path.of("target", "interop", release).toAbsolutePath();
        Path python = environment.resolve("bin/python");
        Path ready = environment.resolve("ready");
        if (!Files.exists(ready)) {
            assumeThat(run(List.of("python3", "-m", "venv", environment.toString())))
                    .as("Python with venv")
                    .startsWith("0");
            assumeThat(run(List.of(python.toString(), "-m", "pip", "install", "-q", "harel==" + release)))
                    .as("harel from the package index")
                    .startsWith("0");
            Files.createFile(ready);
        }
        return python;
    }

    private static String run(List<String> command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(240, TimeUnit.SECONDS)).isTrue();
            return process.exitValue() + " " + output;
        } catch (IOException ex) {
            return "no such program: " + ex.getMessage();
        }
    }

    private static List<String> bridge() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                StoreBridge.class.getName());
    }

    private void exchange(String release, String prefix) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                python(release).toString(), SCRIPTS.resolve("exchange.py").toString(), directory.toString(), prefix));
        command.add(Integer.toString(ThreadLocalRandom.current().nextInt(1_000_000)));
        command.add(STEPS);
        command.addAll(bridge());

        assertThat(run(command)).startsWith("0 ").contains("both read the same");
    }

    @Test
    @DisplayName("ES-163: harel 0.3.0 and this store advance one file in turns")
    void exchangesWithTheBaseline() throws Exception {
        exchange("0.3.0", "-");
    }

    @Test
    @DisplayName("ES-300: harel 0.9.0 and this store advance one file in turns")
    void exchangesWithTheNewest() throws Exception {
        exchange("0.9.0", "harel");
    }

    private String script(String name) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(python("0.9.0").toString(), SCRIPTS.resolve(name).toString(), directory.toString()));
        command.addAll(bridge());
        return run(command);
    }

    @Test
    @DisplayName("ES-327: harel's own contract checks pass on this store")
    void meetsTheContractsOfHarel() throws Exception {
        assertThat(script("contracts.py")).startsWith("0 ").contains("the contracts hold");
    }

    @Test
    @DisplayName("ES-327: harel runs whole machines on this store as on its own")
    void runsMachinesOfHarel() throws Exception {
        assertThat(script("runner.py")).startsWith("0 ").contains("are the same");
    }
}
