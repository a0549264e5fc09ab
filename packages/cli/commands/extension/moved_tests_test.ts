import assert from "node:assert/strict";
import { writeExtension } from "../../testing/extension.ts";
import { svc, temporaryConfig } from "../../testing/host.ts";

const MODEL = `
import { z } from "zod";
export const model = {
  type: "@acme/probe",
  version: "2026.01.01.1",
  globalArguments: z.object({ host: z.string() }),
  resources: { state: { schema: z.object({}), lifetime: "infinite", garbageCollection: 1 } },
  methods: {
    scan: {
      description: "Scans",
      arguments: z.object({}),
      execute: async (_args: unknown, context: any) => {
        const before = await context.readResource("main");
        const { stdout, success } = await new Deno.Command("ssh", { args: [context.globalArgs.host] })
          .output();
        context.logger.info("scanned {host}", { host: context.globalArgs.host });
        context.logger.warn("slow");
        const writer = context.createFileWriter("log", "log");
        await writer.writeLine(new TextDecoder().decode(stdout));
        await writer.finalize();
        const extra = context.unknownMember ?? "none";
        const handle = await context.writeResource("state", "main", {
          success, extra, count: (before?.count ?? 0) + 1, name: context.definition.name,
        });
        return { dataHandles: [handle] };
      },
    },
  },
};
`;

const TEST = (name: string) => `
import { equal, throws } from "node:assert/strict";
import {
  assertVaultConformance,
  assertVaultExportConformance,
  createModelTestContext,
  createReportTestContext,
  withMockedCommand,
} from ${JSON.stringify(name)};
import { model } from "./probe.ts";

type ScanContext = Parameters<typeof model.methods.scan.execute>[1];

Deno.test("scan writes what it found", async () => {
  const { context, getWrittenResources, getWrittenFiles, getLogsByLevel } = createModelTestContext({
    globalArgs: { host: "web-1" },
    definition: { id: "a", name: "fleet", version: 1, tags: {} },
    storedResources: { main: { count: 2 } },
    methodName: "scan",
  });
  const { result, calls } = await withMockedCommand(
    (_cmd, args) => ({ stdout: "hello " + args[0], code: 0 }),
    () => model.methods.scan.execute({}, { ...context } as ScanContext),
  );
  equal(result.dataHandles.length, 1);
  equal(calls[0].args[0], "web-1");
  const [written] = getWrittenResources();
  equal(written.specName, "state");
  equal(written.name, "main");
  equal(written.data.count, 3);
  equal(written.data.extra, "none");
  equal(written.data.name, "fleet");
  equal(getWrittenFiles()[0].text, "hello web-1\\n");
  equal(getLogsByLevel("info").length, 1);
  equal(getLogsByLevel("warning")[0].message, "slow");
});

Deno.test("a report reads what there is", async () => {
  const content = new TextEncoder().encode(JSON.stringify({ total: 3 }));
  const { context } = createReportTestContext({
    scope: "workflow",
    workflowName: "nightly",
    stepExecutions: [{ modelType: "@acme/probe", modelId: "m", dataHandles: [{ name: "main" }] }],
    dataArtifacts: [{
      modelType: "@acme/probe",
      modelId: "m",
      data: { name: "main", kind: "resource" as const, dataId: "d", version: 1, size: 1 },
      content,
    }],
  });
  const [step] = context.stepExecutions;
  const bytes = await context.dataRepository.getContent(step.modelType, step.modelId, "main");
  equal(JSON.parse(new TextDecoder().decode(bytes)).total, 3);
  equal(await context.dataRepository.getContent(step.modelType, step.modelId, "gone"), null);
});

Deno.test("a vault conforms", async () => {
  const kept = new Map<string, string>();
  const provider = {
    getName: () => "kept",
    get: (key: string) => {
      const value = kept.get(key);
      return value === undefined ? Promise.reject(new Error("not found")) : Promise.resolve(value);
    },
    put: (key: string, value: string) => Promise.resolve(void kept.set(key, value)),
    list: () => Promise.resolve([...kept.keys()]),
  };
  await assertVaultConformance(provider);
  const vault = { type: "@acme/kept", name: "Kept", description: "d", createProvider: () => provider };
  assertVaultExportConformance(vault, { validConfigs: [{}], invalidConfigs: [] });
  throws(() => assertVaultExportConformance({ ...vault, type: "kept" }, { validConfigs: [{}] }));
});
`;

Deno.test("tests that moved here run with svc's helpers, whatever their package was called", async () => {
  const { path, ...folder } = await temporaryConfig();
  await using _ = folder;
  const models = `${path}/old/extensions/models`;
  await Deno.mkdir(models, { recursive: true });
  await Deno.writeTextFile(`${path}/old/.other.yaml`, "otherVersion: 1\nrepoId: x\n");
  await Deno.writeTextFile(
    `${path}/old/deno.json`,
    JSON.stringify({
      imports: { "@other/other-testing": "jsr:@other/other-testing@^0.1", zod: "npm:zod@4" },
    }),
  );
  await Deno.writeTextFile(`${models}/probe.ts`, MODEL);
  await Deno.writeTextFile(`${models}/probe_test.ts`, TEST("@other/other-testing"));
  await Deno.writeTextFile(`${models}/pinned_test.ts`, TEST("jsr:@other/testing@0.20260101.1"));
  await Deno.writeTextFile(
    `${models}/manifest.yaml`,
    'manifestVersion: 1\nname: "@acme/probe"\nversion: 2026.01.01.1\ndescription: d\n' +
      "models: [probe.ts]\n",
  );
  const env = { XDG_CONFIG_HOME: path };
  const moved = await svc(["init", "new", "--from", "old"], { cwd: path, env });
  assert.equal(moved.exit, 0, moved.stderr);
  const { imports } = JSON.parse(await Deno.readTextFile(`${path}/new/deno.json`));
  assert.equal(imports.zod, "npm:zod@4");
  assert.equal(imports["@other/other-testing"], imports["jsr:@other/testing@0.20260101.1"]);

  const tests = await svc(["extension", "test"], { cwd: `${path}/new/extensions/models`, env });
  assert.equal(tests.exit, 0, tests.stderr);
  assert.match(tests.stderr, /6 passed/);
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(tests.stderr, /\x1b/);

  // In a clone without what git ignores, and with a deno.json of the extension's own.
  await Deno.remove(`${path}/new/.svc/author`, { recursive: true });
  await Deno.writeTextFile(
    `${path}/new/extensions/models/deno.json`,
    await Deno.readTextFile(`${path}/old/deno.json`),
  );
  const again = await svc(["extension", "test"], { cwd: `${path}/new/extensions/models`, env });
  assert.equal(again.exit, 0, again.stderr);
});

Deno.test("an extension without tests says so, and where to write one", async () => {
  await using folder = await temporaryConfig();
  const file = await writeExtension(folder.path);
  const { exit, stderr } = await svc(["extension", "test", file, "--json"]);
  const { code, error, hint } = JSON.parse(stderr);
  assert.deepEqual([exit, code, error], [1, "not_found", "@acme/greeter has no tests yet"]);
  assert.match(hint, /_test\.ts/);
});

Deno.test("types that are wrong are told without an option that the command does not take", async () => {
  await using folder = await temporaryConfig();
  const file = await writeExtension(folder.path);
  await Deno.writeTextFile(
    `${file.replace(/[^/]*$/, "")}wrong_test.ts`,
    "export const n: number = '';",
  );
  const { exit, stderr } = await svc(["extension", "test", file]);
  assert.equal(exit, 1);
  assert.match(stderr, /TS2322.*\n[^]*Type checking failed/);
  assert.doesNotMatch(stderr, /--no-check|info:/);
});
