/** Programs that connect to a sandbox. The connection string isn't in them, so that they can be passed on. */

/** The environment variable that has the connection string, as in code that is copied. */
export const variable = "AZURE_STORAGE_CONNECTION_STRING";

export interface Program {
  readonly label: string;
  /** How to get the library. */
  readonly get: string;
  readonly code: string;
}

/**
 * Reads a table in four languages.
 * @param plain - whether the address is http, which some libraries only use when told to
 */
export function programs(table: string, plain: boolean): readonly Program[] {
  const options = plain ? ", {\n  allowInsecureConnection: true, // it's http\n}" : "";
  return [
    {
      label: "JavaScript",
      get: "npm install @azure/data-tables",
      code: `import { TableClient } from "@azure/data-tables";

const connection = process.env.${variable};
const table = TableClient.fromConnectionString(connection, "${table}"${options});
for await (const entity of table.listEntities()) {
  console.log(entity);
}`,
    },
    {
      label: "Go",
      get: "go get github.com/Azure/azure-sdk-for-go/sdk/data/aztables",
      code: `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

func main() {
	service, err := aztables.NewServiceClientFromConnectionString(os.Getenv("${variable}"), nil)
	if err != nil {
		log.Fatal(err)
	}
	pages := service.NewClient("${table}").NewListEntitiesPager(nil)
	for pages.More() {
		page, err := pages.NextPage(context.Background())
		if err != nil {
			log.Fatal(err)
		}
		for _, entity := range page.Entities {
			fmt.Println(string(entity))
		}
	}
}`,
    },
    {
      label: "C#",
      get: "dotnet add package Azure.Data.Tables",
      code: `using Azure.Data.Tables;

var connection = Environment.GetEnvironmentVariable("${variable}");
var table = new TableClient(connection, "${table}");
await foreach (var entity in table.QueryAsync<TableEntity>())
{
    Console.WriteLine($"{entity.PartitionKey} {entity.RowKey}");
}`,
    },
    {
      label: "Python",
      get: "pip install azure-data-tables",
      code: `import os
from azure.data.tables import TableClient

connection = os.environ["${variable}"]
table = TableClient.from_connection_string(connection, table_name="${table}")
for entity in table.list_entities():
    print(entity)`,
    },
  ];
}
