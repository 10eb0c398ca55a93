import type { ExampleCall } from "../protocol.ts";

/** A call that goes through what most examples go through, in an account of its own. */
export const rehearsal: ExampleCall = {
  op: "example",
  file: "",
  index: 0,
  examples: [
    [
      `### Create
# @name create
# @expect status == 201
POST {{host}}/Tables
Content-Type: application/json

{"TableName": "Rehearsal"}

### Insert
# @name insert
# @loop for 20
# @expect status == 201
POST {{host}}/Rehearsal
Content-Type: application/json

{"PartitionKey": "p", "RowKey": "{{$index}}", "N": {{$index}}, "S": "text"}

### Query
# @ref create
# @ref insert
# @expect status == 200
# @expect rows == 1
# @expect plan == partition-scan
# @expect cost.entitiesRead <= 20
GET {{host}}/Rehearsal()?$filter=PartitionKey eq 'p' and N eq 3&$top=5
Accept: application/json;odata=nometadata
`,
    ],
  ],
};
