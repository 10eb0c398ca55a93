// Prints a customer's open orders. With "hidden" as its argument the filter lacks the customer's partition.
import { odata, TableClient } from "@azure/data-tables";

const orders = TableClient.fromConnectionString(
  process.env["AZURE_STORAGE_CONNECTION_STRING"] ?? "",
  "Orders",
);
const customer = "ann";
const filter =
  process.argv[2] === "hidden"
    ? odata`Status eq 'open'`
    : odata`PartitionKey eq ${customer} and Status eq 'open'`;
for await (const order of orders.listEntities({ queryOptions: { filter } })) {
  if (order.partitionKey === customer) {
    console.log(order.rowKey);
  }
}
