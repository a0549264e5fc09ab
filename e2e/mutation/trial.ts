import { applied, type Mutant } from "./mutant.ts";
import type { Tree } from "./tree.ts";

/** How a change came out: a test or the types noticed, nothing did, or the tests did not end. */
export type Verdict = "killed" | "survived" | "late";

/**
 * Runs tests over a changed source, checks its types when none noticed, and puts the source back.
 */
export async function tryMutant(
  tree: Tree,
  { file, source, mutant }: {
    /** From the root. */
    file: string;
    source: string;
    mutant: Mutant;
  },
  /** Groups of tests, each begun when the one before it passed. */
  groups: readonly { tests: readonly string[]; limitMs: number }[],
): Promise<Verdict> {
  await Deno.writeTextFile(`${tree.root}/${file}`, applied(source, mutant));
  try {
    for (const { tests, limitMs } of groups) {
      const passed = await runTests(tree, tests, limitMs);
      if (passed !== true) return passed === undefined ? "late" : "killed";
    }
    const typed = await runDeno(tree, ["check", "--quiet", file], CHECK_MS);
    return typed === false ? "killed" : "survived";
  } finally {
    await Deno.writeTextFile(`${tree.root}/${file}`, source);
  }
}

/** More than the types of the whole repository take. */
const CHECK_MS = 300_000;

/**
 * Whether tests pass; undefined when they do not end within the limit. Then they are ended with
 * everything they started.
 */
export async function runTests(
  tree: Tree,
  tests: readonly string[],
  limitMs: number,
): Promise<boolean | undefined> {
  const options = ["--allow-all", "--no-check", "--quiet", "--fail-fast"];
  return await runDeno(tree, ["test", ...options, ...tests], limitMs);
}

async function runDeno(
  tree: Tree,
  args: readonly string[],
  limitMs: number,
): Promise<boolean | undefined> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: tree.root,
    env: { NO_COLOR: "1", TMPDIR: tree.temporary, DENO_DIR: `${tree.temporary}/deno` },
    stdin: "null",
    stdout: "null",
    stderr: "null",
    detached: true,
  }).spawn();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    endGroup(child.pid);
  }, limitMs);
  const { success } = await child.status;
  clearTimeout(timer);
  endGroup(child.pid);
  return late ? undefined : success;
}

/** Ends a process and what it started, where it still runs. */
function endGroup(pid: number): void {
  try {
    Deno.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
