import { encodePart } from "../../platform/names.ts";
import type { Objects } from "./repository/objects.ts";
import { refsBelow } from "./repository/refs.ts";

const TAGS = "refs/tags/";

/**
 * Keeps what tags were at that a fetch removes or moves: tags of the platform and those that a person
 * has made here share one place.
 */
export async function keepingTags(objects: Objects, fetch: () => Promise<unknown>): Promise<void> {
  const before = await refsBelow(objects, TAGS);
  await fetch();
  if (before.size === 0) return;
  const after = await refsBelow(objects, TAGS);
  const commands = [...before].filter(([name, id]) => after.get(name) !== id).map(([name, id]) =>
    `update refs/svc/tags/${encodePart(name.slice(TAGS.length))}-${id}\0${id}\0\0`
  );
  if (commands.length > 0) await objects.git(["update-ref", "--stdin", "-z"], commands.join(""));
}
