import { SvcError } from "@svc/core/error";

/**
 * The texts in a JSON column.
 *
 * @throws SvcError `internal` for anything else: an empty list would mean something
 */
export function storedList(column: string): string[] {
  const list: unknown = JSON.parse(column);
  if (Array.isArray(list) && list.every((text) => typeof text === "string")) return list;
  throw new SvcError("internal", "A stored list is damaged");
}
