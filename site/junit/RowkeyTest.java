import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.rowkey.Rowkey;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What the extension gives to tests, with the program that ROWKEY_PROGRAM names. */
@Execution(ExecutionMode.CONCURRENT)
class RowkeyTest {
    static final int SEEDED = 1000;
    static final HttpClient http = HttpClient.newHttpClient();

    @RegisterExtension
    static final Rowkey rowkey = Rowkey.seeded(seed()).with("-unsigned");

    static String seed() {
        StringBuilder text = new StringBuilder("PartitionKey,RowKey,Status\n");
        for (int n = 0; n < SEEDED; n++) {
            text.append(String.format("p,%04d,open\n", n));
        }
        try {
            Path folder = Files.createTempDirectory("rowkey");
            return Files.writeString(folder.resolve("Orders.csv"), text).toString();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static String send(Rowkey.Account account, String method, String path, String body) throws Exception {
        Matcher url = Pattern.compile("TableEndpoint=([^;]+)").matcher(account.connectionString());
        assertTrue(url.find());
        HttpResponse<String> answer = http.send(HttpRequest.newBuilder(URI.create(url.group(1) + path))
                .header("Accept", "application/json;odata=nometadata").header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }

    static int orders(Rowkey.Account account, String filter) throws Exception {
        String path = "/Orders()?$filter=" + URLEncoder.encode(filter, StandardCharsets.UTF_8);
        return send(account, "GET", path, "").split("\"RowKey\"", -1).length - 1;
    }

    static void insert(Rowkey.Account account) throws Exception {
        String answer = send(account, "POST", "/Orders", "{\"PartitionKey\":\"q\",\"RowKey\":\"own\"}");
        assertTrue(answer.startsWith("201 "), answer);
    }

    @RepeatedTest(50)
    void eachHasTheSeedAndNothingOfTheOthers(Rowkey.Account account, Rowkey.Account same) throws Exception {
        assertEquals(account, same);
        assertEquals(SEEDED, orders(account, "PartitionKey ge ''"));
        account.mark();
        insert(account);
        assertEquals(1, orders(account, "PartitionKey eq 'q'"));
        account.back();
        assertEquals(0, orders(account, "PartitionKey eq 'q'"));
    }

    @Test
    void cost(Rowkey.Account account) throws Exception {
        assertProblem("no request came to " + account.name(), account, 12);
        assertEquals(12, orders(account, "PartitionKey eq 'p' and RowKey lt '0012'"));
        account.readsAtMost(12);
        assertEquals(12, account.entitiesRead());
        assertProblem("requests read 12 entities, and may read 11\n  GET /Orders()?$filter=PartitionKey eq 'p'",
                account, 11);
        account.reset();
        orders(account, "Status eq 'shut'");
        assertProblem("requests scan, and may not\n  GET /Orders()?$filter=Status eq 'shut'\n    a table scan",
                account, SEEDED);
    }

    static void assertProblem(String want, Rowkey.Account account, int most) {
        String got = assertThrows(AssertionError.class, () -> account.readsAtMost(most)).getMessage();
        assertTrue(got.startsWith(want), got);
    }

    @Test
    void fault(Rowkey.Account account) throws Exception {
        account.fault("error nth=1");
        assertTrue(send(account, "GET", "/Tables", "").startsWith("500 "));
        assertTrue(send(account, "GET", "/Tables", "").startsWith("200 "));
        String refused = assertThrows(IllegalArgumentException.class, () -> account.fault("none")).getMessage();
        assertTrue(refused.contains("there is no \"none\""), refused);
        assertTrue(rowkey.control("GET", "/clock", "").contains("\"now\""));
    }

    @Test
    void aSeedThatIsWrongSaysWhere() throws Exception {
        Path wrong = Files.writeString(Files.createTempFile("wrong", ".http"), "GTE {{host}}/Tables\n");
        String said = assertThrows(IllegalStateException.class, () -> Rowkey.seeded("" + wrong).account())
                .getMessage();
        assertTrue(said.contains(wrong.getFileName() + ":1: "), said);
    }

    @AfterAll
    static void allAreGone() {
        assertEquals("{\"accounts\":[\"devstoreaccount1\"]}", rowkey.control("GET", "/accounts", ""));
    }
}
