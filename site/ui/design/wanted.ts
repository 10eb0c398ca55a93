/** Finds the types that a request is for, where a table has several. */
import type { Condition } from "../protocol.ts";
import type { Asked, Described, Target } from "./asked.ts";
import { templateOf } from "./keys-of.ts";
import type { Type } from "./types.ts";

/** The types of which a request gets or writes entities. */
export function wanted(
  there: readonly Type[],
  { method, body }: Asked,
  target: Target,
  ways: readonly (readonly Condition[])[] | null,
): readonly Type[] {
  const [first] = there;
  const keys = target.one ? target.keys : method === "POST" ? keysIn(body) : undefined;
  const met = there.filter(({ entities, properties, tell }) =>
    keys
      ? entities.some((each) => each["PartitionKey"] === keys[0] && each["RowKey"] === keys[1])
      : !ways ||
        ways.some(
          (way) =>
            way.every(
              ([name]) =>
                /^(?:PartitionKey|RowKey)$/.test(name) || name === tell || properties.has(name),
            ) && entities.some((entity) => way.every((each) => holds(entity, each))),
        ),
  );
  return met.length > 0 || !first ? met : [first];
}

/** Whether a condition on a key, or on what names the type, is true. Others may be. */
function holds(
  entity: Readonly<Record<string, string>>,
  [name, operator, , value]: Condition,
): boolean {
  const own = entity[name];
  if (own === undefined) {
    return true;
  }
  const order = own < value ? "lt le ne" : own > value ? "gt ge ne" : "eq le ge";
  return order.includes(operator);
}

function keysIn(body: string): [string, string] | undefined {
  try {
    const { PartitionKey, RowKey } = JSON.parse(body) as Record<string, string>;
    return [PartitionKey ?? "", RowKey ?? ""];
  } catch {
    return undefined;
  }
}

/** Several types as one, of which a question can know what all of them have. */
export function together(types: readonly Type[]): Described {
  const [first, ...others] = types;
  if (!first || others.length === 0) {
    return first as Type;
  }
  const same = (key: "partition" | "row") =>
    others.every((each) => templateOf(each[key]) === templateOf(first[key])) ? first[key] : [];
  return {
    ...first,
    entity: `[${types.map(({ entity }) => entity).join(", ")}]`,
    partition: same("partition"),
    row: same("row"),
    properties: new Map(
      [...first.properties].filter(([name, type]) =>
        others.every(({ properties }) => properties.get(name) === type),
      ),
    ),
    all: new Set(types.flatMap(({ properties }) => [...properties.keys()])),
  };
}
