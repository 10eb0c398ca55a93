/**
 * The preset dictionary of links of version 1: the usual text of scripts and data, the most usual last.
 *
 * It's frozen. A link only opens with the very bytes it was made with, so any change here, even to a blank,
 * breaks every link that people have. Other text needs another version with a file of its own.
 */
export const dictionary = `Employees.csv
Orders.csv
PartitionKey,RowKey,Timestamp,Name,LastName:String,Age:Int32,Total:Double,Count:Int64,Active:Boolean,\
Created:DateTime,Id:Guid,Data:Binary@type
# 5000 times
dept-{{$index%10}},{{$pad $index 6}},{{$randomInt 20 60}}
GET {{queue}}/orders/messages?visibilitytimeout=30&peekonly=true&numofmessages=1
<QueueMessage><MessageText></MessageText></QueueMessage>
# @expect body $.QueueMessagesList.QueueMessage[*].MessageText == 
# @expect body $.QueueMessagesList.QueueMessage.DequeueCount == 
DELETE {{queue}}/messages/{{taken.response.body.$.QueueMessagesList.QueueMessage.MessageId}}
?popreceipt={{taken.response.body.$.QueueMessagesList.QueueMessage.PopReceipt}}
PUT {{blob}}/container?restype=container&comp=acl&comp=list
x-ms-blob-type: BlockBlob
Content-Type: text/plain
Content-Type: application/xml
Range: bytes=0-0
<?xml version="1.0" encoding="utf-8"?><SignedIdentifiers><SignedIdentifier><Id></Id><AccessPolicy><Start>\
</Start><Expiry></Expiry><Permission></Permission></AccessPolicy></SignedIdentifier></SignedIdentifiers>
?restype=service&comp=properties
Origin: https://
Access-Control-Request-Method: GET
# @anonymous
# @authorize
?{{$sas tn=Orders sp=raud se=+1h spk=a epk=b srk= erk= st= si= ss=t srt=sco}}
# @expect error == AuthenticationFailed
# @expect error == AuthorizationFailure
# @expect error == AuthorizationPermissionMismatch
# @expect error == OutOfRangeInput
# @expect error == InvalidInput
# @expect error == InvalidDuplicateRow
# @expect error == PropertyNameInvalid
# @expect error == PropertiesNeedValue
# @expect error == KeyValueTooLarge
# @expect error == RequestBodyTooLarge
# @expect error == TooManyProperties
# @expect error == NotImplemented
# @expect error == ConditionNotMet
# @expect error == PropertyValueTooLarge
# @expect error == EntityTooLarge
# @expect error == TableNotFound
# @expect error == TableAlreadyExists
# @expect error == CommandsInBatchActOnDifferentPartitions
# @expect error == UpdateConditionNotSatisfied
# @expect error == EntityAlreadyExists
# @expect error == ResourceNotFound
# @expect header x-ms-continuation-NextPartitionKey exists
# @expect header x-ms-continuation-NextRowKey !exists
&NextPartitionKey={{page1.response.headers.x-ms-continuation-NextPartitionKey}}
&NextRowKey={{page1.response.headers.x-ms-continuation-NextRowKey}}
# @expect header ETag matches W/"datetime'*'"
# @expect header ETag != {{
# @expect body $.value[*].RowKey == ["0001", "0002"]
# @expect body $.value[0].PartitionKey contains 
# @expect body $.value[0].Name == 
# @expect body $.Name == 
# @expect cost.bytesRead <= 
# @expect cost.bytesWritten <= 
# @expect cost.bytes < 
# @expect cost.pages == 1
# @expect total.transactions == 
# @expect cost.entitiesWritten == 1
# @expect cost.entitiesReturned == 
@odata.type": "Edm.DateTime"@odata.type": "Edm.Guid"@odata.type": "Edm.Binary"@odata.type": "Edm.Double",
@odata.type":"Edm.Int64",
: "2026-01-05T09:00:00Z", "Total": , "Count": , "Open": true, "Active": false, "Name": "", "Text": "", \
"Price": 
"Email": "jonesj@contoso.com", "Phone": "555-0123", "FirstName": "", "LastName": "Jones", "Age": 34}
{{$guid}}{{$timestamp}}{{$randomInt 1 7}}{{$shard customer-0042 16}}
{{$invertedTicks 2026-01-05T09:00:00Z $index*5 minutes}}
{{$datetime iso8601 2026-01-05T08:00:00Z $index minutes}}{{$datetime "YYYY-MM-DD"}}{{$datetime rfc1123}}
{{$pad $index%100 3}}{{$pad $index/100 2}}{{$index+1000}}
@host = http://127.0.0.1:10002/devstoreaccount1
# @sleep 30000
# @seed 42
# @transaction order
# @loop for 1000
# @loop for 
X-HTTP-Method: MERGE
MERGE {{host}}/
PUT {{host}}/
DELETE {{host}}/Tables('Orders')
If-None-Match: 
If-Match: {{first.response.headers.ETag}}
GET {{host}}/Tables
### A page of 
### The second page
### Every order of one customer
### The newest 
### Create the table
### One entity
### The same again
?$filter=PartitionKey ge '0042' and PartitionKey lt '0043' and 
 ne  or not ( gt  lt  le  eq true eq false eq datetime'2026-01-05T00:00:00Z' eq guid' eq 42L
&$select=PartitionKey,RowKey,Name&$top=1000
&$top=10
$select=RowKey
?$top=
GET {{host}}/Employees()
?$filter=PartitionKey eq 'Sales' and RowKey ge '0001' and RowKey lt '0002'
POST {{host}}/Employees
{"PartitionKey":"Sales","RowKey":"000223","Name":"Judy Jones"}
 {"PartitionKey": "Sales", "RowKey": "{{$pad $index 6}}", "Number": {{$index}}}
GET {{host}}/Orders(PartitionKey='customer-0042',RowKey='0001')
# @expect status == 200
GET {{host}}/Orders()?$filter=PartitionKey eq 'customer-0042' and RowKey ge '0001'&$top=10
Accept: application/json;odata=nometadata

PATCH {{host}}/Orders(PartitionKey='customer-0042',RowKey='0000')
Content-Type: application/json
If-Match: *
Prefer: return-no-content
# @expect status == 409
# @expect status == 412
# @expect status == 400
# @expect status == 403
# @expect status == 404
# @expect cost.transactions == 1
# @expect cost.entitiesRead == 1000
# @expect rows == 10
# @expect plan == table-scan
# @expect plan == partition-scan
# @expect cost.entitiesRead <= 10
# @expect rows == 2
# @expect cost.entitiesRead == 2
# @expect plan == range
# @expect cost.entitiesRead == 1
# @expect rows == 1
# @expect plan == point
# @expect status == 202
# @expect error == ""
# @ref createOrders
# @expect status == 204
DELETE {{host}}/Orders(PartitionKey='customer-0042',RowKey='0000')

### Create the table
# @name createOrders
# @hidden
# @expect status == 201
POST {{host}}/Tables
Content-Type: application/json

{"TableName": "Orders"}

### Four orders of one customer
# @name fillOrders
# @ref createOrders
# @loop for 4
# @expect status == 201
POST {{host}}/Orders
Content-Type: application/json

{
  "PartitionKey": "customer-0042",
  "RowKey": "{{$pad $index 4}}"
}

### 
# @name 
# @ref fillOrders
# @expect status == 200
# @expect plan == range
# @expect cost.entitiesRead == 2
GET {{host}}/Orders()
?$filter=PartitionKey eq 'customer-0042' and RowKey ge '0002'
Accept: application/json;odata=nometadata
requests.http

`;
