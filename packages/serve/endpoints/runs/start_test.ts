import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import { GREET, modelText } from "../../../runtime/testing/extension.ts";
import { greeterRepository } from "../../../runtime/testing/repository.ts";
import { parseRunnable } from "../../rights/rights.ts";
import { busyGreeter, HOLD } from "../../testing/busy_greeter.ts";
import { callerNamed, namedCallers } from "../../testing/callers.ts";
import { runServer, START } from "../../testing/run_server.ts";

const ADA = { inputs: { name: "Ada" } };

Deno.test("a behavior in use answers 409 with who holds it, a full queue 429 with when to come again", async () => {
  await using greeter = await busyGreeter("second", "third");
  await using server = await runServer(greeter.repository, {
    running: { limits: { maxRuns: 1, maxQueue: 1 } },
  });
  const first = await (await server.ask(START, "ada", { body: { inputs: HOLD } })).json();
  const busy = await server.ask(START, "ada", { body: ADA });
  const refused = await busy.json();
  deepEqual([busy.status, refused.code], [409, "lock_timeout"]);
  match(refused.error, new RegExp(`run ${first.id} of token:ada`));
  equal((await server.ask(START.replace("hello", "second"), "ada", { body: ADA })).status, 202);
  const full = await server.ask(START.replace("hello", "third"), "ada", { body: ADA });
  deepEqual([full.status, full.headers.get("retry-after")], [429, "5"]);
  await full.body!.cancel();
  await greeter.letGo();
});

Deno.test("the same Idempotency-Key is the same run; a key that cannot be one is refused", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await using server = await runServer(greeter.repository);
  const ask = async (key: string, body: unknown = ADA) => {
    const response = await server.ask(`${START}?wait=60`, "ada", {
      body,
      headers: { "idempotency-key": key },
    });
    return { status: response.status, body: await response.json() };
  };
  const one = await ask("k-1");
  equal((await ask("k-1")).body.id, one.body.id);
  notEqual((await ask("k-2")).body.id, one.body.id);
  deepEqual((await ask("k-1", { inputs: { name: "Bob" } })).body.code, "conflict");
  for (const key of ["a b", "\u00fc", "x".repeat(256)]) equal((await ask(key)).status, 400, key);
});

Deno.test("what is not in the shape of an order is refused before anything is looked at", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await using server = await runServer(greeter.repository);
  const bodies: unknown[] = [
    [],
    "x",
    { inputs: [] },
    { ...ADA, waitMs: -1 },
    { ...ADA, waitMs: 1.5 },
    { ...ADA, settings: { timeoutMs: 0 } },
    { ...ADA, settings: { memoryMb: "512" } },
    { ...ADA, settings: { allow: { net: ["*"] } } },
    { ...ADA, allowRequested: true },
    { ...ADA, trigger: "schedule" },
    { ...ADA, initiatedBy: "user:root" },
    { ...ADA, settings: { tags: { "": "x" } } },
    { ...ADA, settings: { checks: { skip: Array(101).fill("x") } } },
  ];
  for (const body of bodies) {
    const response = await server.ask(START, "ada", { body });
    equal(response.status, 400, JSON.stringify(body).slice(0, 80));
    await response.body!.cancel();
  }
  deepEqual((await (await server.ask("/api/v1/runs", "ada")).json()).runs, []);
});

Deno.test("runs of behaviors that a caller may not see are in no list, and are not there by their ids", async () => {
  await using greeter = await busyGreeter("second");
  const credentials = namedCallers(
    callerNamed("ada"),
    callerNamed("ci", { run: [parseRunnable("second:plan")], read: [] }),
  );
  await using server = await runServer(greeter.repository, { parts: { credentials } });
  const start = async (behavior: string) =>
    (await (await server.ask(`${START.replace("hello", behavior)}?wait=60`, "ada", { body: ADA }))
      .json()).id as string;
  const [hidden, seen] = [await start("hello"), await start("second")];
  const { runs } = await (await server.ask("/api/v1/runs", "ci")).json();
  deepEqual(runs.map(({ id }: { id: string }) => id), [seen]);
  for (const path of ["", "/events"]) {
    const response = await server.ask(`/api/v1/runs/${hidden}${path}`, "ci");
    equal(response.status, 404);
    await response.body!.cancel();
  }
  const cancel = await server.ask(`/api/v1/runs/${seen}/cancel`, "ci", { method: "POST" });
  equal(cancel.status, 403, "it may see the run, and may not run that method");
  await cancel.body!.cancel();
});

Deno.test("runs are listed newest first, page by page, without their results", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  await using server = await runServer(greeter.repository);
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) {
    ids.unshift((await (await server.ask(`${START}?wait=60`, "ada", { body: ADA })).json()).id);
  }
  const seen: string[] = [];
  let path = "/api/v1/runs?limit=2";
  for (;;) {
    const { runs, next }: { runs: { id: string }[]; next: string | null } =
      await (await server.ask(path, "ada")).json();
    for (const run of runs) {
      equal("result" in run, false);
      seen.push(run.id);
    }
    if (next === null) break;
    path = `/api/v1/runs?limit=2&before=${next}`;
  }
  deepEqual(seen, ids);
  const { runs } = await (await server.ask("/api/v1/runs?status=failed", "ada")).json();
  deepEqual(runs, []);
});
