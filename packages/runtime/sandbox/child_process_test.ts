import { equal, rejects } from "node:assert/strict";
import { throwAwayFolder } from "../base/process/throw_away.ts";
import { isRunning } from "../testing/process.ts";
import { refusal } from "../testing/refusal.ts";
import { type ChildOptions, runChild } from "./child_process.ts";
import type { startChild } from "./child_process.ts";
import { scratchFolders } from "./scratch.ts";

/** A run whose child never reads what it is told, which is more than a pipe holds. */
async function deaf(more: Partial<ChildOptions>, begun = () => {}) {
  await using scratch = await scratchFolders();
  const bundle = `${scratch.taken}/bundle.js`;
  await Deno.writeTextFile(bundle, "");
  const process = new Deno.Command("sleep", {
    args: ["3600"],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  const start: typeof startChild = async () => {
    begun();
    return { process, denoDir: await throwAwayFolder(), mark: undefined };
  };
  const hello = { scratch: scratch.path, repoDir: "/", arguments: { text: "x".repeat(1_000_000) } };
  const end = runChild({
    ...{ bundle, permissionFlags: [], environment: {}, startsPrograms: false },
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
