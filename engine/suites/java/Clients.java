// What programs with the official Java clients and DefaultAzureCredential do at an endpoint that takes bearer
// tokens and is broken on request. The test that runs it is in site/rowkey. These variables are set:
//
//	ROWKEY_ENDPOINT, ROWKEY_QUEUE, ROWKEY_BLOB  the URLs of the services
//	ROWKEY_CONTROL                              the URL of the control interface
//	ROWKEY_KEY                                  the account's key
//	IDENTITY_ENDPOINT, IDENTITY_HEADER          where DefaultAzureCredential gets tokens
import com.azure.core.credential.AzureNamedKeyCredential;
import com.azure.core.credential.AzureSasCredential;
import com.azure.core.credential.TokenCredential;
import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.policy.FixedDelay;
import com.azure.core.http.policy.RetryPolicy;
import com.azure.core.http.rest.Response;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.TableClientBuilder;
import com.azure.data.tables.TableServiceClient;
import com.azure.data.tables.TableServiceClientBuilder;
import com.azure.data.tables.models.ListEntitiesOptions;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableEntityUpdateMode;
import com.azure.data.tables.models.TableTransactionAction;
import com.azure.data.tables.models.TableTransactionActionType;
import com.azure.data.tables.models.TableTransactionFailedException;
import com.azure.data.tables.sas.TableSasPermission;
import com.azure.data.tables.sas.TableSasSignatureValues;
import com.azure.identity.DefaultAzureCredentialBuilder;
import com.azure.storage.blob.BlobClient;
import com.azure.storage.blob.BlobClientBuilder;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.UserDelegationKey;
import com.azure.storage.blob.options.BlobParallelUploadOptions;
import com.azure.storage.blob.sas.BlobSasPermission;
import com.azure.storage.blob.sas.BlobServiceSasSignatureValues;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.QueueServiceClientBuilder;
import com.azure.storage.queue.models.QueueMessageItem;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

public class Clients {
    static final HttpClient plain = HttpClient.newHttpClient();
    static final TokenCredential credential = new DefaultAzureCredentialBuilder().build();
    static final RequestRetryOptions quick = new RequestRetryOptions(
            RetryPolicyType.FIXED, 3, (Duration) null, Duration.ofMillis(1), Duration.ofMillis(1), null);

    static String variable(String name) {
        return System.getenv("ROWKEY_" + name);
    }

    /** Sends a request to the control interface, which has to succeed. */
    static String ask(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(variable("CONTROL") + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body)).build();
        HttpResponse<String> answer = plain.send(request, HttpResponse.BodyHandlers.ofString());
        equal(200, answer.statusCode(), answer.body());
        return answer.body();
    }

    /** Does a fault to the next requests that a rule chooses, and to no others. */
    static void fault(String rule) throws Exception {
        ask("DELETE", "/faults", "");
        ask("POST", "/faults", '"' + rule + '"');
    }

    /** The statuses of the requests since the last call. */
    static List<String> statuses() throws Exception {
        List<String> found = Pattern.compile("\"status\": ?(\\d+)").matcher(ask("GET", "/requests", ""))
                .results().map((MatchResult status) -> status.group(1)).toList();
        ask("DELETE", "/requests", "");
        return found;
    }

    static void equal(Object want, Object got, String what) {
        if (!want.equals(got)) {
            throw new AssertionError(what + ": got " + got + ", want " + want);
        }
    }

    interface Call {
        void run() throws Exception;
    }

    /** Expects that the service refuses a call. */
    static void refused(int status, Call call) throws Exception {
        int got = 0;
        try {
            call.run();
        } catch (HttpResponseException e) {
            got = e.getResponse().getStatusCode();
        }
        equal(status, got, "the status of a refusal");
    }

    static TableEntity entity(String row, int count) {
        return new TableEntity("p", row).addProperty("Count", count);
    }

    static List<TableEntity> matching(TableClient table, String filter) {
        List<TableEntity> found = new ArrayList<>();
        table.listEntities(new ListEntitiesOptions().setFilter(filter), null, null).forEach(found::add);
        return found;
    }

    static void tables() throws Exception {
        TableServiceClient service = new TableServiceClientBuilder().endpoint(variable("ENDPOINT"))
                .credential(credential).retryPolicy(new RetryPolicy(new FixedDelay(3, Duration.ofMillis(1))))
                .buildClient();
        TableClient table = service.createTable("Java");

        fault("lose-answer operation=InsertEntity each=once");
        refused(409, () -> table.createEntity(entity("1", 1))); // it was sent again, and met itself
        equal(1, table.getEntity("p", "1").getProperty("Count"), "the first insert");
        statuses();
        fault("busy operation=InsertOrMergeEntity nth=1 retryAfter=1");
        long begun = System.nanoTime();
        table.upsertEntity(entity("1", 2));
        equal(true, System.nanoTime() - begun > 990_000_000L, "waiting for what Retry-After says");
        equal(List.of("503", "204"), statuses(), "the statuses");
        fault("timeout-after-write operation=EntityGroupTransaction each=once");
        List<TableTransactionAction> actions = new ArrayList<>();
        for (int i = 10; i < 40; i++) {
            actions.add(new TableTransactionAction(TableTransactionActionType.UPSERT_MERGE, entity("" + i, i)));
        }
        table.submitTransaction(actions);
        ask("DELETE", "/faults", "");

        each(table);
        Response<TableEntity> read = table.getEntityWithResponse("p", "1", null, null, Context.NONE);
        TableEntity old = read.getValue().addProperty("Count", 3);
        table.updateEntity(entity("1", 4));
        refused(412, () -> table.updateEntityWithResponse(old, TableEntityUpdateMode.REPLACE, true, null,
                Context.NONE));
        try {
            table.submitTransaction(List.of(
                    new TableTransactionAction(TableTransactionActionType.CREATE, entity("2", 1)),
                    new TableTransactionAction(TableTransactionActionType.CREATE, entity("10", 1))));
            throw new AssertionError("a transaction with a conflict succeeded");
        } catch (TableTransactionFailedException e) {
            equal(1, e.getFailedTransactionActionIndex(), "the operation that failed");
        }

        ask("PUT", "/pages", "\"short seed=7\"");
        equal(31, matching(table, "PartitionKey eq 'p'").size(), "all pages");
        equal(5, matching(table, "PartitionKey eq 'p' and Count ge 35").size(), "those that match");
        ask("DELETE", "/pages", "");
        table.deleteTable();
    }

    /** What was acknowledged is there, whatever happens to the request or to its answer. */
    static void each(TableClient table) throws Exception {
        int n = 0;
        for (String line : Files.readAllLines(Path.of("../faults.txt"))) {
            String rule = line.replaceFirst("\\d+ ", "") + " nth=1 operation=";
            if (rule.startsWith("busy") || rule.startsWith("hang")) {
                continue; // it comes before or after
            }
            n++;
            statuses();
            fault(rule + "InsertOrMergeEntity");
            table.upsertEntity(new TableEntity("q", "one").addProperty("Count", n));
            String first = line.substring(0, line.indexOf(' '));
            equal(first.equals("204") ? List.of("204") : List.of(first, "204"), statuses(), rule);
            equal(n, table.getEntity("q", "one").getProperty("Count"), rule);
            fault(rule + "EntityGroupTransaction");
            table.submitTransaction(List.of(new TableTransactionAction(TableTransactionActionType.UPSERT_MERGE,
                    new TableEntity("q", "a").addProperty("Count", n))));
            equal(n, table.getEntity("q", "a").getProperty("Count"), rule);
            fault(rule + "InsertEntity");
            try {
                table.createEntity(new TableEntity("q", "new" + n).addProperty("Count", n));
            } catch (HttpResponseException e) {
                equal(409, e.getResponse().getStatusCode(), rule); // it was sent again, and met itself
            }
            equal(n, table.getEntity("q", "new" + n).getProperty("Count"), rule);
        }
        for (String hang : List.of("hang", "hang-after-write")) {
            TableEntity entity = new TableEntity("q", hang);
            fault(hang + " rowKey=" + hang);
            try {
                table.upsertEntityWithResponse(entity, null, Duration.ofMillis(50), Context.NONE);
                throw new AssertionError("an answer that hung came");
            } catch (RuntimeException timeout) {
                equal(TimeoutException.class, timeout.getCause().getClass(), hang);
            }
            ask("DELETE", "/faults", "");
            table.upsertEntity(entity); // a client that gives up can ask again
        }
        equal(2 + n + 2, matching(table, "PartitionKey eq 'q'").size(), "the entities");
        statuses();
        ask("PUT", "/throttle", "\"partition=1 burst=1\"");
        for (int i = 0; i < 4; i++) {
            table.upsertEntity(new TableEntity("r", "" + i));
        }
        ask("DELETE", "/throttle", "");
        equal(true, statuses().contains("503"), "throttled");
        equal(4, matching(table, "PartitionKey eq 'r'").size(), "the entities");
    }

    static void clock() throws Exception {
        TableClient table = new TableServiceClientBuilder().endpoint(variable("ENDPOINT"))
                .credential(new AzureNamedKeyCredential("devstoreaccount1", variable("KEY")))
                .buildClient().createTable("Clock");
        ask("PUT", "/clock", "\"2031-03-01T12:00:00Z frozen\"");
        String token = table.generateSas(new TableSasSignatureValues(OffsetDateTime.parse("2031-03-01T13:00:00Z"),
                new TableSasPermission().setReadPermission(true)));
        TableClient byToken = new TableClientBuilder().endpoint(variable("ENDPOINT")).tableName("Clock")
                .credential(new AzureSasCredential(token)).buildClient();
        equal(0, matching(byToken, "Count ge 1").size(), "what a token reads");
        ask("PUT", "/clock", "{\"advance\": \"1h\"}");
        refused(403, () -> matching(byToken, "Count ge 1"));
        table.createEntity(entity("1", 1));
        equal(2031, table.getEntity("p", "1").getTimestamp().getYear(), "the year of a Timestamp");
        ask("DELETE", "/clock", "");
    }

    interface Put {
        void run(String content, Duration timeout) throws Exception;
    }

    /** Puts under each fault, and calls check with what was put and whether it was carried out twice. */
    static void each(String operation, Put put, BiConsumer<String, Boolean> check) throws Exception {
        for (String line : Files.readAllLines(Path.of("../faults.txt"))) {
            String status = line.substring(0, line.indexOf(' '));
            String rule = line.substring(status.length() + 1);
            statuses();
            fault(rule + " nth=1 operation=" + operation);
            if (rule.startsWith("hang")) {
                try {
                    put.run(rule, Duration.ofMillis(50));
                    throw new AssertionError("an answer that hung came");
                } catch (RuntimeException timeout) {
                    while (statuses().isEmpty()) {
                        Thread.onSpinWait();
                    }
                }
                status = "204"; // of nothing that comes now
            }
            put.run(rule, null);
            equal(status.equals("204") ? List.of("201") : List.of(status, "201"), statuses(), rule);
            check.accept(rule, rule.equals("lose-answer") || rule.contains("after-write"));
        }
        ask("DELETE", "/faults", "");
    }

    static void queues() throws Exception {
        QueueClient queue = new QueueServiceClientBuilder().endpoint(variable("QUEUE")).credential(credential)
                .retryOptions(quick).buildClient().createQueue("java");
        each("PutMessage", (text, timeout) -> queue.sendMessageWithResponse(text, null, null, timeout, Context.NONE),
                (text, twice) -> equal(twice ? List.of(text, text) : List.of(text), queue.receiveMessages(32).stream()
                        .map(message -> message.getBody().toString()).toList(), "the messages"));
        queue.sendMessage("one");
        List<QueueMessageItem> got = queue.receiveMessages(32).stream().toList();
        refused(404, () -> queue.deleteMessage(got.get(0).getMessageId() + "0", got.get(0).getPopReceipt()));
        refused(403, () -> queue.getAccessPolicy().stream().count()); // needs the key
        queue.delete();
    }

    static void blobs() throws Exception {
        BlobServiceClient service = new BlobServiceClientBuilder().endpoint(variable("BLOB"))
                .credential(credential).retryOptions(quick).buildClient();
        BlobContainerClient container = service.createBlobContainer("java");
        BlobClient blob = container.getBlobClient("a b/1");
        each("PutBlob", (text, timeout) -> blob.uploadWithResponse(
                new BlobParallelUploadOptions(BinaryData.fromString(text)), timeout, Context.NONE),
                (text, twice) -> equal(text, blob.downloadContent().toString(), "the content"));
        blob.upload(BinaryData.fromString("one"), true);
        fault("lose-answer operation=GetBlob each=once");
        equal("one", blob.downloadContent().toString(), "the content");
        ask("DELETE", "/faults", "");
        BlobRequestConditions isNew = new BlobRequestConditions().setIfNoneMatch("*");
        refused(409, () -> blob.uploadWithResponse(new BlobParallelUploadOptions(BinaryData.fromString("two"))
                .setRequestConditions(isNew), null, Context.NONE));

        OffsetDateTime now = OffsetDateTime.now();
        UserDelegationKey key = service.getUserDelegationKey(now.minusMinutes(1), now.plusHours(1));
        String token = blob.generateUserDelegationSas(new BlobServiceSasSignatureValues(now.plusHours(1),
                new BlobSasPermission().setReadPermission(true)), key);
        BlobClient reader = new BlobClientBuilder().endpoint(blob.getBlobUrl()).sasToken(token)
                .retryOptions(quick).buildClient();
        equal("one", reader.downloadContent().toString(), "what a delegated token reads");
        refused(403, reader::delete);
        container.delete();
    }

    public static void main(String[] args) throws Exception {
        tables();
        queues();
        blobs();
        clock();
        System.out.println("all of it");
        System.exit(0); // the clients' threads go on
    }
}
