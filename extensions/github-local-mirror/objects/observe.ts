import { createHash } from "node:crypto";
import { type Heads, readHeads, waitingKey } from "./heads/state.ts";
import { keepRevisions } from "./keep.ts";
import { type Objects, pullHeads, refsBelow } from "./repository/objects.ts";

/** New refs from which on they are put into one file, where git finds them faster. */
const MANY = 500;

/** What the heads that were fetched say. */
export interface Observed {
  /**
   * Pull requests seen for the first time, or whose head has moved, come back or gone, in this fetch or
   * in an earlier one whose `prHeadState` was not written yet.
   */
  changed: number[];
  /** Revisions that are still to be described. */
  waiting: number;
  /** SHA-256 over names and ids of all fetched refs. */
  refsDigest: string;
}

/**
 * Compares the fetched heads with those that were known, keeps each new one by a ref, and notes what
 * is to be described. Killed at any point, the next call finds the same. The mirror's lock has to be
 * held.
 *
 * @param at time of the fetch, ISO 8601
 */
export async function observeHeads(objects: Objects, at: string): Promise<Observed> {
  const { untold, waiting } = await noteHeads(objects, at);
  return {
    changed: [...untold].sort((one, other) => one - other),
    waiting: waiting.size,
    refsDigest: await digestOfRefs(objects),
  };
}

/** As {@link observeHeads}, and gives what is known then. */
export async function noteHeads(objects: Objects, at: string): Promise<Heads> {
  const fetched = await pullHeads(objects);
  const file = await readHeads(objects.places);
  const { revisions, differs } = takeFetched(file.heads, fetched, at);
  // Kept before they are known: what is known is never lost to a force push.
  await keepRevisions(objects, revisions);
  if (differs) await file.save();
  if (revisions.length > MANY) await objects.git(["pack-refs", "--all"]);
  return file.heads;
}

/**
 * Has the current heads of pull requests described again, for example when another base was chosen.
 * One that is unknown is left out.
 */
export async function describeAgain(
  { places }: Pick<Objects, "places">,
  numbers: readonly number[],
): Promise<void> {
  const file = await readHeads(places);
  await file.note(numbers.map((again) => ({ again })));
}

async function digestOfRefs(objects: Objects): Promise<string> {
  const hash = createHash("sha256");
  for (
    const prefix of [`refs/remotes/${objects.places.remote}/`, "refs/tags/", "refs/remotes/pull/"]
  ) {
    for (const [name, id] of await refsBelow(objects, prefix)) hash.update(`${id} ${name}\n`);
  }
  return hash.digest("hex");
}

/**
 * Takes over what a fetch brought: each head that is new, has moved, is gone or has come back.
 *
 * @param fetched heads by number
 * @param at when, ISO 8601
 * @returns the revisions to keep, and whether anything differs
 */
function takeFetched(
  { heads, untold, waiting }: Heads,
  fetched: ReadonlyMap<number, string>,
  at: string,
): { revisions: { number: number; headSha: string }[]; differs: boolean } {
  const revisions: { number: number; headSha: string }[] = [];
  let differs = false;
  for (const [number, sha] of fetched) {
    const known = heads.get(number);
    if (known?.sha === sha && known.present) continue;
    differs = true;
    untold.add(number);
    if (known?.sha === sha) {
      heads.set(number, { ...known, present: true });
      continue;
    }
    const previous = known?.sha ?? null;
    heads.set(number, { sha, present: true, at, previous });
    waiting.set(waitingKey({ number, sha, at }), { number, sha, at, previous });
    revisions.push({ number, headSha: sha });
  }
  for (const [number, known] of heads) {
    if (!known.present || fetched.has(number)) continue;
    differs = true;
    untold.add(number);
    heads.set(number, { ...known, present: false });
  }
  return { revisions, differs };
}
