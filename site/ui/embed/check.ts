import type { Setting } from "./messages.ts";

/** Whether a value is a setting, in every part. */
export function isSetting(value: unknown): value is Setting {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const { texts, index, data, baked, editable, dark, page, error } = value as Partial<Setting>;
  return (
    isList(texts, isText) &&
    typeof index === "number" &&
    isList(data, (each) => isText(each?.table) && isText(each.text)) &&
    [baked, page, error].every(isText) &&
    [editable, dark].every((each) => typeof each === "boolean")
  );
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isList<T>(value: readonly T[] | undefined, is: (each: T) => boolean): boolean {
  return Array.isArray(value) && value.every(is);
}
