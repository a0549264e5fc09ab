import { deepEqual, equal, rejects } from "node:assert/strict";
import { throwAwayFolder } from "../base/process/throw_away.ts";
import { isRunning } from "../testing/process.ts";
import { refusal } from "../testing/refusal.ts";
import { temporaryFolder } from "../testing/extension.ts";
import { besideOf } from "./child_command.ts";
import { type ChildOptions, runChild } from "./child_process.ts";
import type { startChild } from "./child_process.ts";
import { scratchFolders } from "./scratch.ts";

interface Fake {
  /** The program that takes the child's place. */
  program: [string, ...string[]];
  arguments?: object;
  /** What its bundle says. */
  text?: string;
  mark?: string;
  begun?(): void;
}

/** A run with another program in the place of its child. */
async function runFake(fake: Fake, more: Partial<ChildOptions> = {}) {
  await using scratch = await scratchFolders();
  const bundle = `${scratch.taken}/bundle.js`;
  await Deno.writeTextFile(bundle, fake.text ?? "");
  const [program, ...args] = fake.program;
  const process = new Deno.Command(program, {
    args,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  const start: typeof startChild = async () => {
    fake.begun?.();
    const beside = await besideOf(bundle);
    return { process, denoDir: await throwAwayFolder(), mark: fake.mark, beside };
  };
  const hello = { scratch: scratch.path, repoDir: "/", arguments: fake.arguments ?? {} };
  const end = runChild({
    ...{ bundle, permissionFlags: [], environment: { HOME: "/home/ada" }, startsPrograms: false },
    ...{ timeLimitMs: 3_600_000, memoryLimitMb: 64, diskLimitMb: 64, task: "greet" },
    hello: hello as unknown as ChildOptions["hello"],
    signal: undefined,
    onLog: () => {},
    onSecret: () => {},
    onCall: () => Promise.resolve(),
    ...more,
  }, start);
  await end.catch(() => {});
  return { pid: process.pid, end };
}

/** One that never reads what it is told, which is more than a pipe holds. */
const deaf = (more: Partial<ChildOptions>, begun = () => {}) =>
  runFake(
    { program: ["sleep", "3600"], arguments: { text: "x".repeat(1_000_000) }, begun },
    more,
  );

Deno.test("the time limit ends a child that does not read what it is told", async () => {
  const { pid, end } = await deaf({ timeLimitMs: 1 });
  await rejects(end, refusal("timeout", /greet/));
  equal(await isRunning(pid), false);
});

Deno.test("a child that does not read what it is told can be cancelled", async () => {
  const stop = new AbortController();
  const { pid, end } = await deaf({ signal: stop.signal }, () => stop.abort());
  await rejects(end, refusal("cancelled"));
  equal(await isRunning(pid), false);
});

Deno.test("a child is told what Node's modules are to answer only where its bundle names them", async () => {
  await using folder = await temporaryFolder();
  const told = `${folder.path}/told`;
  const program: Fake["program"] = ["sh", "-c", 'head -n 1 > "$0"', told];
  const table: [text: string, mark: string | undefined, names: string[]][] = [
    ["export const model = {};", crypto.randomUUID(), []],
    ["process.umask()", undefined, ["umask"]],
    [`import fs from "node:fs"; fs.accessSync(home)`, undefined, ["home"]],
    [`import { access } from "fs/promises"; access(home)`, undefined, ["home"]],
    ["token.access()", undefined, []],
    ["createRequire(import.meta.url)", undefined, ["requires"]],
    [`import "node:child_process"`, undefined, []],
    [`import "node:child_process"`, crypto.randomUUID(), ["inherited"]],
  ];
  for (const [text, mark, names] of table) {
    const { end } = await runFake({ program, text, ...(mark === undefined ? {} : { mark }) });
    await rejects(end, refusal("run_failed"));
    const hello = JSON.parse(await Deno.readTextFile(told));
    deepEqual(
      ["umask", "home", "requires", "inherited"].filter((name) => name in hello),
      names,
      text,
    );
  }
});
