import { deepEqual, equal, match, notEqual, ok, rejects } from "node:assert/strict";
import { findDefinition } from "@svc/runtime/definitions";
import { lockRepository } from "@svc/runtime/repository";
import { GREET, modelText } from "../../runtime/testing/extension.ts";
import { refusal } from "../../runtime/testing/refusal.ts";
import { greeterRepository } from "../../runtime/testing/repository.ts";
import { ended, testRuns, until } from "../testing/real_runs.ts";
import { busyGreeter, HOLD } from "../testing/busy_greeter.ts";

Deno.test("what could never run is refused at once, as svc behavior run refuses it", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await using at = await testRuns(greeter.repository);
  const submit = (more: Parameters<typeof at.order>[0]) => at.runs.submit(at.order(more));
  await rejects(submit({ behavior: "nobody" }), refusal("definition_not_found"));
  await rejects(submit({ method: "shout" }), refusal("unknown_method", /It has: greet/));
  await rejects(submit({ inputs: { nme: "x" } }), refusal("unknown_argument", /are: name/));
  for (const tag of ["type", "specName", "initiatedBy"]) {
    await rejects(
      submit({ settings: { tags: { team: "a", [tag]: "user:root" } } }),
      refusal("invalid_argument", new RegExp(tag)),
    );
  }
  const proto = JSON.parse('{"__proto__": {"name": "x"}, "name": "Ada"}');
  await rejects(submit({ inputs: proto }), refusal("unknown_argument", /__proto__/));
  const { definition: { id } } = await findDefinition(greeter.repository, "hello");
  await rejects(submit({ behavior: id }), refusal("definition_not_found"), "lists hold names");
  deepEqual(at.runs.list({ visible: () => true, limit: 10 }), []);
});

Deno.test("what the operator did not consent to is refused with their command, and nothing is granted", async () => {
  await using greeter = await greeterRepository(modelText(GREET), {
    manifest: "permissions:\n  net:\n    - api.example\n",
  });
  await using at = await testRuns(greeter.repository);
  await rejects(at.runs.submit(at.order()), refusal("consent_required"));
  await greeter.greet();
  equal((await at.done()).status, "succeeded");
});

Deno.test("the same key from the same caller is the same run, however often and at once", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await using at = await testRuns(greeter.repository);
  const order = at.order({ idempotencyKey: "k1" });
  const [one, two] = await Promise.all([at.runs.submit(order), at.runs.submit(order)]);
  equal(one!.id, two!.id);
  await ended(at.runs, one!.id);
  const again = await at.runs.submit({ ...order, inputs: { name: "Ada" } });
  deepEqual([again.id, again.status], [one!.id, "succeeded"], "also when it has ended");
  await rejects(
    at.runs.submit({ ...order, inputs: { name: "Bob" } }),
    refusal("conflict", new RegExp(one!.id)),
  );
  const other = await at.runs.submit({ ...order, initiatedBy: "token:cd" });
  notEqual(other.id, one!.id, "another caller's keys are their own");
  await ended(at.runs, other.id);
});

Deno.test("a key stands for its run although the behavior is in use or gone", async () => {
  await using greeter = await busyGreeter();
  await using at = await testRuns(greeter.repository);
  const order = at.order({ idempotencyKey: "k1", inputs: HOLD });
  const { id } = await at.runs.submit(order);
  equal((await at.runs.submit(order)).id, id);
  await Deno.remove((await findDefinition(greeter.repository, "hello")).path);
  equal((await at.runs.submit(order)).id, id);
  await greeter.letGo();
  await ended(at.runs, id);
});

Deno.test("a behavior in progress or queued here is refused, naming the run and who started it", async () => {
  await using greeter = await busyGreeter("second");
  await using at = await testRuns(greeter.repository, { maxRuns: 1 });
  const first = await at.runs.submit(at.order({ inputs: HOLD }));
  await until(at.runs, first.id, ({ kind }) => kind === "started");
  await rejects(at.runs.submit(at.order({ initiatedBy: "token:cd" })), (error: Error) => {
    match(error.message, new RegExp(`run ${first.id} of token:ci, in progress since 20`));
    deepEqual(
      [(error as { code?: string }).code, (error as { status?: number }).status],
      ["lock_timeout", 409],
    );
    return true;
  });
  const queued = await at.runs.submit(at.order({ behavior: "second" }));
  equal(queued.status, "queued");
  await rejects(
    at.runs.submit(at.order({ behavior: "second" })),
    refusal("lock_timeout", new RegExp(`run ${queued.id} of token:ci, queued since`)),
  );
  await greeter.letGo();
  equal((await ended(at.runs, queued.id)).status, "succeeded");
});

Deno.test("who asks to wait gets the behavior once it is free", async () => {
  await using greeter = await busyGreeter();
  await using at = await testRuns(greeter.repository, { maxRuns: 4 });
  const first = await at.runs.submit(at.order({ inputs: HOLD }));
  const second = await at.runs.submit(at.order({ waitMs: 600_000 }));
  await until(at.runs, first.id, ({ kind }) => kind === "started");
  equal(at.runs.get(second.id)!.status, "queued", "although there is room for more runs");
  await greeter.letGo();
  const done = await ended(at.runs, second.id);
  equal(done.status, "succeeded");
  ok(done.startedAt! >= (await ended(at.runs, first.id)).endedAt!);
});

Deno.test("who has waited for long enough is refused with who still holds it", async () => {
  await using greeter = await busyGreeter();
  await using at = await testRuns(greeter.repository, { maxRuns: 4 });
  const first = await at.runs.submit(at.order({ inputs: HOLD }));
  const second = await at.runs.submit(at.order({ waitMs: 1 }));
  const refused = await ended(at.runs, second.id);
  equal(refused.status, "failed");
  equal(refused.error?.code, "lock_timeout");
  match(refused.error!.error, new RegExp(`by run ${first.id}`));
  await greeter.letGo();
  equal((await ended(at.runs, first.id)).status, "succeeded");
});

Deno.test("a behavior that another svc process works on is refused, or waited for", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await using at = await testRuns(greeter.repository, { patienceMs: 0 });
  const { definition: { id } } = await findDefinition(greeter.repository, "hello");
  const held = await lockRepository(greeter.repository, { file: `locks/${id}.lock` });
  await rejects(
    at.runs.submit(at.order()),
    refusal("lock_timeout", new RegExp(`process ${Deno.pid} on `)),
  );
  const short = await at.runs.submit(at.order({ waitMs: 1 }));
  const refused = await ended(at.runs, short.id);
  match(refused.error!.error, new RegExp(`process ${Deno.pid} on `));
  const long = await at.runs.submit(at.order({ waitMs: 600_000 }));
  equal(at.runs.get(long.id)!.status, "queued");
  await held[Symbol.asyncDispose]();
  equal((await ended(at.runs, long.id)).status, "succeeded");
});

Deno.test("a full queue is refused with when to come again, for all and for one caller", async () => {
  const names = ["b1", "b2", "b3", "b4"];
  await using greeter = await busyGreeter(...names);
  await using at = await testRuns(greeter.repository, {
    maxRuns: 1,
    maxQueue: 3,
    maxQueuePerCaller: 2,
  });
  const first = await at.runs.submit(at.order({ inputs: HOLD }));
  await at.runs.submit(at.order({ behavior: "b1" }));
  await at.runs.submit(at.order({ behavior: "b2" }));
  const own = at.runs.submit(at.order({ behavior: "b3" }));
  await rejects(own, refusal("rate_limited", /2 runs of token:ci are already waiting/));
  await at.runs.submit(at.order({ behavior: "b3", initiatedBy: "token:cd" }));
  await rejects(
    at.runs.submit(at.order({ behavior: "b4", initiatedBy: "token:cd" })),
    (error: Error & { details?: { path: string; message: string }[] }) => {
      match(error.message, /The queue is full/);
      equal(error.details?.[0]?.path, "retry-after");
      match(error.details![0]!.message, /^\d+$/);
      return true;
    },
  );
  deepEqual(at.runs.counts(), { queued: 3, running: 1 });
  await greeter.letGo();
  await ended(at.runs, first.id);
});

Deno.test("a server without a queue does what can begin at once, and nothing else", async () => {
  await using greeter = await busyGreeter("second");
  await using at = await testRuns(greeter.repository, { maxRuns: 1, maxQueue: 0 });
  const first = await at.runs.submit(at.order({ inputs: HOLD }));
  const second = at.runs.submit(at.order({ behavior: "second" }));
  await rejects(second, refusal("rate_limited", /The queue is full: 0 runs wait/));
  await greeter.letGo();
  equal((await ended(at.runs, first.id)).status, "succeeded");
  equal((await at.done({ behavior: "second" })).status, "succeeded");
});

Deno.test("arguments of ten thousand levels are refused and not a bug", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await using at = await testRuns(greeter.repository);
  const name = JSON.parse("[".repeat(10_000) + "]".repeat(10_000));
  await rejects(at.runs.submit(at.order({ inputs: { name } })), refusal("invalid_argument"));
});
