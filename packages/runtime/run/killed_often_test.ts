import { deepEqual, ok } from "node:assert/strict";
import { getData, listData, listVersions } from "../data/mod.ts";
import { createDefinition } from "../behavior/definitions/create.ts";
import { sha256Hex } from "../base/files/digest.ts";
import { linesOf } from "../base/process/lines.ts";
import type { Repository } from "../repository/repository.ts";
import { modelText } from "../testing/extension.ts";
import { workspaceProcess } from "../testing/process.ts";
import { greeterRepository } from "../testing/repository.ts";

const MODULE = `${import.meta.dirname}/../testing/killed_run.ts`;

/** How often a run is killed; SVC_KILLED_RUNS=500 for a long look. */
const KILLS = Number(Deno.env.get("SVC_KILLED_RUNS") ?? 8);

/**
 * `greet` rolls back and writes two items, a batch of three and a large file, over and over, all with
 * one number; as `hello` it then has `sibling` do the same. It holds a lock while it lives.
 */
const BODY = `        const c = context;
        const file = await Deno.open(c.repoDir + "/out/" + c.definition.name, { write: true, create: true });
        await file.lock(true);
        for (let round = 0; round < 3; round++) {
          const text = args.name + "-" + round;
          await c.writeResource("greeting", "first", { text });
          await c.writeResources("greeting", ["x", "y", "z"].map((name) => ({ name, data: { text } })));
          await (await c.createFileWriter("log", "file")).writeText(text.repeat(50_000));
          await c.writeResource("greeting", "last", { text });
        }
        if (c.definition.name !== "hello") return;
        const inner = await c.runModel({ definition: "sibling", method: "greet", arguments: args });
        if (!inner.ok) throw new Error(inner.error.message);`;

for (const rollsBack of [true, false]) {
  const kept = rollsBack ? "all or nothing is kept of" : "every batch and version is whole of";
  Deno.test(`however often svc or a method is killed, ${kept} each run, and nothing stays locked or alive`, async () => {
    const text = modelText(BODY).replace(
      'description: "Says hello",',
      rollsBack ? "$& rollbackOnFailure: true," : "$&",
    );
    await using greeter = await greeterRepository(text, {
      manifest: "permissions:\n  write:\n    - out\n",
    });
    const { repository } = greeter;
    await Deno.mkdir(`${repository.root}/out`);
    await createDefinition(repository, { type: "@acme/greeter", name: "sibling" });
    const begun = performance.now();
    await greeter.greet({ name: "whole" });
    const whole = performance.now() - begun;
    for (let kill = 0; kill < KILLS / 2; kill++) {
      const moment = Math.random() * whole * 1.5;
      await killed(repository, `run${kill}`, moment);
      await untilFree(repository);
      for (const model of ["hello", "sibling"]) {
        await assertWhole(repository, model, rollsBack).catch((error) => {
          throw new Error(`killed after ${moment} ms of ${whole}: ${error.message}`, {
            cause: error,
          });
        });
      }
    }
    await greeter.greet({ name: "after" });
    for (const model of ["hello", "sibling"]) {
      deepEqual((await getData(repository, model, "last")).content, { text: "after-2" });
      await assertWhole(repository, model, rollsBack);
    }
  });
}

/** Runs it in a process of its own and kills that or one that it started, unless it has ended before. */
async function killed(repository: Repository, name: string, moment: number): Promise<void> {
  // What a killed svc leaves behind goes with the repository.
  const { root, config } = repository;
  const svc = workspaceProcess(MODULE, { root, config, name }, { TMPDIR: root });
  const read = Array.fromAsync(linesOf(svc.stdout, { writerEnded: svc.status }));
  const timer = setTimeout(() => {
    const children = childrenOf(svc.pid);
    const victim = Math.random() < 0.5 ? svc.pid : children.at(Math.random() * children.length);
    try {
      Deno.kill(victim ?? svc.pid, "SIGKILL");
    } catch {
      // It has just ended.
    }
  }, moment);
  await svc.status;
  clearTimeout(timer);
  await read;
}

function childrenOf(pid: number): number[] {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

/** Waits for as long as a method lives. */
async function untilFree(repository: Repository): Promise<void> {
  for (const name of ["hello", "sibling"]) {
    using alive = await Deno.open(`${repository.root}/out/${name}`, { write: true, create: true });
    await alive.lock(true);
  }
}

async function assertWhole(
  repository: Repository,
  model: string,
  rollsBack: boolean,
): Promise<void> {
  const newest: Record<string, string> = {};
  const { groups } = await listData(repository, model);
  for (const { name } of groups.flatMap(({ items }) => items)) {
    const { versions } = await listVersions(repository, model, name);
    for (const { version, size, checksum, isLatest } of versions) {
      const item = await getData(repository, model, name, { version });
      const raw = await Deno.readFile(`${repository.root}/${item.contentPath}`);
      deepEqual(
        [raw.length, await sha256Hex(raw)],
        [size, checksum],
        `${model}/${name}/${version}`,
      );
      const [said] = /[a-z]+\d*-\d/.exec(new TextDecoder().decode(raw.subarray(0, 200)))!;
      if (isLatest) newest[name] = said;
    }
  }
  ok(Object.keys(newest).length === 6, JSON.stringify(newest));
  const { first, x, y, z, file, last } = newest;
  deepEqual([y, z], [x, x], "a batch is whole");
  if (rollsBack) deepEqual([first, x, file], [last, last, last], "a run is whole");
  else {deepEqual(
      [first, x, file, last].map(orderOf),
      [first, x, file, last].map(orderOf).sort((a, b) => b - a),
      "each is as new as what is written after it, or newer",
    );}
}

/** Which round of which run wrote a text: `run3-1` comes after `run3-0`, and `whole` before all. */
function orderOf(text: string | undefined): number {
  const [, run, round] = /^(?:run)?(\w+)-(\d)$/.exec(text!)!;
  const number = { whole: -1, after: KILLS }[run!] ?? Number(run);
  return number * 10 + Number(round);
}
