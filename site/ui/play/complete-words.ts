/** The words of scripts, with what's written for each and a word about it. */
import type * as vocabulary from "../vocabulary.ts";

type Words<T extends readonly string[]> = Readonly<Record<T[number], readonly [string, string]>>;

export const directives: Words<typeof vocabulary.directives> = {
  name: ["name ", "names the request"],
  ref: ["ref ", "runs that request first"],
  expect: ["expect ", "says what must be true of the answer"],
  hidden: ["hidden", "set-up: folds the request away"],
  loop: ["loop for ", "sends it so many times"],
  sleep: ["sleep ", "lets so many milliseconds pass first"],
  transaction: ["transaction ", "makes requests one entity group transaction"],
  seed: ["seed ", "seeds its random values"],
  authorize: ["authorize", "asks for an account that looks at signatures"],
  anonymous: ["anonymous", "sends it without a signature"],
};

export const subjects: Words<typeof vocabulary.subjects> = {
  status: ["status", "the status of the response"],
  plan: ["plan", "point, range, partition-scan, partition-range-scan or table-scan"],
  rows: ["rows", "entities in the answer"],
  error: ["error", "the service's code"],
  header: ["header ", "the value of a header"],
  body: ["body ", "a value in the body"],
  "cost.entitiesRead": ["cost.entitiesRead", "entities looked at"],
  "cost.entitiesReturned": ["cost.entitiesReturned", "entities in the answer"],
  "cost.entitiesWritten": ["cost.entitiesWritten", "entities written"],
  "cost.pages": ["cost.pages", "pages of a query"],
  "cost.transactions": ["cost.transactions", "billed transactions"],
  "cost.bytes": ["cost.bytes", "bytes of the response bodies"],
  "cost.bytesRead": ["cost.bytesRead", "bytes of the entities looked at"],
  "cost.bytesWritten": ["cost.bytesWritten", "bytes of the entities written"],
  "total.transactions": ["total.transactions", "billed transactions so far"],
};

export const comparisons: Words<typeof vocabulary.comparisons> = {
  eq: ["eq ", "equals"],
  ge: ["ge ", "is at least"],
  lt: ["lt ", "is less than"],
  gt: ["gt ", "is more than"],
  le: ["le ", "is at most"],
  ne: ["ne ", "isn't: no key range comes of it"],
};

export const parameters: readonly (readonly [string, string])[] = [
  ["$filter=", "which entities"],
  ["$top=", "at most so many"],
  ["$select=", "which properties"],
  ["NextPartitionKey=", "where the next page begins"],
  ["NextRowKey=", "where the next page begins"],
  ["$format=", "the form of the answer"],
];

export const headers: readonly (readonly [string, readonly string[]])[] = [
  [
    "Accept",
    [
      "application/json;odata=nometadata",
      "application/json;odata=minimalmetadata",
      "application/json;odata=fullmetadata",
    ],
  ],
  ["Content-Type", ["application/json"]],
  ["If-Match", ["*"]],
  ["If-None-Match", ["*"]],
  ["Prefer", ["return-no-content", "return-content"]],
  ["x-ms-version", ["2019-02-02"]],
  ["x-ms-client-request-id", []],
  ["DataServiceVersion", ["3.0"]],
];

export const helpers: Words<typeof vocabulary.helpers> = {
  $index: ["$index", "the number of the iteration"],
  $guid: ["$guid", "a random GUID"],
  $uuid: ["$uuid", "a random GUID, as other tools call it"],
  $randomInt: ["$randomInt 1 7", "a random number from 1 to 6"],
  $timestamp: ["$timestamp", "now, in seconds since 1970"],
  $datetime: ["$datetime iso8601", "now"],
  $pad: ["$pad $index 6", "a number with zeros in front"],
  $invertedTicks: ["$invertedTicks", "smaller the later: the newest first"],
  $shard: ["$shard customer-0042 16", "which of 16 shards a key belongs to"],
  $sas: ["$sas tn=Orders sp=r se=+1h", "a shared access signature"],
};

export const methods: readonly (readonly [string, string])[] = [
  ["GET {{host}}/", "reads"],
  ["POST {{host}}/", "inserts"],
  ["PATCH {{host}}/", "merges into an entity"],
  ["PUT {{host}}/", "replaces an entity"],
  ["DELETE {{host}}/", "deletes"],
];
