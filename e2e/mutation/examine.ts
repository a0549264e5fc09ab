import { type Area, areaOf, AREAS } from "./areas.ts";
import { baselines } from "./baseline.ts";
import type { Mutant } from "./changes.ts";
import { mutantsOf } from "./mutant.ts";
import { type ChangedLine, changedLine } from "./changed_line.ts";
import { shuffled } from "./sample.ts";
import { testsOf } from "./tests.ts";
import { copyOfTree } from "./tree.ts";
import { tryMutant, type Verdict } from "./trial.ts";

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
export interface Result extends ChangedLine {
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
  /** Tests and files that fail without any change, so that nothing can be told by them. */
  broken: string[];
}

interface Trial {
  file: string;
  source: string;
  mutant: Mutant;
  groups: readonly (readonly string[])[];
  /** Files whose types must be right. */
  typed: readonly string[];
}

/** Tries changes of sources, each against the tests beside it and against the types. */
export async function examine(examination: Examination): Promise<Report> {
  const { root, files, areas = AREAS, seed, budgetMs, signal, width, told } = examination;
  const end = performance.now() + budgetMs;
  const { trials, untested } = await trialsOf(root, files, areas);
  const queue = shuffled(trials, seed).values();
  const results: Result[] = [];
  const broken = new Set<string>();
  const baseline = baselines();

  async function lane(): Promise<void> {
    await using tree = await copyOfTree(root);
    for (const trial of queue) {
      const { file, source, mutant, groups, typed } = trial;
      const checked = await baseline(tree, groups, typed);
      if (checked.broken !== undefined) broken.add(checked.broken);
      else {
        const verdict = await tryMutant(tree, trial, checked.groups, typed);
        const result = { file, kind: mutant.kind, ...changedLine(source, mutant), verdict };
        results.push(result);
        told?.(result);
      }
      if (performance.now() > end || signal?.aborted) return;
    }
  }
  await Promise.all(Array.from({ length: width }, lane));
  return { changes: trials.length, results, untested, broken: [...broken] };
}

async function trialsOf(root: string, files: readonly string[], areas: readonly Area[]) {
  const trials: Trial[] = [];
  const untested: string[] = [];
  for (const file of files) {
    const source = await Deno.readTextFile(`${root}/${file}`);
    const groups = await testsOf(root, file, areas);
    const typed = areaOf(file, areas)?.types ?? [file];
    if (groups.length === 0) untested.push(file);
    else {
      for (const mutant of mutantsOf(file, source)) {
        trials.push({ file, source, mutant, groups, typed });
      }
    }
  }
  return { trials, untested };
}
