import { type Heads, waitingKey } from "./state.ts";

/**
 * Takes over what a fetch brought: each head that is new, has moved, is gone or has come back.
 *
 * @param fetched heads by number
 * @param at when, ISO 8601
 * @returns the revisions to keep, and whether anything differs
 */
export function takeFetched(
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
