import { checkTypes, runTests } from "./trial.ts";
import type { Tree } from "./tree.ts";

/** Groups of tests with the time each may take, or what fails without any change. */
export type Baseline =
  | { broken?: never; groups: { tests: readonly string[]; limitMs: number }[] }
  | { broken: string };

/** A change may make its tests slower by this much before it counts as one that does not end. */
const SLOWER = 5;
const LEAST_LIMIT_MS = 30_000;

/**
 * Tells how tests and types come out without a change, each tried once: a test that fails anyway
 * would notice everything. The copies that it is asked about must be alike and unchanged.
 */
export function baselines(): (
  tree: Tree,
  groups: readonly (readonly string[])[],
  typed: readonly string[],
) => Promise<Baseline> {
  const limits = new Map<string, Promise<number | undefined>>();
  const types = new Map<string, Promise<boolean>>();
  return async (tree, groups, typed) => {
    const found = [];
    for (const tests of groups) {
      const names = tests.join(" ");
      if (!limits.has(names)) limits.set(names, limitOf(tree, tests));
      const limitMs = await limits.get(names);
      if (limitMs === undefined) return { broken: names };
      found.push({ tests, limitMs });
    }
    const names = typed.join(" ");
    if (!types.has(names)) types.set(names, checkTypes(tree, typed));
    return await types.get(names) ? { groups: found } : { broken: names };
  };
}

/** The time that tests may take, from the time they take now, in milliseconds; undefined when they fail. */
async function limitOf(tree: Tree, tests: readonly string[]): Promise<number | undefined> {
  const begun = performance.now();
  if (await runTests(tree, tests, 600_000) !== true) return undefined;
  return Math.max(LEAST_LIMIT_MS, (performance.now() - begun) * SLOWER);
}
