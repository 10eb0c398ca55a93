/**
 * How near a request comes to the service's documented limits.
 *
 * The engine refuses what exceeds them; these numbers say how much room is left.
 * https://learn.microsoft.com/azure/storage/tables/scalability-targets
 */

import { bytes, count, counted } from "../numbers.ts";
import type { PlayStep } from "../protocol.ts";
import { bytesOf, isQuery } from "./words.ts";

export interface Meter {
  readonly label: string;
  readonly value: number;
  readonly limit: number;
  /** The value in words. */
  readonly words: string;
  /** The limit in words. */
  readonly of: string;
  /** What the number means, in a sentence; "" for none. */
  readonly says: string;
}

const mebibyte = 1024 * 1024;
/** Target for one partition, of entities of 1 KiB. */
const perSecond = 2000;

/** Returns the meters that a request has something to do with. */
export function metersOf(step: PlayStep): Meter[] {
  const meters: Meter[] = [];
  const entities = [...entitiesIn(step.response.body), ...entitiesIn(step.request.body)];
  if (entities.length > 0) {
    meters.push(...entityMeters(entities));
  }
  if (/\/\$batch$/.test(step.request.url)) {
    meters.push(...transactionMeters(step));
  }
  if (step.returned > 0 && isQuery(step) && step.plan !== "point") {
    meters.push(...pageMeters(step));
  }
  meters.push(...partitionMeters(step));
  return meters;
}

type Entity = Readonly<Record<string, unknown>>;

function entityMeters(entities: readonly Entity[]): Meter[] {
  const size = Math.max(...entities.map(sizeOf));
  const properties = Math.max(...entities.map((entity) => propertiesOf(entity).length));
  return [
    meter("Largest entity", size, mebibyte, bytes(size), "1 MiB", ""),
    meter("Properties of an entity", properties, 252, count(properties), "252", ""),
  ];
}

function transactionMeters(step: PlayStep): Meter[] {
  const operations = (step.request.body.match(/^(?:POST|PUT|PATCH|MERGE|DELETE|GET) \S+/gm) ?? [])
    .length;
  const size = bytesOf(step.request.body);
  return [
    meter("Operations in the transaction", operations, 100, count(operations), "100", ""),
    meter("Size of the transaction", size, 4 * mebibyte, bytes(size), "4 MiB", ""),
  ];
}

function pageMeters(step: PlayStep): Meter[] {
  const size = bytesOf(step.response.body);
  const waste = step.read - step.returned;
  const says =
    waste > 0
      ? `${counted(waste, "entity", "entities")} read and not wanted. ` +
        "A page also ends after 5 seconds of reading."
      : "A page also ends after 5 seconds of reading.";
  return [
    meter("Entities in the page", step.returned, 1000, count(step.returned), "1,000", says),
    meter("Size of the page", size, 4 * mebibyte, bytes(size), "4 MiB", ""),
  ];
}

function partitionMeters(step: PlayStep): Meter[] {
  const touched = step.read + step.written;
  if (touched === 0) {
    return [];
  }
  const times = perSecond / touched;
  const pace =
    times >= 1
      ? `In one partition, about ${count(Math.floor(times))} such requests a second reach the target.`
      : `In one partition, one such request takes ${(1 / times).toFixed(1)} seconds' worth of the target.`;
  return [
    meter(
      "A partition's target",
      touched,
      perSecond,
      counted(touched, "entity", "entities"),
      "2,000 entities/s",
      pace,
    ),
  ];
}

function meter(
  label: string,
  value: number,
  limit: number,
  words: string,
  of: string,
  says: string,
): Meter {
  return { label, value, limit, words, of, says };
}

/** The entities in a body: one, or the values of a list. */
function entitiesIn(body: string): Entity[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return [];
  }
  if (typeof value !== "object" || value === null) {
    return [];
  }
  const list = (value as { value?: unknown }).value;
  const found = Array.isArray(list) ? list : [value];
  return found.filter(
    (each): each is Entity => typeof each === "object" && each !== null && "PartitionKey" in each,
  );
}

/** The names of an entity's own properties, without keys, Timestamp and what OData adds. */
function propertiesOf(entity: Entity): string[] {
  return Object.keys(entity).filter(
    (name) => !/^(?:PartitionKey|RowKey|Timestamp)$|[.@]/.test(name),
  );
}

/**
 * The size of an entity as it is billed and limited: 4 bytes, 2 for each character of its keys, and for each
 * property 8, 2 for each character of its name, and its value.
 */
export function sizeOf(entity: Entity): number {
  const keys = `${entity["PartitionKey"] ?? ""}${entity["RowKey"] ?? ""}`;
  return propertiesOf(entity).reduce(
    (total, name) =>
      total + 8 + 2 * name.length + valueSize(entity[name], entity[`${name}@odata.type`]),
    4 + 2 * keys.length,
  );
}

function valueSize(value: unknown, type: unknown): number {
  switch (typeof value) {
    case "boolean":
      return 1;
    case "number":
      return Number.isInteger(value) ? 4 : 8;
    case "string":
      return textSize(value, type);
    default:
      return 0;
  }
}

function textSize(value: string, type: unknown): number {
  switch (type) {
    case "Edm.Int64":
    case "Edm.DateTime":
    case "Edm.Double":
      return 8;
    case "Edm.Guid":
      return 16;
    case "Edm.Binary":
      return 4 + Math.floor((value.replace(/=+$/, "").length * 3) / 4);
    default:
      return 4 + 2 * value.length;
  }
}
