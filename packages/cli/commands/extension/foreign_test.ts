import assert from "node:assert/strict";
import type { PushResponse } from "@svc/core/wire";
import { gzip, type RawEntry, tar } from "@svc/scorecard/archive/testing";
import { published } from "../../testing/published.ts";

const MODEL = `/** Greets. @module */
import { z } from "npm:zod@4.6.7";
import { times } from "./lib/times.ts";
/** The type. */
export const model = {
  type: "@acme/elsewhere",
  version: "2026.01.02.1",
  globalArguments: z.object({ greeting: z.string().default("Hello") }),
  resources: {
    said: { description: "What was said", schema: z.object({ text: z.string() }), lifetime: "infinite", garbageCollection: 3 },
  },
  methods: {
    greet: {
      description: "Greets",
      arguments: z.object({ name: z.string() }),
      execute: async (args: { name: string }, context: any) => {
        const text = (context.globalArgs.greeting + " " + args.name + "!").repeat(times);
        return { dataHandles: [await context.writeResource("said", "main", { text })] };
      },
    },
  },
};
`;

/** Publishes an archive as another tool of the format makes it, with that tool's three requests. */
async function pushElsewhere(url: string, key: string, files: Record<string, string>) {
  const entries = Object.entries(files).map(([path, text]): RawEntry => ({
    name: `extension/${path}`,
    bytes: new TextEncoder().encode(text),
    mode: 0o777,
  }));
  const folders = ["models", "bundles", "reports", "report-bundles", "files"].map((name) => ({
    name: `extension/${name}/`,
    flag: "5",
  }));
  const post = async (path: string) => {
    const response = await fetch(`${url}/api/v1/extensions/${path}`, {
      method: "POST",
      headers: { "authorization": `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "@acme/elsewhere", version: "2026.01.02.1", description: "" }),
    });
    const answer = await response.json();
    assert.equal(response.status, 200, JSON.stringify(answer));
    return answer;
  };
  const { uploadUrl } = await post("push") as PushResponse;
  const sent = await fetch(uploadUrl, {
    method: "PUT",
    body: await gzip(tar([...folders, ...entries])),
  });
  assert.ok(sent.ok, await sent.text());
  return await post("confirm");
}

const FILES = {
  "bundles/greet.js": 'throw new Error("a bundle of another tool was run");',
  "files/README.md": "# Elsewhere\n",
  "manifest.yaml":
    `manifestVersion: 1\nname: "@acme/elsewhere"\nversion: 2026.01.02.1\ndescription: ""\nmodels: [greet.ts]\nworkflows: []\nadditionalFiles: [README.md]\ndependencies: []\n`,
  "models/greet.ts": MODEL,
  "models/lib/times.ts": "export const times = 2;\n",
};

Deno.test("an extension that another tool published is shown as read from its text, pulled, described and run", async () => {
  await using at = await published({});
  const key = JSON.parse(await Deno.readTextFile(`${at.ada.config}/svc/auth.json`)).apiKey;
  await pushElsewhere(at.on.url, key, FILES);
  const info = await at.reader(["extension", "info", "@acme/elsewhere"]);
  assert.match(info.stdout, /Read from the source text without running it\./);
  assert.match(info.stdout, /^@acme\/elsewhere {2}2026\.01\.02\.1\n {2}greet {2}Greets$/m);
  assert.match(info.stdout, /It declares no permissions and gets only those you grant\./);

  const pulled = await at.reader([
    "extension",
    "pull",
    "@acme/elsewhere",
    "--allow-all-requested",
    "--json",
  ]);
  assert.equal(pulled.exit, 0, pulled.stderr);
  const files: string[] = JSON.parse(pulled.stdout).extractedFiles;
  assert.ok(!files.some((file) => file.includes("bundles/")), "compiled files are left out");
  const described = await at.reader(["model", "type", "describe", "@acme/elsewhere"]);
  assert.match(described.stdout, /greeting \(string\)/);
  await at.reader(["behavior", "create", "@acme/elsewhere", "hi"]);
  const run = await at.reader(["behavior", "run", "hi", "greet", "--input", "name=Ada"]);
  assert.equal(run.exit, 0, run.stderr);
  const data = await at.reader(["data", "get", "hi", "main"]);
  assert.match(data.stdout, /Hello Ada!Hello Ada!/);
});

Deno.test("skills are named and agreed to before a pull places them; workflows and drivers are said not to run", async () => {
  await using at = await published({
    described: true,
    manifest: "skills: [greeting]\nworkflows: [daily.yaml]\ndrivers: [far.ts]\n",
    files: {
      "skills/greeting/SKILL.md": "---\nname: greeting\ndescription: How to greet\n---\n",
      "daily.yaml": "name: '@acme/daily'\ndescription: Greets each day\njobs: []\n",
      "far.ts":
        '/** Far. @module */\n/** Far. */\nexport const driver: { type: string; name: string; description: string } = { type: "@acme/far", name: "Far", description: "Runs far away" };\n',
    },
  });
  const info = await at.reader(["extension", "info", "@acme/greeter"]);
  assert.doesNotMatch(info.stdout, /Read from the source text/);
  for (
    const line of [
      /svc does not run workflows\)\n {2}@acme\/daily {2}Greets each day/,
      /@acme\/far {2}Runs far away/,
      /Skills for coding agents\n {2}greeting {2}How to greet/,
    ]
  ) {
    assert.match(info.stdout, line);
  }
  const refused = await at.reader(["extension", "pull", "@acme/greeter", "--json"]);
  assert.equal(refused.exit, 1);
  const { code, error, hint } = JSON.parse(refused.stderr.slice(refused.stderr.indexOf("{")));
  assert.equal(code, "permissions_not_granted");
  assert.match(
    error,
    /brings skills, .*\n {2}greeting {2}How to greet\n.*\.claude\/skills\/greeting/,
  );
  assert.match(hint, /svc extension pull @acme\/greeter@\S+ --allow skill:greeting$/m);
  assert.equal(await exists(`${at.repo}/.claude`), false);

  const pulled = await at.reader(["extension", "pull", "@acme/greeter", "--allow-all-requested"]);
  assert.equal(pulled.exit, 0, pulled.stderr);
  assert.match(pulled.stderr, /holds 1 workflow and 1 driver, which svc stores but does not run/);
  assert.ok(await exists(`${at.repo}/.claude/skills/greeting/SKILL.md`));
  const again = await at.reader(["extension", "pull", "@acme/greeter"]);
  assert.equal(again.exit, 0, again.stderr);

  // Somebody else, with the lockfile and the skills from git, puts the rest back.
  await Deno.remove(`${at.repo}/.svc/pulled-extensions/@acme`, { recursive: true });
  const restored = await at.reader(["extension", "install"], {
    env: { XDG_CONFIG_HOME: at.ada.config },
  });
  assert.match(restored.stdout + restored.stderr, /brings skills/);
  const agreed = await at.reader(["extension", "install", "--allow-all-requested"], {
    env: { XDG_CONFIG_HOME: at.ada.config },
  });
  assert.equal(agreed.exit, 0, agreed.stderr);
  await at.reader(["extension", "rm", "@acme/greeter", "--yes"]);
  const gone = await at.reader(["extension", "rm", "@acme/greeter"]);
  assert.match(gone.stderr, /@acme\/greeter is not installed here/, "before --yes is asked for");
  assert.equal(await exists(`${at.repo}/.claude`), false);
});

Deno.test("a lockfile of another tool is restored where it stands, and gets its sums; nothing in it is trusted before", async () => {
  await using at = await published({ codeless: true });
  const lockfile = `${at.repo}/extensions/models/upstream_extensions.json`;
  const version = "2026.11.21.1";
  const other = {
    version,
    pulledAt: "2026-11-21T00:00:00.000Z",
    files: [".svc/bundles/0a1b2c3d/x.js"],
  };
  await Deno.writeTextFile(lockfile, JSON.stringify({ "@acme/greeter": other }));
  const trusted = await at.reader(["extension", "install", "--trust-lockfile", "--json"]);
  assert.notEqual(trusted.exit, 0);
  assert.match(trusted.stdout + trusted.stderr, /has no checksum for @acme\/greeter/);
  const installed = await at.reader(["extension", "install", "--allow-all-requested"]);
  assert.equal(installed.exit, 0, installed.stderr);
  const { "@acme/greeter": entry } = JSON.parse(await Deno.readTextFile(lockfile));
  assert.match(entry.checksum, /^[0-9a-f]{64}$/);
  assert.ok(!entry.files.includes(other.files[0]));
  assert.equal(await exists(`${at.repo}/upstream_extensions.json`), false);
});

const exists = (path: string) => Deno.stat(path).then(() => true, () => false);
