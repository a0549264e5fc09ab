import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { type Column, logItems } from "./log_table.ts";

/** A list that was read, and how to keep and show it. */
export interface Listed<Item extends object> {
  spec: string;
  /** Name of the item's resource; of two items with one name the first is kept. */
  nameOf(item: Item): string;
  items: readonly Item[];
  truncated: boolean;
  columns: readonly Column<Item>[];
  json: boolean;
}

/** Writes one resource an item, and shows the list in the run's log. */
export async function written<Item extends object>(
  context: MethodContext<never>,
  { spec, nameOf, items, truncated, columns, json }: Listed<Item>,
): Promise<MethodResult> {
  const byName = new Map<string, Item>();
  // A list that changes while its pages are read gives an item twice.
  for (const item of items) if (!byName.has(nameOf(item))) byName.set(nameOf(item), item);
  const dataHandles = await context.writeResources(
    spec,
    [...byName].map(([name, data]) => ({ name, data })),
  );
  logItems(context.logger, [...byName.values()], columns, json);
  if (truncated) {
    context.logger.warn("there are more than these {count}", { count: byName.size });
  }
  return { dataHandles };
}
