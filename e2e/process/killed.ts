import assert from "node:assert/strict";
import { LAUNCHER, type Person } from "./svc.ts";

/** What the launcher has Deno run. */
const MAIN = new URL("../dist/cli.main.js", `file://${await Deno.realPath(LAUNCHER)}`).pathname;

/** A call of a function of Deno with a path. */
export interface Call {
  call: keyof typeof Deno;
  /** A pattern. */
  path: string;
}

/** Runs a command line of a person's that is killed just before this call. */
export async function killed(
  person: Person,
  { call, path }: Call,
  argv: readonly string[],
  cwd = person.work,
): Promise<void> {
  const { signal, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--allow-all", "--no-lock", "--no-config"],
      ...[`--preload=${import.meta.dirname}/killing.ts`, MAIN, ...argv],
    ],
    cwd,
    clearEnv: true,
    env: { ...person.env, KILLED_AT: `${call} ${path}` },
  }).output();
  assert.equal(signal, "SIGKILL", `${call} ${path}: ${new TextDecoder().decode(stderr)}`);
}
