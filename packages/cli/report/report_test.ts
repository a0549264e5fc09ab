import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { initRepository } from "@svc/runtime/repository";
import { svc, temporaryConfig } from "../testing/host.ts";

const MODEL = `import * as z from "npm:zod@4.6.7";
export const model = {
  type: "@acme/counter",
  version: "2026.11.21.1",
  resources: {
    count: { schema: z.object({ n: z.number() }), lifetime: "infinite", garbageCollection: 2 },
  },
  reports: ["@acme/tally"],
  methods: {
    count: {
      description: "Counts",
      arguments: z.object({}),
      execute: (_: unknown, context: any) => context.writeResource("count", "now", { n: 3 }),
    },
  },
};
`;

const REPORT = (text: string) =>
  `export const report = {
  name: "@acme/tally", description: "Tallies", scope: "method", labels: ["audit"],
  execute: () => ({ markdown: ${JSON.stringify(text)}, json: { ok: true } }),
};
`;

/** A repository with a behavior \`c\` whose method has a report that says \`text\`. */
async function counting(text: string) {
  const { path, ...folder } = await temporaryConfig();
  await initRepository(path);
  await Deno.mkdir(`${path}/extensions/counter`, { recursive: true });
  const files = {
    "manifest.yaml": 'manifestVersion: 1\nname: "@acme/counter"\nversion: 2026.11.21.1\n' +
      "paths: { base: manifest }\nmodels: [counter.ts]\nreports: [tally.ts]\n",
    "counter.ts": MODEL,
    "tally.ts": REPORT(text),
  };
  for (const [file, content] of Object.entries(files)) {
    await Deno.writeTextFile(`${path}/extensions/counter/${file}`, content);
  }
  const at = (...argv: string[]) => svc(argv, { cwd: path, env: { XDG_CONFIG_HOME: path } });
  const made = await at("behavior", "create", "@acme/counter", "c");
  equal(made.exit, 0, made.stderr);
  return { at, path, ...folder };
}

Deno.test("a run names the reports it made and how to read them, and holds them as JSON", async () => {
  await using counter = await counting("# Three");
  const run = await counter.at("behavior", "run", "c", "count");
  match(run.stdout, /\nReport: svc report get @acme\/tally --behavior c\n$/);
  equal((await counter.at("report", "get", "@acme/tally", "--behavior", "c")).stdout, "Three\n");
  const json = JSON.parse((await counter.at("behavior", "run", "c", "count", "--json")).stdout);
  deepEqual(json.reports["@acme/tally"], {
    name: "@acme/tally",
    scope: "method",
    success: true,
    markdown: "# Three",
    json: { ok: true },
  });
});

for (
  const flags of [
    ["--skip-reports"],
    ["--skip-report", "@acme/tally"],
    ["--skip-report-label", "audit"],
    ["--report", "@acme/other"],
    ["--report-label", "other"],
  ]
) {
  Deno.test(`a run with ${flags.join(" ")} leaves the report out`, async () => {
    await using counter = await counting("# Three");
    const run = await counter.at("behavior", "run", "c", "count", ...flags);
    equal(run.exit, 0, run.stderr);
    doesNotMatch(run.stdout, /Report:/);
  });
}

Deno.test("--markdown prints what the report wrote; laid out, nothing of it moves the cursor", async () => {
  const text = "# A\u001b[2Jtitle\n\n* one";
  await using counter = await counting(text);
  await counter.at("behavior", "run", "c", "count");
  const written = await counter.at("report", "get", "@acme/tally", "--markdown");
  equal(written.stdout, `${text}\n`);
  const shown = await counter.at("report", "get", "@acme/tally");
  match(shown.stdout, /^A.*title\n\n- one\n$/);
  equal(shown.stdout.includes("\u001b"), false);
});
