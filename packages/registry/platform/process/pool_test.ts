import assert from "node:assert/strict";
import { isRunning } from "../../../runtime/testing/process.ts";
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

const turn = () => new Promise((resolve) => setTimeout(resolve));

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

Deno.test("a process that was ended while it had nothing to do costs no task", async () => {
  await using processes = await pool();
  const [first] = await processes.lines({ pid: true });
  Deno.kill(first!.pid!, "SIGKILL");
  // Its end is told in a turn of its own.
  while (runs(first!.pid!)) await turn();
  for (let turns = 0; turns < 10; turns++) await turn();
  const [next, said] = await processes.lines({ pid: true, echo: 1 });
  assert.notEqual(next!.pid, first!.pid);
  assert.equal(said!.echo, 1);
});

/** Makes the system have no room for a process, until it is disposed. */
function withoutRoom(): Disposable {
  const { Command } = Deno;
  class Full {
    spawn() {
      throw new Error("Too many open files (os error 24)");
    }
  }
  Object.assign(Deno, { Command: Full });
  return { [Symbol.dispose]: () => Object.assign(Deno, { Command }) };
}

Deno.test("without room for a process what waits is refused, once, and the next task is done", async () => {
  await using processes = await pool();
  {
    using _full = withoutRoom();
    await assert.rejects(processes.lines({ echo: 1 }), because("busy"));
  }
  assert.deepEqual(await processes.lines({ echo: 2 }), [{ echo: 2, last: true }]);
});

Deno.test("without room for another process tasks are left to the one there is", async () => {
  await using processes = await pool({ width: 2 });
  const first = processes.lines({ pid: true, echo: 1 });
  let second: Promise<Line[]>;
  {
    using _full = withoutRoom();
    second = processes.lines({ pid: true, echo: 2 });
  }
  const [one, other] = await Promise.all([first, second]);
  assert.deepEqual([one[1]!.echo, other[1]!.echo], [1, 2]);
  assert.equal(one[0]!.pid, other[0]!.pid);
});

Deno.test("a process that cannot be started in the place of one that ended refuses what waits for it", async () => {
  await using processes = await pool();
  const leaves = processes.lines({ leave: true });
  const waits = processes.lines({ echo: 1 });
  {
    using _full = withoutRoom();
    await assert.rejects(leaves, because("ended"));
    await assert.rejects(waits, because("busy"));
  }
  assert.deepEqual(await processes.lines({ echo: 2 }), [{ echo: 2, last: true }]);
});

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

Deno.test("one with many tasks does not hold up the others, whose own are done in turn", async () => {
  await using processes = await pool();
  const done: string[] = [];
  const ask = (owner: string, count: number) =>
    Array.from(
      { length: count },
      () => processes.ask({}, () => true, owner).then(() => done.push(owner)),
    );
  await Promise.all([...ask("mal", 4), ...ask("ada", 2), ...ask("bob", 1)]);
  assert.deepEqual(done, ["mal", "ada", "bob", "mal", "ada", "mal", "mal"]);
});

Deno.test("a task that waited for as long as it may is refused, and one that is being done is not", async () => {
  const processes = await pool({ waitLimitMs: 1 });
  const started = Promise.withResolvers<void>();
  const busy = processes.ask({ pid: true, forever: true }, () => (started.resolve(), false));
  const ended = assert.rejects(busy, because("ended"));
  await assert.rejects(processes.lines({ echo: 1 }), because("busy"));
  await started.promise;
  await processes[Symbol.asyncDispose]();
  await ended;
});

Deno.test("a process that has worked for as long as one task may is replaced", async () => {
  await using processes = await pool({ timeLimitMs: 1_000_000 });
  const pids: number[] = [];
  const clock = performance.now;
  try {
    for (const spent of [0, 1_000_001, 0]) {
      const began = clock.call(performance);
      // The second task is one that took that long.
      let calls = 0;
      performance.now = () => began + (calls++ === 0 ? 0 : spent);
      const [line] = await processes.lines({ pid: true });
      pids.push(line!.pid!);
    }
  } finally {
    performance.now = clock;
  }
  assert.equal(pids[0], pids[1]);
  assert.notEqual(pids[1], pids[2]);
});

Deno.test("a process that has done its share of tasks is replaced", async () => {
  await using processes = await pool({ tasksEach: 2 });
  const pids: number[] = [];
  for (let n = 0; n < 3; n++) pids.push((await processes.lines({ pid: true }))[0]!.pid!);
  assert.equal(pids[0], pids[1]);
  assert.notEqual(pids[1], pids[2]);
  assert.ok(!runs(pids[1]!));
});

Deno.test("a busy process ends by itself when its server is killed", async () => {
  const folder = await Deno.makeTempDir({ prefix: "svc-pool-" });
  try {
    await Deno.writeTextFile(`${folder}/child.ts`, SCRIPT);
    await Deno.writeTextFile(
      `${folder}/server.ts`,
      `import { processPool } from ${JSON.stringify(import.meta.resolve("./pool.ts"))};
       await processPool({
         deno: Deno.execPath(),
         script: ${JSON.stringify(`${folder}/child.ts`)},
         memoryMb: 256,
         timeLimitMs: 3_600_000,
         processorSeconds: 3,
         width: 1,
         waiting: 1,
       }).ask({ pid: true, forever: true }, ({ pid }) => (console.log(pid), false));`,
    );
    const server = new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "--no-check", `${folder}/server.ts`],
      stdin: "null",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const reader = server.stdout.getReader();
    const pid = Number(new TextDecoder().decode((await reader.read()).value));
    server.kill("SIGKILL");
    await server.status;
    await reader.cancel();
    // It is gone once it has used up its processor time: at once, or when the machine lets it.
    while (await isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 100));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
