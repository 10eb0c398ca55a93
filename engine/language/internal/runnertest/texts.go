package runnertest

// Entities is the body of a query that found two entities.
const Entities = `{"odata.metadata":"m","value":[
	{"PartitionKey":"a","RowKey":"0001","Big":"9007199254740993","Price":5.0,"Open":true,` +
	`"Note":null,"At":"2026-01-05T09:00:00Z"},
	{"PartitionKey":"a","RowKey":"0002","Big":"-1","Price":0.5,"Open":false}]}`

// TableNotFound is the body of a refusal.
const TableNotFound = `{"odata.error":{"code":"TableNotFound","message":{"lang":"en-US","value":"No ` +
	`table.\nRequestId:1"}}}`

// Transaction is a script with a transaction of four operations, one of them a loop.
const Transaction = `# @name copy
# @transaction hire
# @loop for 2
# @sleep 1000
# @expect status == 201
POST {{host}}/Employees
Accept: application/json;odata=nometadata

{"RowKey":"{{$index}}"}

### The old one
# @name old
# @transaction hire
# @expect status == 204
DELETE {{host}}/Employees(PartitionKey='a',RowKey='b c')
If-Match: *

### The count
# @name count
# @transaction hire
# @expect status == 202
# @expect error == ""
# @expect header Content-Type matches multipart/mixed*
# @expect body contains changesetresponse
# @expect body $.Count == 7
# @expect cost.transactions == 1
PATCH {{host}}/Employees(PartitionKey='a',RowKey='n')

{"Count":7}

###
# @name after
GET {{host}}/{{copy.response.body.$.RowKey}}/{{count.response.headers.ETag}}/{{old.response.headers.A}}`

// Guide is a page with examples that refer to one another.
const Guide = `# Guide

~~~http
@table = Orders
~~~

~~~http
### Create
# @name create
# @hidden
POST {{host}}/{{table}}
~~~
Some words.
~~~http
### One
# @name one
# @transaction pair
# @ref create
DELETE {{host}}/{{table}}/1
~~~

~~~http
@two = 2
# @name two
# @transaction pair
DELETE {{host}}/{{table}}/{{two}}
~~~

~~~http
### Three
# @name three
# @ref two
GET {{host}}/{{table}}/3

### Four
@two = second
GET {{host}}/{{table}}/{{two}}
~~~
`
