import { deepEqual, equal, throws } from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { createLog } from "@svc/http/log";
import { eventFolder } from "./event_file.ts";
import { followEvents, untilEnded } from "./follow.ts";
import { type ScriptedDispatch, scriptedDispatch } from "../testing/scripted_dispatch.ts";

const signal = new AbortController().signal;

function following({ folder, store, told, dispatch }: ScriptedDispatch) {
  return { folder, store, told, isOver: () => dispatch.over, isAtWork: dispatch.isAtWork };
}

/** How a run ends, once it has. */
async function endOf(on: ScriptedDispatch, id: string): Promise<string> {
  await untilEnded(following(on), id, signal);
  return on.store.get(id)!.status;
}

Deno.test("a queued run whose cancelling cannot be written keeps its place, and can be cancelled again", async () => {
  const gate = Promise.withResolvers<void>();
  await using on = await scriptedDispatch({ run: () => gate.promise, limits: { maxRuns: 1 } });
  on.submit("1");
  for (const id of ["2", "3"]) on.submit(id, { behavior_id: id });
  on.full = 2;
  for (const id of ["2", "3"]) throws(() => on.dispatch.cancel(id, "user:ada"), /full/);
  equal(on.dispatch.counts().queued, 2);
  on.dispatch.cancel("2", "user:ada");
  gate.resolve();
  equal(await endOf(on, "1"), "succeeded");
  equal(await endOf(on, "2"), "cancelled");
  equal(await endOf(on, "3"), "succeeded");
});

Deno.test("a wait that is over is told once there is room, and not forgotten", async () => {
  const gate = Promise.withResolvers<void>();
  let time = 0;
  await using on = await scriptedDispatch({ run: () => gate.promise, now: () => new Date(time) });
  on.submit("1");
  on.submit("2", { wait_until: new Date(60_000).toISOString() });
  time = 60_000;
  on.full = 1;
  on.dispatch.begin();
  on.dispatch.begin();
  equal(on.store.get("2")!.status, "failed");
  gate.resolve();
  equal(await endOf(on, "1"), "succeeded");
});

Deno.test("a run that is cancelled while its end cannot be written is cancelled in the end", async () => {
  const begun = Promise.withResolvers<void>();
  await using on = await scriptedDispatch({
    run: async (signal) => {
      begun.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      throw new SvcError("cancelled", "stopped");
    },
  });
  on.submit("1");
  await begun.promise;
  on.full = 2;
  on.dispatch.cancel("1", "user:ada");
  equal(await endOf(on, "1"), "cancelled");
});

Deno.test("a run that could not even be tried is failed, told as ended once, and its behavior is free", async () => {
  const codes: (string | undefined)[] = [];
  await using on = await scriptedDispatch({
    loadRuntime: () => Promise.reject(new Error("a file of svc is gone")),
    observer: { ended: (_, { error }) => codes.push(error?.code) },
  });
  on.submit("1");
  equal(await endOf(on, "1"), "failed");
  equal(on.dispatch.counts().running, 0);
  deepEqual(codes, ["internal"]);
});

Deno.test("each time that the state of a run cannot be written is told, and once a minute logged", async () => {
  let failures = 0;
  const lines: string[] = [];
  const log = createLog("json", () => new Date(), (line) => lines.push(line));
  await using on = await scriptedDispatch({ observer: { stateFailed: () => failures++ }, log });
  on.full = 2;
  on.submit("1");
  equal(await endOf(on, "1"), "succeeded");
  equal(failures, 2);
  equal(lines.length, 1);
});

Deno.test("a run for which the disk has no room says so", async () => {
  const run = () => Promise.reject(new Error("No space left on device (os error 28)"));
  await using on = await scriptedDispatch({ run });
  on.submit("1");
  equal(await endOf(on, "1"), "failed");
  equal(JSON.parse(on.store.get("1")!.error!).code, "storage_full");
});

Deno.test("who follows a run whose events cannot be written learns of its end", async () => {
  const gate = Promise.withResolvers<void>();
  await using on = await scriptedDispatch({ run: () => gate.promise });
  await Deno.remove(eventFolder(on.folder), { recursive: true });
  on.submit("1");
  const events = Array.fromAsync(followEvents(following(on), "1", { after: 0, signal }));
  gate.resolve();
  equal((await events).at(-1)?.event.kind, "ended");
});

Deno.test("a clock that is put back does not make a wait endless", async () => {
  const gate = Promise.withResolvers<void>();
  let behind = 0;
  const now = () => new Date(Date.now() - behind);
  await using on = await scriptedDispatch({ run: () => gate.promise, now });
  on.submit("1");
  on.submit("2", { wait_until: new Date(Date.now() + 5).toISOString() });
  behind = 20;
  equal(await endOf(on, "2"), "failed");
  gate.resolve();
});
