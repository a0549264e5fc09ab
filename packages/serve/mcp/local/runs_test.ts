import { deepEqual, equal, rejects } from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { greeter } from "../testing/greeter.ts";
import { localRuns } from "./runs.ts";

const never = new AbortController().signal;
const greet = (name: string) => ({ behavior: "hello", method: "greet", inputs: { name } });

Deno.test("a run can be followed while it is in progress and when it has ended, by several at once", async () => {
  await using made = await greeter();
  await using runs = localRuns(made.repository, { lockWaitMs: 0 });
  const { id } = await runs.start(greet("Ada"));
  const kinds = async () => (await Array.fromAsync(runs.events(id, never))).map(({ kind }) => kind);
  const [one, other] = await Promise.all([kinds(), kinds()]);
  deepEqual(one, ["started", "data", "checks", "origin", "completed", "ended"]);
  deepEqual(other, one);
  deepEqual(await kinds(), one);
  equal(runs.get(id)?.result?.dataArtifacts[0]?.name, "main");
});

Deno.test("who follows may stop following, and the run goes on", async () => {
  await using made = await greeter();
  await using runs = localRuns(made.repository, { lockWaitMs: 0 });
  const { id } = await runs.start(greet("wait"));
  const enough = new AbortController();
  for await (const event of runs.events(id, enough.signal)) {
    if (event.kind === "output") enough.abort();
  }
  equal(runs.get(id)?.status, "running");
});

Deno.test("disposing cancels what is in progress and waits for it", async () => {
  await using made = await greeter();
  const runs = localRuns(made.repository, { lockWaitMs: 0 });
  const { id } = await runs.start(greet("wait"));
  for await (const event of runs.events(id, never)) if (event.kind === "output") break;
  await runs[Symbol.asyncDispose]();
  equal(runs.get(id)?.status, "cancelled");
  equal(runs.get(id)?.error?.code, "cancelled");
});

Deno.test("what could never run fails in its view, and a run that is not there is not", async () => {
  await using made = await greeter();
  await using runs = localRuns(made.repository, { lockWaitMs: 0 });
  const { id } = await runs.start({ ...greet("x"), behavior: "nobody" });
  await Array.fromAsync(runs.events(id, never));
  equal(runs.get(id)?.error?.code, "definition_not_found");
  equal(runs.get("none"), undefined);
  equal(runs.cancel("none"), undefined);
  deepEqual(await Array.fromAsync(runs.events("none", never)), []);
});

Deno.test("so many runs at a time and no more", async () => {
  await using made = await greeter();
  await using runs = localRuns(made.repository, { lockWaitMs: 3_600_000 });
  for (let count = 0; count < 8; count++) await runs.start(greet("wait"));
  await rejects(runs.start(greet("wait")), { code: "rate_limited" });
  equal(runs.list(100).length, 8);
});

Deno.test("each run shares its data by itself, and waits for that until it is cancelled", async () => {
  await using made = await greeter();
  const waits: AbortSignal[] = [];
  const bothWait = Promise.withResolvers<void>();
  await using runs = localRuns(made.repository, {
    lockWaitMs: 0,
    sharing: (signal) => async () => {
      if (waits.push(signal) === 2) bothWait.resolve();
      const { promise, reject } = Promise.withResolvers<never>();
      signal.addEventListener("abort", () => reject(new SvcError("cancelled", "cancelled")));
      return await promise;
    },
  });
  const one = await runs.start(greet("one"));
  const other = await runs.start(greet("other"));
  await bothWait.promise;
  runs.cancel(one.id);
  await Array.fromAsync(runs.events(one.id, never));
  equal(runs.get(one.id)?.status, "cancelled");
  equal(runs.get(other.id)?.status, "running");
  deepEqual(waits.filter(({ aborted }) => aborted).length, 1);
});
