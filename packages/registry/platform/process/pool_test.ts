import assert from "node:assert/strict";
import type { FailureReason } from "./failure.ts";
import { type PoolOptions, type ProcessPool, processPool } from "./pool.ts";

/** A child that does what a test's task says. */
const SCRIPT = `
import { serveTasks } from ${JSON.stringify(import.meta.resolve("./worker.ts"))};
await serveTasks(async (task, say) => {
  if (task.pid) await say({ pid: Deno.pid });
  if (task.forever) while (true);
  if (task.eat) for (const held = [];;) held.push(new Array(100_000).fill(held.length));
  if (task.leave) Deno.exit(0);
  let tried;
  if (task.try) {
    try { tried = String(await new Function("return (async () => " + task.try + ")()")()); }
    catch (error) { tried = error.name; }
  }
  await say({ echo: task.echo, tried, last: true });
});
`;

interface Line {
  pid?: number;
  echo?: unknown;
  tried?: string;
  last?: boolean;
}

async function pool(options: Partial<PoolOptions> = {}) {
  const folder = await Deno.makeTempDir({ prefix: "svc-pool-" });
  const script = `${folder}/child.ts`;
  await Deno.writeTextFile(script, SCRIPT);
  const made: ProcessPool = processPool({
    deno: Deno.execPath(),
    script,
    memoryMb: 256,
    timeLimitMs: 3_600_000,
    width: 1,
    waiting: 10,
    ...options,
  });
  return {
    ...made,
    /** Asks, and answers with all lines of the answer. */
    async lines(task: unknown): Promise<Line[]> {
      const lines: Line[] = [];
      await made.ask(task, (line) => (lines.push(line as Line), (line as Line).last === true));
      return lines;
    },
    async [Symbol.asyncDispose]() {
      await made.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

const because = (reason: FailureReason) => ({ name: "ProcessFailure", reason });

/** True while the process is there; one that ended is waited for by its parent and gone. */
function runs(pid: number): boolean {
  try {
    Deno.kill(pid, "SIGCONT");
    return true;
  } catch {
    return false;
  }
}

Deno.test("a task that never ends is ended with its process, and the next task is done by another", async () => {
  await using processes = await pool({ timeLimitMs: 200 });
  let pid: number | undefined;
  // Once is enough, unless the machine was too busy for the process to say its number in time.
  while (pid === undefined) {
    const endless = processes.ask({ pid: true, forever: true }, (line) => {
      pid = (line as Line).pid;
      return false;
    });
    await assert.rejects(endless, because("late"));
  }
  let next: Line[] | undefined;
  while (next === undefined) {
    next = await processes.lines({ pid: true, echo: 1 }).catch(() => undefined);
  }
  assert.equal(next[1]!.echo, 1);
  assert.notEqual(next[0]!.pid, pid);
  assert.ok(!runs(pid));
});

Deno.test("a busy process is gone once its pool is closed, and its task is refused", async () => {
  const processes = await pool();
  const started = Promise.withResolvers<number>();
  const busy = processes.ask({ pid: true, forever: true }, (line) => {
    started.resolve((line as Line).pid!);
    return false;
  });
  const waits = processes.lines({ echo: 1 });
  const refused = Promise.all([
    assert.rejects(busy, because("ended")),
    assert.rejects(waits, because("closed")),
  ]);
  const pid = await started.promise;
  assert.ok(runs(pid));
  await processes[Symbol.asyncDispose]();
  assert.ok(!runs(pid));
  await refused;
  await assert.rejects(processes.lines({ echo: 2 }), because("closed"));
});

for (const [what, task] of [["memory", { eat: true }], ["its own end", { leave: true }]] as const) {
  Deno.test(`a process that finds ${what} costs its own task alone`, async () => {
    await using processes = await pool();
    const [lost, kept] = await Promise.allSettled([
      processes.lines(task),
      processes.lines({ echo: "kept" }),
    ]);
    assert.equal((lost as PromiseRejectedResult).reason.reason, "ended");
    assert.deepEqual((kept as PromiseFulfilledResult<Line[]>).value, [{
      echo: "kept",
      last: true,
    }]);
  });
}

Deno.test("tasks are done in turn by processes that stay; beyond what may wait one is refused", async () => {
  await using processes = await pool({ waiting: 3 });
  const asked = [1, 2, 3, 4, 5].map((echo) => processes.lines({ pid: true, echo }));
  const settled = await Promise.allSettled(asked);
  const done = settled.flatMap((one) => one.status === "fulfilled" ? [one.value] : []);
  assert.deepEqual(done.map(([, line]) => line!.echo), [1, 2, 3, 4]);
  assert.equal(new Set(done.map(([line]) => line!.pid)).size, 1);
  assert.equal((settled[4] as PromiseRejectedResult).reason.reason, "busy");
});

Deno.test("a process may read, write, run, reach and learn nothing unless it is granted", async () => {
  await using processes = await pool();
  const tries = [
    "Deno.readTextFile('/etc/hostname')",
    "Deno.writeTextFile('/tmp/x', '')",
    "Deno.connect({ hostname: '127.0.0.1', port: 1 })",
    "Deno.env.toObject()",
    "new Deno.Command('/bin/true').output()",
    "Deno.hostname()",
  ];
  for (const attempt of tries) {
    const [line] = await processes.lines({ try: attempt });
    assert.equal(line!.tried, "NotCapable", attempt);
  }
});
