import assert from "node:assert/strict";
import { lockRepository } from "@svc/runtime/repository";
import { manifestText, withSmallZod } from "../../runtime/testing/extension.ts";
import { COMMANDS, loadCommand } from "../table/table.ts";
import { type Served, served } from "../testing/served.ts";
import type { Outcome, TestHost } from "../testing/host.ts";

const HOSTILE = "\\u001b[2Jtitle\\u202e";

const SUMMARY = `export const report = {
  name: "@acme/summary",
  description: "Sums up a run",
  scope: "method",
  labels: ["audit"],
  execute: ({ dataHandles }) => ({ markdown: "# Summary ${HOSTILE}", json: { count: dataHandles.length } }),
};
`;

const MODEL = withSmallZod(`import * as z from "npm:zod@4.6.7";
export const model = {
  type: "@acme/greeter",
  version: "2026.01.02.3",
  resources: {
    greeting: {
      description: "What was said",
      schema: z.object({ text: z.string().min(1), times: z.number().int().optional() }),
      lifetime: "infinite",
      garbageCollection: 3,
    },
  },
  reports: ["@acme/summary"],
  files: { log: { description: "A log", contentType: "application/pdf", lifetime: "30d", garbageCollection: 2 } },
  methods: {
    greet: {
      description: "Says hello",
      arguments: z.object({ name: z.string().min(1).describe("Whom to greet") }),
      execute: async (args, context) => {
        context.logger.info("Greeting " + args.name);
        if (args.name === "nobody") throw new Error("There is nobody ${HOSTILE}");
        const handle = await context.writeResource("greeting", args.name, { text: "Hello " + args.name });
        return { dataHandles: [handle] };
      },
    },
  },
};
`);

const FILES = {
  "extensions/greeter/manifest.yaml": manifestText("reports:\n  - summary.ts\n"),
  "extensions/greeter/greeter.ts": MODEL,
  "extensions/greeter/summary.ts": SUMMARY,
};

/** A served repository in which a behavior has run: well, badly, and well again. */
async function world(): Promise<Served> {
  const at = await served(FILES);
  for (
    const argv of [
      ["behavior", "create", "@acme/greeter", "hello"],
      ["behavior", "run", "hello", "greet", "--input", "name=Ada"],
      ["behavior", "run", "hello", "greet", "--input", "name=Ada", "--tag", "team=core"],
      words("webhook add deploy hello greet --scheme github --map name=body.name"),
      words("schedule add yearly hello greet --cron @yearly --input name=Ada"),
      [
        ...words("schedule add broken hello greet --cron @yearly --timeout 90 --input"),
        "name=${{ 'nobo' + 'dy' }}",
      ],
    ]
  ) {
    const done = await at.here(argv);
    assert.equal(done.exit, 0, done.stderr);
  }
  assert.equal(
    (await at.here(["behavior", "run", "hello", "greet", "--input", "name=nobody"])).exit,
    1,
  );
  return at;
}

const words = (line: string) => line.split(" ");

/** Command lines that read, each with the exit code that it has in either place. */
const READS: readonly [readonly string[], number][] = [
  [words("behavior search"), 0],
  [words("behavior search hel"), 0],
  [words("behavior search nothing"), 0],
  [words("behavior get hello"), 0],
  [words("behavior get nobody"), 1],
  [words("behavior history"), 0],
  [words("behavior history hello --method greet --status failed --limit 1"), 0],
  [words("behavior history --since 1h --limit 2"), 0],
  [words("behavior history nobody"), 1],
  [words("behavior logs hello"), 0],
  [words("behavior logs hello --tail 1"), 0],
  [words("behavior logs nobody"), 1],
  [words("behavior output hello"), 0],
  [words("behavior output hello --data"), 1],
  [words("behavior output nobody"), 1],
  [words("data list"), 0],
  [words("data list hello"), 0],
  [words("data list hello --type resource --limit 1"), 0],
  [words("data list hello --offset 7"), 0],
  [words("data list nobody"), 1],
  [words("data get hello Ada"), 0],
  [words("data get hello Ada --version 1"), 0],
  [words("data get hello Ada --verbose"), 0],
  [words("data get hello Ada --no-content"), 0],
  [words("data get hello Ada --version 9"), 1],
  [words("data get hello nothing"), 1],
  [words("data versions hello Ada"), 0],
  [words("data versions hello nothing"), 1],
  [words("data verify hello Ada"), 0],
  [words("data verify hello Ada --version 1"), 0],
  [words("data verify hello nothing"), 1],
  [["data", "query", 'modelName == "hello"'], 0],
  [["data", "query", "true", "--select", '{"n": name}', "--limit", "1"], 0],
  [["data", "query", "no such thing"], 1],
  [["data", "query", "1 + 1"], 1],
  [words("data search"), 0],
  [words("data search Ad --type resource --tag team=core --behavior hello --since 1d"), 0],
  [
    words("data search --owner-type model-method --lifetime infinite --content-type application/*"),
    0,
  ],
  [words("data search --since never"), 1],
  [words("report list"), 0],
  [words("report list nothing"), 0],
  [words("report list --behavior hello"), 0],
  [words("report list --behavior nobody"), 1],
  [words("report get @acme/summary"), 0],
  [words("report get @acme/summary --markdown --behavior hello --version 1"), 0],
  [words("report get @acme/summary --version 9"), 1],
  [words("report get @acme/nothing"), 1],
  [words("schedule list"), 0],
  [words("webhook list"), 0],
  [words("model type search greeter"), 0],
  [words("model type search nothing"), 0],
  [words("model type describe @acme/greeter"), 0],
  [words("model type describe @acme/greeter --compact"), 0],
  [words("model type describe @acme/nothing"), 1],
  [words("model type describe nonsense!"), 1],
];

Deno.test("what is read of a server is what is read where its repository is: text, JSON, exit code", async () => {
  await using at = await world();
  for (const [argv, exit] of READS) {
    for (const form of [[], ["--json"]]) {
      const line = [...argv, ...form];
      const [here, there] = [await at.here(line), await at.there(line)];
      const what = `svc ${line.join(" ")}`;
      assert.equal(there.stdout, here.stdout, what);
      assert.equal(there.exit, here.exit, `${what}: ${here.stderr}${there.stderr}`);
      assert.equal(here.exit, exit, `${what}: ${here.stderr}`);
      assert.equal(there.stderr, here.stderr, what);
    }
  }
});

const GREET = words("behavior run hello greet");

/** Command lines that run, each with its exit code. */
const RUNS: readonly [readonly string[], number, TestHost?][] = [
  [[...GREET, "--input", "name=Ada"], 0],
  [[...GREET, "--input", "name=Ada", "--verbose"], 0],
  [[...GREET, "--input", "name=Ada", "--skip-reports"], 0],
  [[...GREET, "--stdin"], 0, { stdin: '[{"name":"Ada"},{"name":"Bob"}]' }],
  [[...GREET, "--stdin"], 1, { stdin: '[{"name":"Ada"},{"name":"nobody"},{"name":"Bob"}]' }],
  [[...GREET, "--stdin"], 1, { stdin: "[7]" }],
  [[...GREET, "--input-file", "/no/such/file"], 1],
  [[...GREET, "--input", "name=nobody"], 1],
  [GREET, 1],
  [[...GREET, "--input", "name="], 1],
  [[...GREET, "--input", "name=Ada", "--input", "nme=Ada"], 1],
  [[...GREET, "--input", "name:json={}"], 1],
  [[...GREET, "--input", "name=Ada", "--tag", "team"], 2],
  [[...GREET, "--input", "name=Ada", "--timeout", "soon"], 1],
  [[...GREET, "--input", "name=Ada", "--skip-check", "nothing"], 0],
  [words("schedule run yearly"), 0],
  [words("schedule run yearly --verbose"), 0],
  [words("schedule run broken"), 1],
  [words("schedule run yearyl"), 1],
  [words("schedule pause yearly"), 0],
  [words("schedule pause yearyl"), 1],
  [words("schedule list"), 0],
  [words("schedule run yearly"), 0],
  [words("schedule resume yearly"), 0],
  [words("schedule resume yearly"), 0],
  [words("schedule resume nothing"), 1],
  [words("behavior run hello wave"), 1],
  [words("behavior run nobody greet"), 1],
];

Deno.test("every command with a result, from here or from a server, has a line above", async () => {
  const lines = [...READS, ...RUNS].map(([argv]) => `${argv.join(" ")} `);
  for (const [path, row] of Object.entries(COMMANDS)) {
    const { options = {}, streams } = await loadCommand(row);
    if (streams || !("server" in options && "repo-dir" in options)) continue;
    assert.ok(lines.some((line) => line.startsWith(`${path} `)), path);
  }
});

/** Output without what differs from run to run: ids, times, and who asked. */
function steady(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
    .replace(/(in |"duration": )\d+/g, "$1N")
    .replace(/\d{4}-\d\d-\d\dT[\d:.-]+Z/g, "TIME")
    .replace(/\/Ada\/\d+|\/Bob\/\d+/g, "/NAME/N")
    .replace(/"initiatedBy": "[^"]*"/g, '"initiatedBy": "WHO"')
    .replace(/(paused by |"by": ")[^"\s]*/g, "$1WHO");
}

const told = ({ exit, stdout, stderr }: Outcome) => [exit, steady(stdout), steady(stderr)];

Deno.test("a run at a server is told as a run here is: stdout, stderr, JSON, exit code", async () => {
  await using at = await world();
  for (const [argv, exit, settings] of RUNS) {
    for (const form of [[], ["--json"]]) {
      const line = [...argv, ...form];
      const what = `svc ${line.join(" ")}`;
      const [here, there] = [await at.here(line, settings), await at.there(line, settings)];
      assert.deepEqual(told(there), told(here), what);
      assert.equal(here.exit, exit, `${what}: ${here.stderr}`);
    }
  }
});

Deno.test("a behavior that is in use is exit 75 in either place, and says by whom", async () => {
  await using at = await world();
  const { results: [{ id }] } = JSON.parse(
    (await at.here(["behavior", "search", "--json"])).stdout,
  );
  await using _held = await lockRepository(at.repository, { file: `locks/${id}.lock` });
  Deno.env.set("SVC_LOCK_TIMEOUT_MS", "0");
  try {
    const line = [...GREET, "--input", "name=Ada", "--json"];
    const settings = { env: { SVC_LOCK_TIMEOUT_MS: "0" } };
    for (const { exit, stderr } of [await at.here(line), await at.there(line, settings)]) {
      const { code, error } = JSON.parse(stderr);
      assert.deepEqual([exit, code], [75, "lock_timeout"]);
      assert.match(error, new RegExp(`process ${Deno.pid} on `));
    }
  } finally {
    Deno.env.delete("SVC_LOCK_TIMEOUT_MS");
  }
});

Deno.test("what the operator did not consent to is refused, and the operator's command is named", async () => {
  await using at = await served({
    "extensions/greeter/manifest.yaml": manifestText(
      "reports:\n  - summary.ts\npermissions:\n  net:\n    - api.example.com\n",
    ),
    "extensions/greeter/greeter.ts": MODEL,
    "extensions/greeter/summary.ts": SUMMARY,
  });
  await at.here(words("behavior create @acme/greeter hello"));
  for (const place of [at.here, at.there]) {
    const { exit, stderr } = await place([...GREET, "--input", "name=Ada", "--json"]);
    const { code, hint } = JSON.parse(stderr);
    assert.deepEqual([exit, code], [1, "consent_required"]);
    assert.ok(hint);
  }
});
