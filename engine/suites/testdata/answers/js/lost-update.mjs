import { RestError, TableClient } from "@azure/data-tables";

const connection = process.env["AZURE_STORAGE_CONNECTION_STRING"] ?? "";
const workshops = TableClient.fromConnectionString(connection, "Workshops", {
  allowInsecureConnection: true,
});
for (;;) {
  const { Seats, etag } = await workshops.getEntity("2026-03", "pottery");
  const change = { partitionKey: "2026-03", rowKey: "pottery", Seats: Number(Seats) - 1 };
  try {
    await workshops.updateEntity(change, "Merge", { etag });
    break;
  } catch (error) {
    if (!(error instanceof RestError) || error.statusCode !== 412) {
      throw error;
    }
  }
}
