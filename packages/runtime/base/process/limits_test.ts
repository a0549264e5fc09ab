import { deepEqual, equal } from "node:assert/strict";
import { temporaryFolder } from "../../testing/extension.ts";
import { groupAndSessionOf } from "../../testing/process.ts";
import { killGroup } from "./group.ts";
import { limitedDeno, ranOutOfMemory } from "./limits.ts";

/** Starts a program under limits. */
async function start(text: string): Promise<AsyncDisposable & { child: Deno.ChildProcess }> {
  const folder = await temporaryFolder();
  await Deno.writeTextFile(`${folder.path}/main.js`, text);
  const { command, ...options } = limitedDeno({ heapMb: 64, cpuSeconds: 60 }, [
    "run",
    "--no-config",
    `${folder.path}/main.js`,
  ]);
  const child = new Deno.Command(command, { ...options, stdin: "piped", stdout: "piped" }).spawn();
  return {
    child,
    async [Symbol.asyncDispose]() {
      await child.stdin.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

Deno.test("a child under limits is the head of a process group and a session of its own", async () => {
  await using started = await start("console.log(1); await Deno.stdin.read(new Uint8Array(1));");
  const { child } = started;
  const reader = child.stdout.getReader();
  await reader.read();
  const ids = await groupAndSessionOf(child.pid);
  killGroup(child, "SIGKILL");
  equal((await child.status).signal, "SIGKILL");
  await reader.cancel();
  deepEqual(ids, [child.pid, child.pid]);
});

Deno.test("a child that is killed in the moment of its start ends", async () => {
  await using started = await start("for (;;);");
  const { child } = started;
  killGroup(child, "SIGKILL");
  equal((await child.status).signal, "SIGKILL");
  await child.stdout.cancel();
});

Deno.test("what does not fit is told from other ends of a process, whatever did not fit", () => {
  for (
    const line of [
      "Fatal JavaScript out of memory: Reached heap limit",
      "FATAL ERROR: Ineffective mark-compacts near heap limit Allocation failed",
      "# Fatal JavaScript invalid size error 169220804",
      "# Fatal process out of memory: Zone",
      "Fatal process OOM in Failed to reserve virtual memory for CodeRange",
      "memory allocation of 268435456 bytes failed",
      "error: Uncaught (in promise) RangeError: Array buffer allocation failed",
    ]
  ) equal(ranOutOfMemory(line), true, line);
  for (
    const line of [
      "",
      "error: Uncaught TypeError: x is not a function",
      "Invalid array length",
      "Killed",
    ]
  ) {
    equal(ranOutOfMemory(line), false, line);
  }
});
