/** How figures are written. */
import { bytes, count } from "../numbers.ts";
import type { DesignCell, DesignFigures } from "../protocol.ts";

/** A figure, which is an average and can have a fraction: 4,320 or 2.5. */
export function number(value: number): string {
  return count(value, value < 100 ? 1 : 0);
}

/** A figure with its noun: 1 request, 2.5 requests. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

export function writes(cell: DesignCell): boolean {
  return cell.class === "write";
}

/** What a cell is about: entities read or written, for those wanted. A write can read, too. */
export function reads(cell: DesignCell): string {
  const { read, wanted, written } = cell.figures;
  const does = read > 0 || !writes(cell) ? [`reads ${number(read)}`] : [];
  if (writes(cell)) {
    does.push(`writes ${number(written)}`);
  }
  return `${does.join(", ")} for ${number(wanted)}`;
}

/** What is read for the values with which that's most, if it's much more than the mean. */
function spread({ figures, worst }: DesignCell): string {
  const [much, few] = [1.5, 5];
  if (figures.most <= much * figures.read + few) {
    return "";
  }
  return ` That's a mean: up to ${number(figures.most)} are read${worst === "" ? "" : `, for ${worst}`}.`;
}

/** What the service counts. */
export function asks({ requests, transactions }: DesignFigures): string {
  return `${counted(requests, "request")}, ${counted(transactions, "transaction")}`;
}

/** The figures in a sentence. */
export function sentence(cell: DesignCell): string {
  const { figures } = cell;
  const scale = figures.scale > 0 ? ` at ${number(figures.scale)} entities` : "";
  const how = figures.computed ? "Computed" : "Measured";
  const start = `${how}${scale}: ${reads(cell)}, ${asks(figures)}.${spread(cell)}`;
  if (writes(cell)) {
    return start;
  }
  const sent = counted(figures.returned, "entity", "entities");
  return `${start} The service sends ${sent}, ${bytes(Math.round(figures.bytes))}.`;
}
