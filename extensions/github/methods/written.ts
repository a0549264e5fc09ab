import type { Client } from "../../platform/client.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { ask } from "../../platform/failure.ts";
import type { Listing } from "../../platform/page.ts";
import { type Globals, openClient } from "./connection.ts";
import { type Column, logItems } from "../listing/log_table.ts";

/** A list that is to be read, and how to keep and show it. */
export interface Listed<Item extends object> {
  /** What is read, for errors, for example `the search of code`. */
  what: string;
  /** Reads the items; `fetchedAt` is now. */
  read(client: Client, fetchedAt: string): Promise<Listing<Item>>;
  spec: string;
  /** Name of the item's resource; of two items with one name the first is kept. */
  nameOf(item: Item): string;
  columns: readonly Column<Item>[];
  json: boolean;
}

/** Reads a list, writes one resource an item, and shows the list in the run's log. */
export async function written<Item extends object>(
  context: MethodContext<Globals>,
  { what, read, spec, nameOf, columns, json }: Listed<Item>,
): Promise<MethodResult> {
  const client = openClient(context);
  const { items, truncated } = await ask(what, () => read(client, new Date().toISOString()));
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
