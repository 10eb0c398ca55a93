/** Edits of a grid as requests, so that the account changes with the data file. */
import type { AccountRequest } from "../../../wasm/browser/session.mjs";
import type { Entity, EntityChange, Property } from "../lab/data.ts";

const host = "http://127.0.0.1:10002/devstoreaccount1";
const headers = [
  ["Accept", "application/json;odata=nometadata"],
  ["Content-Type", "application/json"],
  ["DataServiceVersion", "3.0"],
  ["x-ms-version", "2019-02-02"],
] as const;

/** The request that makes a change of an entity. */
export function requestOf(table: string, change: EntityChange): AccountRequest {
  const { partitionKey, rowKey } = "upsert" in change ? change.upsert : change.delete;
  const url = `${host}/${table}(PartitionKey=${literal(partitionKey)},RowKey=${literal(rowKey)})`;
  return "upsert" in change
    ? { method: "PUT", url, headers, body: JSON.stringify(bodyOf(change.upsert)) }
    : { method: "DELETE", url, headers: [...headers, ["If-Match", "*"]], body: "" };
}

/** A key as it is in the address of an entity. */
export function literal(key: string): string {
  return encodeURIComponent(`'${key.replaceAll("'", "''")}'`);
}

function bodyOf({ partitionKey, rowKey, properties }: Entity): Record<string, unknown> {
  const body: Record<string, unknown> = { PartitionKey: partitionKey, RowKey: rowKey };
  for (const property of properties) {
    body[property.name] = jsonOf(property);
    if (!/^(?:String|Int32|Boolean)$/.test(property.type)) {
      body[`${property.name}@odata.type`] = `Edm.${property.type}`;
    }
  }
  return body;
}

function jsonOf({ type, value }: Property): unknown {
  switch (type) {
    case "Int32":
      return Number(value);
    case "Boolean":
      return value.toLowerCase() === "true" || value === "1";
    default:
      return value;
  }
}
