// Prints a customer's open orders. With "hidden" as its argument the filter lacks the customer's partition.
import com.azure.data.tables.TableClientBuilder;
import com.azure.data.tables.models.ListEntitiesOptions;

public class Scan {
    public static void main(String[] args) {
        String customer = "ann";
        String filter = args.length > 0 && args[0].equals("hidden")
                ? "Status eq 'open'"
                : "PartitionKey eq '" + customer + "' and Status eq 'open'";
        new TableClientBuilder().connectionString(System.getenv("AZURE_STORAGE_CONNECTION_STRING"))
                .tableName("Orders").buildClient()
                .listEntities(new ListEntitiesOptions().setFilter(filter), null, null).stream()
                .filter(order -> order.getPartitionKey().equals(customer))
                .forEach(order -> System.out.println(order.getRowKey()));
    }
}
