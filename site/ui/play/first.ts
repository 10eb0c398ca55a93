/** The workspaces that a reader can begin with besides the guides'. */
import type { File } from "./workspace.ts";

const requests = `# Four ways to find Jones. They answer alike, but what they read differs.
# Put the cursor in a request and press Ctrl+Enter, or ⌘ Enter on a Mac.

### Both keys are known: one entity is read
# @name both
# @expect plan == point
GET {{host}}/Employees(PartitionKey='Sales',RowKey='000223')

### A range of RowKeys in one partition
# @expect plan == range
# @expect cost.entitiesRead == 3
GET {{host}}/Employees()?$filter=PartitionKey eq 'Sales' and RowKey ge '000200' and RowKey lt '000300'

### Another property: every entity of the partition is read
# @expect plan == partition-scan
GET {{host}}/Employees()?$filter=PartitionKey eq 'Sales' and LastName eq 'Jones'

### Without the PartitionKey: every entity of the table is read
# @expect plan == table-scan
GET {{host}}/Employees()?$filter=LastName eq 'Jones'

### One more employee
# @expect status == 201
POST {{host}}/Employees

{"PartitionKey": "Sales", "RowKey": "000931", "LastName": "Okafor", "Age": 29}

### Only if nobody has changed the entity since request "both" read it
# @expect status == 204
PATCH {{host}}/Employees(PartitionKey='Sales',RowKey='000223')
If-Match: {{both.response.headers.ETag}}

{"Age": 35}
`;

const employees = `PartitionKey,RowKey,LastName,Age:Int32,Started:DateTime
Marketing,000041,Abara,47,2011-03-01T00:00:00Z
Marketing,000377,Marin,52,2009-09-15T00:00:00Z
Marketing,000512,Jones,38,2016-01-04T00:00:00Z
Sales,000102,Haddad,44,2013-05-06T00:00:00Z
Sales,000223,Jones,34,2018-02-12T00:00:00Z
Sales,000230,Lindqvist,29,2020-08-03T00:00:00Z
Sales,000287,Ferreira,41,2014-11-17T00:00:00Z
Sales,000640,Sato,36,2017-06-26T00:00:00Z
Support,000118,Novak,31,2019-04-08T00:00:00Z
Support,000551,Osei,27,2021-10-11T00:00:00Z
`;

export const firstName = "Four queries";

export const firstFiles: readonly File[] = [
  { name: "queries.http", text: requests },
  { name: "Employees.csv", text: employees },
];

export const emptyFiles: readonly File[] = [{ name: "requests.http", text: "" }];
