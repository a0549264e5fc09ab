import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { GREET, modelText } from "../../runtime/testing/extension.ts";
import { greeterRepository } from "../../runtime/testing/repository.ts";
import { busyGreeter, HOLD } from "../testing/busy_greeter.ts";
import { ended, eventsOf, testRuns, until } from "../testing/real_runs.ts";

const NAME = "{ name: z.string() }";

Deno.test("a method that fails ends the run with what svc behavior run says", async () => {
  await using greeter = await greeterRepository(modelText(`throw new Error("no luck");`));
  await using at = await testRuns(greeter.repository);
  const run = await at.done();
  deepEqual([run.status, run.error?.code, run.result], ["failed", "run_failed", null]);
  match(run.error!.error, /no luck/);
  ok(run.outputId, "its record is in the repository");
});

Deno.test("a queued run is cancelled at once, one in progress stops, one that has ended stays", async () => {
  await using greeter = await busyGreeter("second");
  await using at = await testRuns(greeter.repository, { maxRuns: 1 });
  const first = await at.runs.submit(at.order({ inputs: HOLD }));
  const second = await at.runs.submit(at.order({ behavior: "second", inputs: { name: "two" } }));
  const cancelled = at.runs.cancel(second.id, "token:ops")!;
  deepEqual([cancelled.status, cancelled.error?.code], ["cancelled", "cancelled"]);
  equal(cancelled.error?.error, "Cancelled by token:ops");
  await until(at.runs, first.id, (event) => event.kind === "output");
  at.runs.cancel(first.id, "user:ada");
  const stopped = await ended(at.runs, first.id);
  deepEqual([stopped.status, stopped.error?.error], ["cancelled", "Cancelled by user:ada"]);
  equal(at.runs.cancel(first.id, "token:ops")!.error?.error, "Cancelled by user:ada");
  equal(await greeter.begun("two"), 0);
  equal(at.runs.cancel("01900000-0000-7000-8000-000000000000", "token:ops"), undefined);
  const kinds = (await eventsOf(at.runs, second.id)).map(({ event }) => event.kind);
  deepEqual(kinds, ["queued", "ended"]);
});

Deno.test("a caller's limits count below those of the server and never above", async () => {
  await using greeter = await busyGreeter();
  await using at = await testRuns(greeter.repository, { timeoutMs: 3_000 });
  for (const timeoutMs of [500, 10_000_000]) {
    const { id } = await at.runs.submit(at.order({ inputs: HOLD, settings: { timeoutMs } }));
    const run = await ended(at.runs, id);
    deepEqual([run.status, run.error?.code], ["failed", "timeout"]);
  }
});

Deno.test("a caller cannot take more memory than the server gives", async () => {
  const greedy = `const all = []; for (;;) all.push("x".repeat(1_000_000) + all.length);`;
  await using greeter = await greeterRepository(modelText(greedy));
  await using at = await testRuns(greeter.repository, { memoryMb: 64 });
  const run = await at.done({ settings: { memoryMb: 100_000 } });
  deepEqual([run.status, run.error?.code], ["failed", "memory_limit"]);
  match(run.error!.error, /64/);
});

Deno.test("output beyond the limit is left out, and the run goes on to its end", async () => {
  await using greeter = await greeterRepository(
    modelText(`for (let n = 0; n < 2000; n++) console.log("line " + n);\n${GREET}`),
  );
  await using at = await testRuns(greeter.repository, { maxOutputBytes: 10_000 });
  const run = await at.done();
  equal(run.status, "succeeded");
  const events = await eventsOf(at.runs, run.id);
  const kinds = events.map(({ event }) => event.kind);
  equal(kinds.filter((kind) => kind === "truncated").length, 1);
  ok(kinds.filter((kind) => kind === "output").length < 200);
  equal(kinds.at(-1), "ended");
});

Deno.test("a result that is too large goes without contents and says so", async () => {
  await using greeter = await greeterRepository(
    modelText(`await context.writeResource("greeting", "main", { text: "x".repeat(50_000) });`),
  );
  await using at = await testRuns(greeter.repository, { maxResultBytes: 20_000 });
  const run = await at.done();
  equal(run.status, "succeeded");
  deepEqual(Object.keys(run.result!.dataArtifacts[0]!), ["id", "name", "path"]);
  match(run.resultNote!, /contents .* left out/i);
});

Deno.test("a secret stands in no event, row or error, however it is printed", async () => {
  const secret = "s3cret-of-the-caller-4711";
  const body = `console.log("got", args.name, JSON.stringify(args)); console.error(args.name);
    context.logger.info(args.name.split("").join(""));
    const red = "\\u001b[31m";
    console.log(red + args.name.slice(0, 9) + red + args.name.slice(9));
    console.log("\\u001b[32mdone");
    throw new Error("wrong: " + args.name);`;
  await using greeter = await greeterRepository(
    modelText(body, { args: "{ name: z.string().meta({ sensitive: true }) }" }),
  );
  await using at = await testRuns(greeter.repository);
  const run = await at.done({ inputs: { name: secret } });
  equal(run.status, "failed");
  const texts = [
    JSON.stringify(run),
    JSON.stringify(await eventsOf(at.runs, run.id)),
    await Deno.readTextFile(`${at.state.folder}/runs/${run.id}.ndjson`),
    JSON.stringify(at.state.database.prepare("SELECT * FROM runs").all()),
  ];
  for (const text of texts) {
    doesNotMatch(text, new RegExp(secret));
    doesNotMatch(text.replaceAll(/\\u001b\[\d*m/g, ""), new RegExp(secret), "in two colors");
  }
  match(texts[1]!, /got \*\*\*/);
  match(texts[1]!, /u001b\[32mdone/);
});

Deno.test("inputs are kept when a run has ended, also a failed one: secrets blanked, long ones not", async () => {
  await using greeter = await greeterRepository(
    modelText(
      `if (args.fails === "yes") throw new Error("as asked"); return { dataHandles: [] };`,
      {
        args: `{
        name: z.string(),
        fails: z.string().optional(),
        token: z.string().meta({ sensitive: true }).optional(),
      }`,
      },
    ),
  );
  await using at = await testRuns(greeter.repository);
  const table = [
    [{ name: "Ada" }, "succeeded", { name: "Ada" }],
    [{ name: "Ada", fails: "yes", token: "s3cret-4711" }, "failed", {
      name: "Ada",
      fails: "yes",
      token: "***",
    }],
    [{ name: "x".repeat(64_000) }, "succeeded", undefined],
  ] as const;
  for (const [inputs, status, kept] of table) {
    const { id, inputs: before } = await at.runs.submit(at.order({ inputs }));
    deepEqual(before, kept);
    const run = await ended(at.runs, id);
    deepEqual([run.status, run.inputs], [status, kept]);
  }
  const rows = at.state.database.prepare("SELECT request, bytes FROM runs ORDER BY id").all() as {
    request: string;
    bytes: number;
  }[];
  doesNotMatch(JSON.stringify(rows), /s3cret/);
  deepEqual(rows.map(({ request }) => request.length), [14, 42, 0]);
  equal(rows.every(({ request, bytes }) => bytes > request.length), true);
});

Deno.test("an expression in the input of a caller is a text, and never read for them", async () => {
  const body = `        const text = JSON.stringify([args.name, context.globalArgs.from]);
        return { dataHandles: [await context.writeResource("greeting", "main", { text })] };`;
  await using greeter = await greeterRepository(
    modelText(body, { args: NAME, globals: "{ from: z.string().optional() }" }),
    { globals: { from: "${{ inputs.name }}" } },
  );
  await using at = await testRuns(greeter.repository);
  Deno.env.set("TEST_OF_RUNS", "operators-own-value");
  try {
    const name = "${{ env.TEST_OF_RUNS }}";
    for (const trigger of ["api", "mcp", "webhook"] as const) {
      const run = await at.done({ inputs: { name }, trigger });
      deepEqual(run.result?.dataArtifacts[0]?.attributes, { text: JSON.stringify([name, name]) });
    }
    const scheduled = await at.done({ inputs: { name }, trigger: "schedule" });
    // Read, and blanked as what a variable holds.
    deepEqual(scheduled.result?.dataArtifacts[0]?.attributes, {
      text: JSON.stringify(["***", name]),
    });
  } finally {
    Deno.env.delete("TEST_OF_RUNS");
  }
});

Deno.test("no value that a caller sends is granted as if the operator had typed it", async () => {
  await using greeter = await greeterRepository(
    modelText(GREET, { globals: "{ url: z.string() }", args: NAME }),
    {
      manifest: 'permissions:\n  net: ["${globalArgs.url}"]\n',
      globals: { url: "${{ inputs.name }}" },
    },
  );
  await greeter.greet({ name: "https://first.example" });
  await using at = await testRuns(greeter.repository);
  const known = await at.done({ inputs: { name: "https://first.example" } });
  equal(known.status, "succeeded", JSON.stringify(known.error));
  const evil = await at.done({ inputs: { name: "https://evil.example" } });
  deepEqual([evil.status, evil.error?.code], ["failed", "consent_required"]);
});
