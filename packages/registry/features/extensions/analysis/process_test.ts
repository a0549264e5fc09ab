import assert from "node:assert/strict";
import { packageOf } from "../../../testing/extensions/package.ts";
import { analystInThread } from "../../../testing/in_thread.ts";
import type { Analyst } from "./analyst.ts";
import { type AnalystOptions, analystProcesses } from "./process.ts";

const ANNOUNCED = { name: "@acme/hello", version: "2026.01.02.1" };

/** An analyst in processes, with a folder that it may read. */
async function analyst(options: Partial<AnalystOptions> = {}) {
  const folder = await Deno.makeTempDir({ dir: ".", prefix: ".svc-analysis-" });
  const made: Analyst = analystProcesses({ deno: Deno.execPath(), folders: [folder], ...options });
  return {
    ...made,
    async put(bytes: Uint8Array): Promise<string> {
      const path = `${folder}/${crypto.randomUUID()}`;
      await Deno.writeFile(path, bytes);
      return path;
    },
    async [Symbol.asyncDispose]() {
      await made.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

Deno.test("another process finds in an archive what this thread finds", async () => {
  await using processes = await analyst();
  const thread = analystInThread(Deno.execPath());
  const path = await processes.put(
    await packageOf({
      source:
        'import { z } from "npm:zod@4";\nimport "jsr:@std/fmt";\nexport const s = z.string();\n',
    }),
  );
  const [there, here] = [await processes.open(path, ANNOUNCED), await thread.open(path, ANNOUNCED)];
  assert.deepEqual(there.submission, here.submission);
  assert.deepEqual(await there.facts, await here.facts);
  assert.equal((await there.facts).symbols.outcome, "passed");
  assert.deepEqual(there.submission.dependencies.map(({ name }) => name), ["@std/fmt", "zod"]);
});

Deno.test("a refusal comes back with its code, hint and places, and the process goes on", async () => {
  await using processes = await analyst({ width: 1 });
  const refused = (path: string, announced = ANNOUNCED) =>
    processes.open(path, announced).then(() => undefined, (error) => error.toJSON());
  const unsafe = await refused(
    await processes.put(await packageOf({ source: "export const x = 1;\neval('1');\n" })),
  );
  assert.equal(unsafe.code, "archive_unsafe");
  assert.equal(unsafe.details[0].path, "models/hello.ts:2");
  assert.ok(unsafe.hint);
  const noArchive = await processes.put(new TextEncoder().encode("not an archive"));
  assert.equal((await refused(noArchive)).code, "archive_invalid");
  const whole = await processes.put(await packageOf());
  assert.equal(
    (await refused(whole, { ...ANNOUNCED, version: "2026.01.02.2" })).code,
    "rule_refused",
  );
  assert.equal((await (await processes.open(whole, ANNOUNCED)).facts).symbols.outcome, "passed");
});

Deno.test("an entry point that is missing refuses the facts of an archive that could be read", async () => {
  await using processes = await analyst();
  const path = await processes.put(
    await packageOf({ manifest: { models: ["hello.ts", "gone.ts"] } }),
  );
  const { facts } = await processes.open(path, ANNOUNCED);
  await assert.rejects(facts, { code: "archive_invalid" });
});

Deno.test("a file outside the given folders is not read", async () => {
  await using processes = await analyst();
  // Not a file of the checkout: that may stand in the folder for temporary files.
  await assert.rejects(processes.open("/etc/passwd"), /read access/);
});

Deno.test("an archive that takes too long, or more memory than there is, is refused as unavailable", async () => {
  const bytes = await packageOf();
  for (const limit of [{ timeLimitMs: 1 }, { memoryMb: 1 }]) {
    await using processes = await analyst(limit);
    const path = await processes.put(bytes);
    await assert.rejects(processes.open(path, ANNOUNCED), { code: "unavailable" });
  }
});

Deno.test("beyond what may wait, a task is refused; the others are done in turn", async () => {
  await using processes = await analyst({ width: 1, waiting: 2 });
  const path = await processes.put(await packageOf());
  const tasks = Array.from({ length: 4 }, () => processes.open(path, ANNOUNCED));
  const settled = await Promise.allSettled(tasks);
  assert.deepEqual(settled.map(({ status }) => status), [
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
  ]);
  assert.equal((settled[3] as PromiseRejectedResult).reason.code, "unavailable");
});

Deno.test("an archive whose turn does not come in time is refused, with what to do", async () => {
  await using processes = await analyst({ width: 1, waitLimitMs: 1 });
  const path = await processes.put(await packageOf());
  const first = processes.open(path, ANNOUNCED);
  await assert.rejects(processes.open(path, ANNOUNCED), {
    code: "unavailable",
    message: "Too many extensions are being published",
    hint: "Push again in a minute; nothing was published.",
  });
  await (await first).facts;
});

Deno.test("closing refuses what waits and takes nothing more", async () => {
  await using processes = await analyst({ width: 1 });
  const path = await processes.put(await packageOf());
  const tasks = [processes.open(path, ANNOUNCED), processes.open(path, ANNOUNCED)];
  const settled = Promise.allSettled(tasks);
  await processes.close();
  assert.equal((await settled)[1]!.status, "rejected");
  await assert.rejects(processes.open(path, ANNOUNCED), { code: "unavailable" });
});
