import { mayReadAll, type Rights, runnableText } from "../../rights/rights.ts";

const known = new WeakMap<Rights, string>();

/** A text that rights share only with those that let see the same: answers of one are none for another. */
export function rightsKey(rights: Rights): string {
  const kept = known.get(rights);
  if (kept !== undefined) return kept;
  const key = mayReadAll(rights) ? "*" : JSON.stringify(
    [rights.read, rights.run.map(runnableText)].map((all) => [...all].sort()),
  );
  known.set(rights, key);
  return key;
}
