// What `svc serve` adds to a run: starting it and following it to its end, against the same `svc behavior
// run`; 20 runs at once against 20 of those in a row; and what 1,000 who follow a run cost.
import { createDefinition } from "../packages/runtime/behavior/definitions/mod.ts";
import { GREET, modelText } from "../packages/runtime/testing/extension.ts";
import { greeterRepository } from "../packages/runtime/testing/repository.ts";
import { type ServeProcess, serveProcess } from "./serve/process.ts";
import { quantile } from "./registry/numbers.ts";

const ROUNDS = Number(Deno.env.get("BENCH_ROUNDS") ?? 15);
const MANY = 20;
const FOLLOWERS = 1000;

const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

// A name that begins with "wait" keeps the method in progress until a file is there.
const WAIT = `        while (args.name.startsWith("wait")) {
          try {
            await Deno.stat(context.repoDir + "/out/go");
            break;
          } catch {
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
        }
        console.log("in progress");
`;

await using greeter = await greeterRepository(modelText(WAIT + GREET), {
  manifest: "permissions:\n  read:\n    - out\n",
});
const { root } = greeter.repository;
const names = Array.from({ length: MANY }, (_, index) => `b${index}`);
for (const name of names) {
  await createDefinition(greeter.repository, { type: "@acme/greeter", name, globalArguments: {} });
}
await Deno.mkdir(`${root}/out`);
const config = `${root}/config`;
await Deno.mkdir(config, { mode: 0o700 });
await using server = await serveProcess(root, config);
const local = (behavior: string) =>
  server.svc(
    ...["behavior", "run", behavior, "greet", "--input", "name=Ada", "--json", "--yes"],
  );
await local("hello");

await overhead();
await atOnce();
await followers();

/** One run, each way in turns. */
async function overhead(): Promise<void> {
  const ways = {
    local: () => local("hello"),
    followed: () => timed(async () => await followed(server, await started(server, "hello"))),
    waited: () => timed(async () => void await started(server, "hello", "?wait=60")),
    roundTrip: () =>
      timed(async () =>
        void await (await fetch(`${server.url}/api/v1/whoami`, { headers: server.headers })).text()
      ),
  };
  const times = new Map(Object.keys(ways).map((way): [string, number[]] => [way, []]));
  for (let round = -2; round < ROUNDS; round++) {
    for (const [way, run] of Object.entries(ways)) {
      const took = await run();
      if (round >= 0) times.get(way)!.push(took);
    }
  }
  const of = (way: keyof typeof ways) => quantile(times.get(way)!);
  say(`one run, medians of ${ROUNDS}`);
  say(
    `  svc behavior run ${of("local").toFixed(0)} ms, a round trip ${
      of("roundTrip").toFixed(1)
    } ms`,
  );
  say(
    `  through serve, started and followed to its end ${of("followed").toFixed(0)} ms: ` +
      `${
        ((of("followed") - of("roundTrip")) / of("local")).toFixed(2)
      }x and a round trip (aim 1.1x)`,
  );
  say(`  through serve in one request ${of("waited").toFixed(0)} ms`);
}

/** Many runs at once, against as many in a row. */
async function atOnce(): Promise<void> {
  const rounds = Math.max(1, Math.round(ROUNDS / 5));
  const rows: number[] = [];
  const once: number[] = [];
  const each: number[] = [];
  for (let round = 0; round < rounds; round++) {
    rows.push(
      await timed(async () => {
        for (const name of names) await local(name);
      }),
    );
    once.push(
      await timed(async () => {
        each.push(
          ...await Promise.all(
            names.map((name) =>
              timed(async () => await followed(server, await started(server, name)))
            ),
          ),
        );
      }),
    );
  }
  const [row, all] = [quantile(rows), quantile(once)];
  const sorted = each.toSorted((a, b) => a - b);
  say(`${MANY} runs on ${navigator.hardwareConcurrency} cores, medians of ${rounds}`);
  say(
    `  svc behavior run in a row ${row.toFixed(0)} ms: ${(MANY / row * 1000).toFixed(1)} a second`,
  );
  say(
    `  through serve at once ${all.toFixed(0)} ms: ${(MANY / all * 1000).toFixed(1)} a second, ` +
      `${(row / all).toFixed(2)}x; p50 ${quantile(sorted).toFixed(0)} ms, ` +
      `p99 ${quantile(sorted, 0.99).toFixed(0)} ms`,
  );
}

/** What they cost while nothing comes, and how long an event takes to all of them. */
async function followers(): Promise<void> {
  const id = await started(server, "hello", "", "wait");
  const before = await usage(server.pid);
  const alone = await idleTicks(server.pid);
  const opened = performance.now();
  const streams = await Promise.all(
    Array.from(
      { length: FOLLOWERS },
      () => fetch(`${server.url}/api/v1/runs/${id}/events`, { headers: server.headers }),
    ),
  );
  const opening = performance.now() - opened;
  const idle = await idleTicks(server.pid);
  const after = await usage(server.pid);
  const going = performance.now();
  await Deno.writeTextFile(`${root}/out/go`, "");
  const texts = await Promise.all(streams.map((stream) => stream.text()));
  const ending = performance.now() - going;
  if (!texts.every((text) => text.includes("event: ended"))) throw new Error("one missed the end");
  const memory = (after.memoryMb - before.memoryMb) * 1024 / FOLLOWERS;
  const files = (after.files - before.files) / FOLLOWERS;
  say(`${FOLLOWERS} who follow one run`);
  say(
    `  opened in ${opening.toFixed(0)} ms; each ${memory.toFixed(0)} kB and ${files.toFixed(2)} ` +
      `descriptors (its connection); 5 seconds without an event take ${
        idle * 10
      } ms of processor, ${alone * 10} ms without them`,
  );
  say(`  from the run's end to the last of them ${ending.toFixed(0)} ms`);
}

/** Processor time that a process takes in five seconds. */
async function idleTicks(pid: number): Promise<number> {
  const before = await ticks(pid);
  await new Promise((resolve) => setTimeout(resolve, 5000));
  return await ticks(pid) - before;
}

/** Processor time of a process in hundredths of a second. */
async function ticks(pid: number): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

async function started(
  { url, headers }: ServeProcess,
  behavior: string,
  query = "",
  name = "Ada",
): Promise<string> {
  const response = await fetch(`${url}/api/v1/behaviors/${behavior}/methods/greet/runs${query}`, {
    method: "POST",
    headers,
    body: JSON.stringify({ inputs: { name } }),
  });
  const run = await response.json();
  if (response.status !== 202) throw new Error(JSON.stringify(run));
  return run.id;
}

/** Follows a run to its end and gets its result, as the client does. */
async function followed({ url, headers }: ServeProcess, id: string): Promise<void> {
  const events = await fetch(`${url}/api/v1/runs/${id}/events`, { headers });
  await events.text();
  const run = await (await fetch(`${url}/api/v1/runs/${id}`, { headers })).json();
  if (run.status !== "succeeded") throw new Error(JSON.stringify(run));
}

/** Memory in megabytes and open files of a process. */
async function usage(pid: number): Promise<{ memoryMb: number; files: number }> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  const files = (await Array.fromAsync(Deno.readDir(`/proc/${pid}/fd`))).length;
  return { memoryMb: Number(/VmRSS:\s*(\d+)/.exec(status)![1]) / 1024, files };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
