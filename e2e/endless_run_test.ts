import assert from "node:assert/strict";
import { untilGone } from "../packages/runtime/testing/process.ts";
import { readUntil } from "./process/read_until.ts";
import { processesOf } from "./process/processes.ts";
import { createPerson, type Person } from "./process/svc.ts";

const PATTERN = "^(a+)+$";

/** A person whose behavior `slow` writes a value that its pattern can never be done with; of all tests here. */
const person = await setUp();
Deno.test.afterAll(async () => await person[Symbol.asyncDispose]());

async function setUp(): Promise<Person> {
  // No registry is asked.
  const person = await createPerson("http://127.0.0.1:9");
  await person.ok(["init"]);
  await Deno.mkdir(`${person.work}/extensions/models`, { recursive: true });
  await Deno.writeTextFile(
    `${person.work}/extensions/models/slow.ts`,
    `import * as z from "npm:zod@4.6.7";

export const model = {
  type: "@ada/slow",
  version: "2026.11.21.1",
  resources: {
    text: {
      description: "A text",
      schema: z.object({ text: z.string().meta({ pattern: ${JSON.stringify(PATTERN)} }) }),
      lifetime: "infinite",
      garbageCollection: 5,
    },
  },
  methods: {
    write: {
      description: "Writes a text",
      arguments: z.object({}),
      execute: async (_args: unknown, context: any) => {
        context.logger.info("writing");
        await context.writeResource("text", "main", { text: "a".repeat(60) + "!" });
      },
    },
    query: {
      description: "Asks for something that takes ages",
      arguments: z.object({}),
      execute: async (_args: unknown, context: any) => {
        context.logger.info("asking");
        const list = "[1,2,3,4,5,6,7,8,9]";
        let predicate = "true";
        for (let depth = 0; depth < 12; depth++) predicate = list + ".all(x" + depth + ", " + predicate + ")";
        await context.writeResource("text", "other", { text: "a" });
        await context.queryData(predicate);
      },
    },
  },
};
`,
  );
  await person.ok(["behavior", "create", "@ada/slow", "slow"]);
  return person;
}

/** The process that evaluates what may take long, once it is there. */
async function evaluating(): Promise<number> {
  for (;;) {
    const found = (await processesOf(person)).find(({ command }) =>
      // The build and the sources start the same module.
      /_process\.[jt]s\b/.test(command)
    );
    if (found !== undefined) return found.pid;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

Deno.test("what never ends by itself ends, and leaves no process: a query fails, a write is told", async () => {
  const query = await person.svc(["behavior", "run", "slow", "query", "--json"]);
  assert.equal(query.code, 1, query.stderr);
  const refused = JSON.parse(query.stderr) as { code: string; error: string };
  assert.equal(refused.code, "timeout");
  assert.match(refused.error, /^The query took longer than 10 s$/);
  assert.deepEqual(await processesOf(person), []);
  const write = await person.svc(["behavior", "run", "slow", "write", "--json"]);
  assert.equal(write.code, 0, write.stderr);
  const { warnings } = JSON.parse(write.stdout) as { warnings: string[] };
  assert.match(warnings.join(), /text could not be checked within 5 s; .*\/\^\(a\+\)\+\$\//);
  assert.deepEqual(await processesOf(person), []);
});

for (const times of [1, 2]) {
  Deno.test(`Ctrl-C ends the check at once and leaves no process: ${times} of 2`, async () => {
    const svc = person.start(["behavior", "run", "slow", "write"]);
    const { rest } = await readUntil(svc.stderr, /writing/);
    const stdout = new Response(svc.stdout).text();
    const check = await evaluating();
    svc.kill("SIGINT");
    // Left to its own limit, it would go on for 5 s.
    if (times === 1) await untilGone(check, { cpuSeconds: 1 });
    if (times === 2) {
      // Signals that have not been taken yet are one.
      const again = setInterval(() => {
        try {
          svc.kill("SIGINT");
        } catch {
          // It has ended.
        }
      }, 50);
      await svc.status.finally(() => clearInterval(again));
    }
    const { code } = await svc.status;
    const stderr = await rest;
    await stdout;
    if (times === 1) assert.match(stderr, /error: write was cancelled/);
    assert.ok(code === 1 || (times === 2 && code === 130), `${code}: ${stderr}`);
    // Killed at the very end, a process may take a moment to be gone.
    for (const { pid } of await processesOf(person)) await untilGone(pid);
  });
}
