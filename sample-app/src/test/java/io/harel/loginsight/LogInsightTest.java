package io.harel.loginsight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

class LogInsightTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<String> arguments = new ArrayList<>();
    private ConfigurableApplicationContext application;
    private int port;

    @BeforeEach
    void begin() {
        arguments.addAll(List.of(
                "--server.port=0",
                "--harel.store.database=" + directory.resolve("db/state.db"),
                "--log-insight.part-size=1KB"));
        start();
    }

    private void start() {
        application = new SpringApplicationBuilder(LogInsightApplication.class).run(arguments.toArray(String[]::new));
        port = ((WebServerApplicationContext) application).getWebServer().getPort();
    }

    @AfterEach
    void stop() {
        application.close();
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    private JsonNode json(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private HttpResponse<String> post(String path, String contentType, String log)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(uri(path))
                        .header("Content-Type", contentType)
                        .POST(BodyPublishers.ofString(log))
                        .build(),
                BodyHandlers.ofString());
    }

    private String analyse(String log) throws IOException, InterruptedException {
        HttpResponse<String> response = post("/analyses?name=test.log", "text/plain", log);
        assertThat(response.statusCode()).isEqualTo(201);
        String id = JSON.readTree(response.body()).get("id").asText();
        assertThat(response.headers().firstValue("Location")).hasValue("/analyses/" + id);
        return id;
    }

    private JsonNode done(String id) throws IOException, InterruptedException {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> !json("/analyses/" + id).get("status").asText().equals("RUNNING"));
        JsonNode analysis = json("/analyses/" + id);
        assertThat(analysis.get("status").asText()).as(analysis.toString()).isEqualTo("DONE");
        return json("/analyses/" + id + "/report");
    }

    private static String log(int lines) {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            log.append("2024-01-02 03:%02d:%02d status installed package%d:amd64 1.0%n"
                    .formatted(i / 60 % 60, i % 60, i % 7));
        }
        return log.toString();
    }

    private List<Path> uploads() throws IOException {
        Path folder = directory.resolve("db/uploads");
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void aLogOfManyPartsGivesAReport() throws Exception {
        String log = log(500) + "not a line of any format";

        String id = analyse(log);
        JsonNode report = done(id);

        assertThat(report.get("bytes").asInt()).isEqualTo(log.length());
        assertThat(report.get("lines").asInt()).isEqualTo(501);
        assertThat(report.get("parsedLines").asInt()).isEqualTo(500);
        assertThat(report.get("unparsedLines").asInt()).isEqualTo(1);
        assertThat(report.get("format").asText()).isEqualTo("dpkg");
        assertThat(report.get("firstTimestamp").asText()).isEqualTo("2024-01-02T03:00:00Z");
        assertThat(report.get("lastTimestamp").asText()).isEqualTo("2024-01-02T03:08:19Z");
        assertThat(report.get("byLevel")).isEqualTo(JSON.readTree("{\"NONE\":500}"));
        assertThat(report.get("topSources").get(0)).isEqualTo(JSON.readTree("{\"source\":\"package0\",\"lines\":72}"));
        assertThat(report.get("histogram").get("buckets")).hasSize(9);
        JsonNode analysis = json("/analyses/" + id);
        int parts = (log.length() + 1023) / 1024;
        assertThat(analysis.get("name").asText()).isEqualTo("test.log");
        assertThat(analysis.get("parts").get("total").asInt()).isEqualTo(parts);
        assertThat(analysis.get("parts").get("done").asInt()).isEqualTo(parts);
        assertThat(analysis.get("parts").get("started").asInt()).isEqualTo(parts);
        await().until(() -> uploads().isEmpty());
    }

    @Test
    void anEmptyLogGivesAnEmptyReport() throws Exception {
        JsonNode report = done(analyse(""));

        assertThat(report.get("lines").asInt()).isZero();
        assertThat(report.get("format").asText()).isEqualTo("unknown");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "application/json",
                "application/octet-stream"
            })
    void theBodyIsTheLogWhateverItsContentType(String contentType) throws Exception {
        HttpResponse<String> response = post("/analyses?name=a+b%20%C3%A9", contentType, "name=x&y\n");

        JsonNode analysis = JSON.readTree(response.body());
        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(analysis.get("name").asText()).isEqualTo("a b é");
        assertThat(done(analysis.get("id").asText()).get("bytes").asInt()).isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/analyses?name=%20", "/analyses?name="})
    void anAnalysisNeedsANameIfAny(String path) throws Exception {
        assertThat(post(path, "text/plain", "x").statusCode()).isEqualTo(400);
        assertThat(uploads()).isEmpty();
    }

    @Test
    void whatIsNotThereIsAProblem() throws Exception {
        for (String path : List.of("/analyses/nope", "/analyses/nope/report", "/analyses/nope/trace")) {
            HttpResponse<String> response = get(path);
            assertThat(response.statusCode()).isEqualTo(404);
            assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(response.body()).contains("nope");
        }
    }

    @Test
    void aPartIsNotAnAnalysis() throws Exception {
        String id = analyse(log(10));
        done(id);

        assertThat(get("/analyses/" + id + ":Parsing:0:0").statusCode()).isEqualTo(404);
    }

    @Test
    void aReportIsAConflictWhileTheAnalysisRuns() throws Exception {
        application.close();
        arguments.add("--harel.store.spawns.enabled=false");
        start();
        String id = analyse(log(100));

        HttpResponse<String> response = get("/analyses/" + id + "/report");

        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(json("/analyses/" + id).get("status").asText()).isEqualTo("RUNNING");
    }

    @Test
    void anAnalysisGoesOnAfterARestart() throws Exception {
        application.close();
        arguments.add("--harel.store.spawns.enabled=false");
        start();
        String id = analyse(log(200));
        application.close();
        arguments.remove(arguments.size() - 1);

        start();

        assertThat(done(id).get("lines").asInt()).isEqualTo(200);
    }

    @Test
    void aPartThatCannotBeReadIsTriedAgainThenFailsTheAnalysis() throws Exception {
        application.close();
        arguments.add("--harel.store.spawns.enabled=false");
        start();
        String id = analyse(log(5));
        application.close();
        arguments.remove(arguments.size() - 1);
        Files.move(directory.resolve("db/uploads/" + id + ".log"), directory.resolve("gone"));

        start();

        await().until(() -> json("/analyses/" + id).get("status").asText().equals("FAILED"));
        JsonNode analysis = json("/analyses/" + id);
        assertThat(analysis.get("error").asText()).startsWith("Part 0: NoSuchFileException");
        assertThat(analysis.get("parts").get("started").asInt()).isEqualTo(3);
        assertThat(get("/analyses/" + id + "/report").statusCode()).isEqualTo(409);
    }

    @Test
    void aPartThatIsStuckIsTriedAgain() throws Exception {
        application.close();
        arguments.addAll(List.of("--harel.store.spawns.enabled=false", "--log-insight.part-timeout=200ms"));
        start();
        String id = analyse("one line\n");

        await().until(() ->
                json("/analyses/" + id + "/trace").get("entries").toString().contains("Timeout"));
        application.close();
        arguments.remove("--harel.store.spawns.enabled=false");
        start();

        assertThat(done(id).get("lines").asInt()).isEqualTo(1);
        assertThat(json("/analyses/" + id).get("parts").get("total").asInt()).isEqualTo(1);
    }

    @Test
    void analysesAreListedPageByPage() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(analyse("line " + i));
        }
        for (String id : ids) {
            done(id);
        }

        List<String> found = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = json("/analyses?status=DONE&limit=2" + cursor);
            page.get("items").forEach(item -> found.add(item.get("id").asText()));
            cursor = page.get("nextCursor").isNull()
                    ? null
                    : "&cursor=" + page.get("nextCursor").asText();
        } while (cursor != null);

        assertThat(found).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(json("/analyses?status=FAILED").get("items")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=0", "limit=201", "limit=x", "status=WEIRD"})
    void aListingRefusesWhatItDoesNotKnow(String query) throws Exception {
        HttpResponse<String> response = get("/analyses?" + query);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    }

    @Test
    void theTraceTellsWhatHappened() throws Exception {
        String id = analyse("line");
        done(id);

        JsonNode entries = json("/analyses/" + id + "/trace").get("entries");
        List<String> kinds = new ArrayList<>();
        entries.forEach(entry -> kinds.add(entry.get("event").asText()));
        assertThat(kinds).containsExactly("Start", "PartStarted", "Finished");
        assertThat(entries.get(0).get("to").asText()).isEqualTo("Parsing");
        assertThat(entries.get(0).get("at").asText()).startsWith("20");
    }

    @Test
    void anUploadThatBreaksOffLeavesNothing() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write("POST /analyses?name=x HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nsome bytes"
                            .getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            await().until(() -> uploads().size() == 1);
        }

        await().until(() -> uploads().isEmpty());
        assertThat(json("/analyses").get("items")).isEmpty();
    }

    @Test
    void whatACrashLeftOfUploadsIsRemovedAtTheStart() throws Exception {
        application.close();
        Path folder = Files.createDirectories(directory.resolve("db/uploads"));
        Files.writeString(folder.resolve("half.part"), "x");
        Files.writeString(folder.resolve("unknown.log"), "x");
        Files.writeString(folder.resolve("other.txt"), "x");

        start();

        assertThat(uploads()).containsExactly(folder.resolve("other.txt"));
    }

    @Test
    void healthAndGaugesAreThere() throws Exception {
        assertThat(json("/actuator/health").get("status").asText()).isEqualTo("UP");
        for (String gauge : List.of("conflicts", "retries")) {
            assertThat(json("/actuator/metrics/harel.store." + gauge).get("measurements"))
                    .hasSize(1);
        }
    }

    @Test
    void aLargeLogIsStreamed() throws Exception {
        byte[] line = "2024-01-02 03:04:05 status installed a:amd64 1.0\n".getBytes(StandardCharsets.UTF_8);
        long lines = 400_000;
        Path log = directory.resolve("large.log");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(log))) {
            for (long i = 0; i < lines; i++) {
                out.write(line);
            }
        }
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(uri("/analyses?name=large"))
                        .POST(BodyPublishers.ofFile(log))
                        .build(),
                BodyHandlers.ofString());
        JsonNode analysis = JSON.readTree(response.body());

        assertThat(done(analysis.get("id").asText()).get("lines").asLong()).isEqualTo(lines);
        assertThat(json("/analyses/" + analysis.get("id").asText())
                        .get("parts")
                        .get("total")
                        .asInt())
                .isEqualTo(256);
    }
}
