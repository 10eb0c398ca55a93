package io.github.rowkey;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test a storage account of its own: tables, queues and blobs on this machine, with what a seed has.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final Rowkey rowkey = Rowkey.seeded("testdata");
 *
 * @Test
 * void newest(Rowkey.Account account) {
 *     TableClient orders = new TableClientBuilder().connectionString(account.connectionString())
 *             .tableName("Orders").buildClient();
 *     assertEquals("0042", newest(orders));
 *     account.readsAtMost(40); // and scans nothing
 * }
 * }</pre>
 *
 * <p>The command rowkey is started once for each seed, and ends with this process. It's looked for in PATH, or at
 * the file that the variable ROWKEY_PROGRAM names. Where one runs already, ROWKEY_CONTROL is the URL of its control
 * interface. For Java 11 and JUnit 5, without other dependencies.
 */
public final class Rowkey implements ParameterResolver, AfterEachCallback {
    private static final HttpClient http = HttpClient.newHttpClient();
    private static final Map<List<String>, String> started = new HashMap<>(); // control interfaces, by flags
    private static final ExtensionContext.Namespace own = ExtensionContext.Namespace.create(Rowkey.class);

    private final List<String> flags = new ArrayList<>();

    private Rowkey() {}

    /** Gives accounts that begin with files or folders of csv, JSON, JSON lines and .http. */
    public static Rowkey seeded(String... seeds) {
        Rowkey made = new Rowkey();
        for (String seed : seeds) {
            made.with("-seed", seed);
        }
        return made;
    }

    /** Adds flags of {@code rowkey serve}. */
    public Rowkey with(String... more) {
        flags.addAll(List.of(more));
        return this;
    }

    /** An account that the caller removes. Extensions and tests outside of JUnit use it. */
    public Account account() {
        return new Account(control(), "t" + UUID.randomUUID().toString().replace("-", "").substring(0, 16));
    }

    /** Asks the control interface: faults, pages, the clock. The body and the answer are JSON. */
    public String control(String method, String path, String body) {
        return ask(method, control() + path, body);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Account.class && context.getTestMethod().isPresent();
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        ExtensionContext.Store store = context.getStore(own);
        if (store.get(this) == null) {
            store.put(this, account());
        }
        return store.get(this);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Account account = context.getStore(own).remove(this, Account.class);
        if (account != null) {
            account.remove();
        }
    }

    /** A storage account that has what the seed has, and nothing of other tests. */
    public static final class Account {
        private final String control;
        private final String path;
        private final String connectionString;

        private Account(String control, String name) {
            this.control = control;
            this.path = control + "/accounts/" + name;
            this.connectionString = text(ask("GET", path, ""), "connectionString");
        }

        public String name() {
            return path.substring(path.lastIndexOf('/') + 1);
        }

        public String connectionString() {
            return connectionString;
        }

        /** How many entities the requests read since the account began, or since reset. */
        public int entitiesRead() {
            Matcher number = Pattern.compile("\"entitiesRead\":(\\d+)").matcher(ask("GET", path + "/cost", ""));
            return number.find() ? Integer.parseInt(number.group(1)) : 0;
        }

        /**
         * Fails if the requests read more than so many entities together, or if one of them scanned a table or a
         * range of partitions. It says which, and what would be cheaper.
         */
        public void readsAtMost(int entities) {
            String problem = text(ask("GET", path + "/cost?most=" + entities, ""), "problem");
            if (!problem.isEmpty()) {
                throw new AssertionError(problem);
            }
        }

        /** Begins to count again, as after what prepares a test. */
        public void reset() {
            ask("DELETE", path + "/cost", "");
        }

        /** Breaks its requests, in the words of {@code rowkey serve -fault}: lose-answer nth=1. */
        public void fault(String rule) {
            String line = rule.replace("\\", "\\\\").replace("\"", "\\\"") + " account=" + name();
            ask("POST", control + "/faults", '"' + line + '"');
        }

        /** Remembers what the account has. */
        public void mark() {
            ask("POST", path + "/mark", "");
        }

        /** Gives the account what it had at the mark, or what it began with. */
        public void back() {
            ask("POST", path + "/back", "");
        }

        /** Forgets the account, with its faults. */
        public void remove() {
            ask("DELETE", path, "");
        }
    }

    private String control() {
        String running = System.getenv("ROWKEY_CONTROL");
        if (running != null && !running.isEmpty()) {
            return running.replaceAll("/+$", "");
        }
        synchronized (started) {
            return started.computeIfAbsent(List.copyOf(flags), Rowkey::start);
        }
    }

    /** Starts the command, and returns the URL of its control interface. It ends when its input does. */
    private static String start(List<String> flags) {
        List<String> command = new ArrayList<>(List.of(program(), "serve", "-addr", "", "-until-input-ends",
                "-accounts", "devstoreaccount1", "-forks", "200"));
        for (String port : List.of("-tables", "-queues", "-blobs", "-control")) {
            command.addAll(List.of(port, "127.0.0.1:0"));
        }
        command.addAll(flags);
        try {
            File complaints = File.createTempFile("rowkey", ".txt");
            complaints.deleteOnExit();
            Process process = new ProcessBuilder(command).redirectError(complaints).start();
            BufferedReader said = new BufferedReader(
                    new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            for (String line; (line = said.readLine()) != null; ) {
                if (line.startsWith("control interface at ")) {
                    return line.substring(line.lastIndexOf(' ') + 1);
                }
            }
            throw new IllegalStateException(Files.readString(complaints.toPath()).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage() + ": install the command rowkey (npm i -g rowkey), "
                    + "or set ROWKEY_PROGRAM to its file", e);
        }
    }

    private static String program() {
        String named = System.getenv("ROWKEY_PROGRAM");
        if (named != null && !named.isEmpty()) {
            return named;
        }
        for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            for (String name : List.of("rowkey", "rowkey.exe", "rowkey.cmd")) {
                if (new File(folder, name).canExecute()) {
                    return new File(folder, name).getPath();
                }
            }
        }
        return "rowkey";
    }

    private static String ask(String method, String url, String body) {
        try {
            HttpResponse<String> answer = http.send(HttpRequest.newBuilder(URI.create(url))
                    .method(method, HttpRequest.BodyPublishers.ofString(body)).build(),
                    HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalArgumentException(text(answer.body(), "error"));
            }
            return answer.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A string of a JSON object, or "". */
    private static String text(String json, String field) {
        Matcher found = Pattern.compile('"' + field + "\":\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(json);
        if (!found.find()) {
            return "";
        }
        return Pattern.compile("\\\\(?:u(.{4})|(.))").matcher(found.group(1)).replaceAll(escape -> {
            String plain = escape.group(1) != null
                    ? String.valueOf((char) Integer.parseInt(escape.group(1), 16))
                    : escape.group(2).replace('n', '\n').replace('r', '\r').replace('t', '\t');
            return Matcher.quoteReplacement(plain);
        });
    }
}
