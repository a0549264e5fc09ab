import { type Area, areaOf, AREAS } from "./areas.ts";
import { type Mutant, mutantsOf } from "./mutant.ts";
import { type Place, placeOf } from "./place.ts";
import { shuffled } from "./sample.ts";
import { testsOf } from "./tests.ts";
import { copyOfTree, type Tree } from "./tree.ts";
import { checkTypes, runTests, tryMutant, type Verdict } from "./trial.ts";

/** What to examine. */
export interface Examination {
  /** Absolute path of the repository. */
  root: string;
  /** Sources, from the root. */
  files: readonly string[];
  areas?: readonly Area[];
  /** Decides the order, and so which changes fit into the time. */
  seed: number;
  /** No change is begun after this time, in milliseconds; the first in any case. */
  budgetMs: number;
  /** No change is begun after it, either. */
  signal?: AbortSignal;
  /** Changes tried at a time, each in a copy of its own. */
  width: number;
  /** Called with each result as it comes. */
  told?: (result: Result) => void;
}

/** How one change came out. */
export interface Result extends Place {
  file: string;
  kind: string;
  verdict: Verdict;
}

/** Every change of some sources, how many were tried in time, and what came of them. */
export interface Report {
  changes: number;
  results: Result[];
  /** Sources without a test that could notice. */
  untested: string[];
}

interface Trial {
  file: string;
  source: string;
  mutant: Mutant;
  groups: readonly (readonly string[])[];
  /** Files whose types must be right. */
  typed: readonly string[];
}

/** A change may make its tests slower by this much before it counts as one that does not end. */
const SLOWER = 5;
const LEAST_LIMIT_MS = 30_000;

/**
 * Tries changes of sources, each against the tests beside it.
 *
 * @throws Error when the tests or the types of a source fail without any change
 */
export async function examine(examination: Examination): Promise<Report> {
  const { root, files, areas = AREAS, seed, budgetMs, signal, width, told } = examination;
  const end = performance.now() + budgetMs;
  const trials: Trial[] = [];
  const untested: string[] = [];
  for (const file of files) {
    const source = await Deno.readTextFile(`${root}/${file}`);
    const groups = await testsOf(root, file, areas);
    const typed = [file, ...areaOf(file, areas)?.types ?? []];
    if (groups.length === 0) untested.push(file);
    else {trials.push(
        ...mutantsOf(file, source).map((mutant) => ({ file, source, mutant, groups, typed })),
      );}
  }
  const queue = shuffled(trials, seed).values();
  const results: Result[] = [];
  const limits = new Map<string, Promise<number>>();
  const sound = new Map<string, Promise<void>>();

  async function lane(): Promise<void> {
    await using tree = await copyOfTree(root);
    const limited = async (tests: readonly string[]) => {
      const key = tests.join(" ");
      if (!limits.has(key)) limits.set(key, limitOf(tree, tests));
      return { tests, limitMs: await limits.get(key)! };
    };
    for (const trial of queue) {
      const { file, source, mutant } = trial;
      const groups = [];
      for (const tests of trial.groups) groups.push(await limited(tests));
      if (!sound.has(file)) sound.set(file, assertTyped(tree, trial.typed));
      await sound.get(file);
      const verdict = await tryMutant(tree, trial, groups, trial.typed);
      const result = { file, kind: mutant.kind, ...placeOf(source, mutant), verdict };
      results.push(result);
      told?.(result);
      if (performance.now() > end || signal?.aborted) return;
    }
  }
  await Promise.all(Array.from({ length: width }, lane));
  return { changes: trials.length, results, untested };
}

async function assertTyped(tree: Tree, files: readonly string[]): Promise<void> {
  if (await checkTypes(tree, files)) return;
  throw new Error(`The types of these files are wrong without any change: ${files.join(" ")}`);
}

/** The time that tests may take, from the time they take without a change; in milliseconds. */
async function limitOf(tree: Tree, tests: readonly string[]): Promise<number> {
  const begun = performance.now();
  if (await runTests(tree, tests, 600_000) !== true) {
    throw new Error(`These tests fail without any change: ${tests.join(" ")}`);
  }
  return Math.max(LEAST_LIMIT_MS, (performance.now() - begun) * SLOWER);
}
