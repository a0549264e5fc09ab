import type { Client } from "../client/client.ts";
import type { Listed } from "../client/listing.ts";
import type { Warn } from "../client/warn.ts";
import { type Head, objectKey, OBJECTS } from "../layout/head.ts";
import { isId } from "../layout/json.ts";
import type { View } from "../layout/view.ts";
import { inParallel } from "./pool.ts";

/** The objects of a store by id, with the time by its clock. */
export interface Objects {
  byId: Map<string, Listed>;
  now: number;
}

/** How long an object may be there without being named: a push that takes longer gives up. */
export const LONGEST_UNNAMED_MS = 24 * 60 * 60 * 1000;
/** Objects that one push removes at most. */
const MOST_REMOVED = 1000;

/** The objects of a store; undefined, with a warning, where they cannot be listed. */
export async function listObjects(
  client: Client,
  warn: Warn,
  signal?: AbortSignal,
): Promise<Objects | undefined> {
  try {
    const { objects, now } = await client.list(OBJECTS, signal);
    const known = objects.filter(({ key }) => isId(key));
    return { byId: new Map(known.map((object) => [object.key, object])), now };
  } catch (error) {
    signal?.throwIfAborted();
    warn(`unused objects could not be listed. ${(error as Error).message}`);
    return undefined;
  }
}

/**
 * Ids of packs and parts that the head counts on and the store has lost. A listing alone is not believed.
 */
export async function findLost(
  client: Client,
  head: Head,
  view: View,
  { byId }: Objects,
  signal?: AbortSignal,
): Promise<Set<string>> {
  const lost = new Set<string>();
  const missing = [...sizesOf(head, view)].filter(([id, size]) => byId.get(id)?.size !== size);
  await inParallel(missing, async ([id, size]) => {
    if (await client.size(objectKey(id), signal) !== size) lost.add(id);
  });
  return lost;
}

/**
 * Removes what killed pushes and merges left behind: objects that no head names and that are older than
 * a day, by the store's own clock.
 *
 * @param view everything that the head's packs say; with one of them unread nothing may be removed
 */
export async function collectGarbage(
  client: Client,
  head: Head,
  view: View,
  { byId, now }: Objects,
  signal?: AbortSignal,
): Promise<number> {
  const named = sizesOf(head, view);
  const garbage = [...byId.values()]
    .filter(({ key, writtenAt }) => !named.has(key) && now - writtenAt > LONGEST_UNNAMED_MS)
    .slice(0, MOST_REMOVED);
  await inParallel(garbage, ({ key }) => client.remove(objectKey(key), signal));
  return garbage.length;
}

/** Sizes of all objects that a head names, by id. */
function sizesOf(head: Head, view: View): Map<string, number> {
  const sizes = new Map(head.packs.map(({ id, size }) => [id, size]));
  for (const { entry } of view.values()) {
    if ("parts" in entry) { for (const { id, size } of entry.parts) sizes.set(id, size); }
  }
  return sizes;
}
