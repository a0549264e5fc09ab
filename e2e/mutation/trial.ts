import type { Mutant } from "./changes.ts";
import { applied } from "./mutant.ts";
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
  /** Files whose types are checked when no test noticed. */
  typed: readonly string[],
): Promise<Verdict> {
  await Deno.writeTextFile(`${tree.root}/${file}`, applied(source, mutant));
  try {
    for (const { tests, limitMs } of groups) {
      const passed = await runTests(tree, tests, limitMs);
      if (passed !== true) return passed === undefined ? "late" : "killed";
    }
    return await checkTypes(tree, typed) ? "survived" : "killed";
  } finally {
    await Deno.writeTextFile(`${tree.root}/${file}`, source);
  }
}

/** Whether the types of some files and of all they import are right. */
export async function checkTypes(tree: Tree, files: readonly string[]): Promise<boolean> {
  // Types always come to an end; a machine under load may take its time.
  return await runDeno(tree, ["check", "--quiet", ...files], 600_000) === true;
}

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
