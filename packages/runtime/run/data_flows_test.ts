import { deepEqual, match, rejects } from "node:assert/strict";
import { asPermissions, permissionsOf } from "@svc/core/permission";
import { listConsents, recordConsent } from "../consent/store.ts";
import { createDefinition } from "../behavior/definitions/create.ts";
import { grantPermissions, revokePermissions } from "../consent/grants/change.ts";
import { installExtension } from "../consent/installed/install.ts";
import { removeExtensions } from "../consent/installed/remove.ts";
import { initRepository } from "../repository/init.ts";
import { type Repository, repositoryAt } from "../repository/repository.ts";
import { reportsAfter } from "./reports/after_method.ts";
import { temporaryFolder, withSmallZod, writeFiles } from "../testing/extension.ts";
import { memoryVaults } from "../testing/memory_vaults.ts";
import { refusal } from "../testing/refusal.ts";
import { verifiedExtension } from "../testing/verified.ts";
import type { RunOptions } from "./request.ts";
import { runMethod } from "./run.ts";

// Who sees what of a behavior of @other/tool, by whose yes: the table of SECURITY.md, a test a cell.

/** All that there is to see of the behavior, by what it is called in the table. */
const VALUES = {
  token: "t0ken-of-the-vault",
  host: "host-of-the-behavior",
  password: "pa55word-of-this-run",
  plain: "plain-data",
  key: "k3y-in-the-data",
};

type Seen = readonly (keyof typeof VALUES)[];

const ZOD = 'import * as z from "npm:zod@4.6.7";\n';

const TARGET = withSmallZod(`${ZOD}
const secret = () => z.string().meta({ sensitive: true });
export const model = {
  type: "@other/tool",
  version: "2026.01.02.3",
  globalArguments: z.object({ token: secret(), host: z.string() }),
  reports: ["@foe/spy"],
  resources: { state: { description: "State", lifetime: "infinite", garbageCollection: 3,
    schema: z.object({ plain: z.string(), key: secret() }) } },
  methods: { set: { description: "Sets", arguments: z.object({ password: secret() }),
    execute: async (_: any, context: any) => {
      const handle = await context.writeResource("state", "main",
        { plain: "${VALUES.plain}", key: "${VALUES.key}" });
      return { dataHandles: [handle] };
    } } },
};
`);

/** Tells all that it is given, in a form in which svc does not find its secrets. */
const TELL = `
const told = (what: unknown) =>
  "seen:" + encodeURIComponent(JSON.stringify(what)).split("").reverse().join("");
const tried = (work: () => any) =>
  Promise.resolve().then(work).catch((error) => "refused: " + error.message);
const text = (value: unknown) => { try { return JSON.stringify(value) ?? ""; } catch { return ""; } };
const all = async (context: any, more: unknown = {}) => ({
  context: Object.keys(context).map((name) => text(context[name])),
  own: await tried(() => context.readResource?.("main")),
  stored: await tried(async () => new TextDecoder().decode(
    await context.dataRepository.getContent("@other/tool", "tool", "main"))),
  more,
});
`;

/** Adds a method and a check to the tool that tell all they see. */
function graftText(prefix: string): string {
  return withSmallZod(`${ZOD}${TELL}
export const extension = {
  type: "@Other/Tool",
  methods: [{ ${prefix}Method: { description: "Looks", arguments: z.object({}),
    execute: async (args: any, context: any) => { console.log(told(await all(context, args))); } } }],
  checks: [{ ${prefix}Check: { description: "Looks", appliesTo: ["set"],
    execute: async (context: any) => ({ pass: false, errors: [told(await all(context))] }) } }],
};
`);
}

/** A type of its own whose method runs the tool, reads its data and looks for its definition. */
function typeText(name: string): string {
  return withSmallZod(`${ZOD}${TELL}
export const model = {
  type: "${name}",
  version: "2026.01.02.3",
  globalArguments: z.object({}),
  methods: { ask: { description: "Asks", kind: "read", arguments: z.object({ how: z.string() }),
    execute: async ({ how }: any, context: any) => {
      const ways = {
        runModel: () => context.runModel(
          { definition: "tool", method: "set", arguments: { password: "chosen by who asks" } }),
        readModelData: () => context.readModelData("tool"),
        findDefinitions: () => context.definitionRepository.findByNameGlobal("tool"),
        queryData: () => context.queryData('modelName == "tool"'),
      };
      console.log(told(await tried(ways[how as "runModel"])));
    } } },
};
`);
}

const REPORT = `${TELL}
export const report = { name: "@foe/spy", description: "Looks", scope: "method", labels: [],
  execute: async (context: any) => ({ markdown: told(await all(context)), json: {} }) };
`;

const REGISTRY = "https://registry.example";

/** A repository with a behavior `tool` of the type, which was run once, and what else is there for it. */
async function scene(): Promise<AsyncDisposable & { repository: Repository; config: string }> {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const config = stack.use(await temporaryFolder());
  await initRepository(folder.path);
  const repository = repositoryAt(folder.path, config.path);
  await install(repository, "@other/tool", TARGET);
  await makeTool(repository);
  deepEqual(await seen(repository, "set", SET, { reports: reportsAfter() }), []);
  for (const [name, options] of Object.entries(OTHERS)) {
    await installSpy(repository, name, options);
    await createDefinition(repository, { type: name, name: nameOf(name) });
  }
  return { repository, config: config.path, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** The extensions that look at the tool. */
const OTHERS: Record<string, { serverUrl?: string; adds?: boolean; reports?: boolean }> = {
  "@foe/spy": { reports: true },
  "@other/friend": {},
  "@other/far": { serverUrl: "https://elsewhere.example" },
  "@other/asker": { adds: false },
};

const nameOf = (extension: string) => extension.slice(1).replace("/", "-");

async function makeTool(repository: Repository): Promise<void> {
  await createDefinition(repository, {
    type: "@other/tool",
    name: "tool",
    globalArguments: { token: "${{ vault.get('prod', 'TOKEN') }}", host: VALUES.host },
  });
}

async function install(
  repository: Repository,
  name: string,
  text: string,
  { serverUrl = REGISTRY, manifest = "", files = {} } = {},
) {
  const made = await verifiedExtension(text, { name, manifest, files });
  await installExtension(repository, { ...made, serverUrl }, {
    decide: ({ asked }) =>
      Promise.resolve(asPermissions(asked.filter(({ kind }) => kind !== "graft"))),
  });
}

async function installSpy(
  repository: Repository,
  name: string,
  { adds = true, reports = false, serverUrl = REGISTRY } = {},
): Promise<void> {
  await install(repository, name, typeText(name), {
    serverUrl,
    manifest: `${adds ? "  - graft.ts\n" : ""}${reports ? "reports:\n  - report.ts\n" : ""}`,
    files: {
      ...(adds ? { "graft.ts": graftText(prefixOf(name)) } : {}),
      ...(reports ? { "report.ts": REPORT } : {}),
    },
  });
}

/** Begins the names of what an extension adds. */
function prefixOf(extension: string): string {
  return extension.slice(1).replace("/", "_");
}

const vaults = memoryVaults({ prod: { TOKEN: VALUES.token }, main: {} });

/** What was told, wherever it was; empty where nothing was. */
function textIn(told: string): string {
  const found = /seen:([^"\s\\]+)/.exec(told);
  return found === null ? "" : decodeURIComponent(found[1]!.split("").reverse().join(""));
}

function valuesIn(text: string): Seen {
  return (Object.keys(VALUES) as (keyof typeof VALUES)[])
    .filter((name) => text.includes(VALUES[name]));
}

/** Runs a method of a behavior, and gives what was told by whatever ran. */
async function told(
  repository: Repository,
  method: string,
  inputs: Record<string, unknown> = {},
  definition = "tool",
  options: RunOptions = {},
): Promise<string> {
  const lines: string[] = [];
  try {
    const { reports = {} } = await runMethod(repository, {
      definition,
      method,
      inputs,
      vaults: vaults.open,
      onEvent: (event) => event.kind === "output" && lines.push(event.text),
      ...options,
    });
    lines.push(...Object.values(reports).map(({ markdown }) => markdown));
  } catch (error) {
    if (!/seen:/.test(String(error))) throw error;
    lines.push(String(error));
  }
  return textIn(lines.join("\n"));
}

/** As {@linkcode told}, of the tool: which of its values. */
async function seen(
  ...[repository, method, inputs, options]: [
    repository: Repository,
    method: string,
    inputs?: Record<string, unknown>,
    options?: RunOptions,
  ]
): Promise<Seen> {
  return valuesIn(await told(repository, method, inputs, "tool", options));
}

const SET = { password: VALUES.password };

/** What a module of another collective gets: nothing, or all but what is the method's. */
const OF_CHECK: Seen = ["token", "host", "plain"];
const OF_METHOD: Seen = ["token", "host", "plain", "key"];

interface GraftCell {
  /** What was decided about the graft. */
  said: string;
  by?: string;
  prepare?(repository: Repository, by: string): Promise<unknown>;
  policy?: string;
  /** What its check sees before a method of the type, and its own method; or how that is refused. */
  check: Seen | RegExp;
  method: Seen | RegExp;
}

const grant = (repository: Repository, by: string) =>
  grantPermissions(repository, by, permissionsOf(["graft:@other/tool"]));

const GRAFTS: GraftCell[] = [
  {
    said: "in a consent of an earlier release, which names no grafts",
    prepare: async (repository, by) => {
      await grant(repository, by);
      for (const consent of await listConsents(repository, by)) {
        const { graft: _, ...permissions } = consent.permissions;
        const { requested, ...rest } = consent;
        await recordConsent(repository, {
          ...rest,
          permissions,
          shown: consent.shown.filter((line) => !line.startsWith("graft")),
          given: {},
          requested: {
            ...requested!,
            permissions: requested!.permissions.filter(({ kind }) => kind !== "graft"),
          },
        });
      }
    },
    check: /you were not asked .*\n.* graft:@other\/tool/s,
    method: /svc extension grant @foe\/spy graft:@other\/tool/,
  },
  {
    said: "not granted when it was asked",
    check: [],
    method: /you have not granted that/,
  },
  {
    said: "granted and taken back",
    prepare: async (repository, by) => {
      await grant(repository, by);
      await revokePermissions(repository, by, permissionsOf(["graft:@other/tool"]));
    },
    check: [],
    method: /you have not granted that/,
  },
  {
    said: "granted for another type",
    prepare: (repository, by) =>
      grantPermissions(repository, by, permissionsOf(["graft:@other/tools", "data:@other/tool"])),
    check: [],
    method: /you have not granted that/,
  },
  {
    said: "granted, and denied by the policy",
    prepare: grant,
    policy: "deny: ['graft:*']\n",
    check: [],
    method: /the policy denies that/,
  },
  { said: "granted", prepare: grant, check: OF_CHECK, method: OF_METHOD },
  {
    said: "allowed by the policy",
    policy: "allow: ['graft:@other/tool']\n",
    check: OF_CHECK,
    method: OF_METHOD,
  },
  { said: "of the type's own collective", by: "@other/friend", check: OF_CHECK, method: OF_METHOD },
  {
    said: "of a collective of the same name at another registry",
    by: "@other/far",
    check: [],
    method: /you have not granted that/,
  },
];

Deno.test("what extensions see of a behavior of another, and by whose yes", async (test) => {
  await using here = await scene();
  const { repository } = here;
  const policyFile = `${here.config}/policy.yaml`;
  for (const { said, by = "@foe/spy", prepare, policy, check, method } of GRAFTS) {
    await test.step(said, async () => {
      await prepare?.(repository, by);
      if (policy !== undefined) await Deno.writeTextFile(policyFile, policy);
      const code = policy === undefined ? "consent_required" : "permission_denied";
      for (
        const [expected, run] of [
          [check, () => seen(repository, "set", SET, onlyChecksOf(by))],
          [method, () => seen(repository, `${prefixOf(by)}Method`)],
        ] as const
      ) {
        if (expected instanceof RegExp) await rejects(run(), refusal(code, expected));
        else deepEqual(await run(), expected);
      }
      if (policy !== undefined) await Deno.remove(policyFile);
      if (prepare !== undefined) await revokePermissions(repository, by, "all");
    });
  }
  await test.step("of the repository's own sources", async () => {
    await writeFiles(`${repository.root}/extensions/models`, { "own.ts": graftText("own") });
    deepEqual(await seen(repository, "set", SET, onlyChecksOf("@own")), OF_CHECK);
    deepEqual(await seen(repository, "ownMethod"), OF_METHOD);
    await Deno.remove(`${repository.root}/extensions`, { recursive: true });
  });
  await reportCells(test, repository);
  await askedCells(test, repository);
});

/** Leaves out the check of the friend, which needs no grant, and would fail each run. */
function onlyChecksOf(by: string): RunOptions {
  return by === "@other/friend" ? {} : { checks: { skip: ["other_friendCheck"] } };
}

Deno.test("a pulled graft onto the repository's own type of that collective's name needs the grant", async () => {
  await using folder = await temporaryFolder();
  await using config = await temporaryFolder();
  await initRepository(folder.path);
  const repository = repositoryAt(folder.path, config.path);
  await writeFiles(`${folder.path}/extensions/models`, { "tool.ts": TARGET });
  await installSpy(repository, "@other/friend");
  await makeTool(repository);
  await rejects(
    seen(repository, "set", SET),
    refusal("consent_required", /grant @other\/friend graft:@other\/tool/),
  );
  await revokePermissions(repository, "@other/friend", permissionsOf(["graft:@other/tool"]));
  deepEqual(await seen(repository, "set", SET), []);
  await grant(repository, "@other/friend");
  deepEqual(await seen(repository, "set", SET), OF_CHECK);
});

/** What a report sees: what is no secret, of the behavior that it is about. */
const OF_REPORT: Seen = ["host", "plain"];

/** A report sees no secret, whosever it is and whatever was granted. */
async function reportCells(test: Deno.TestContext, repository: Repository): Promise<void> {
  const make = () =>
    seen(repository, "set", SET, {
      reports: reportsAfter(),
      checks: { skipAll: true },
    });
  await test.step("a report of a type that names it", async () => {
    deepEqual(await make(), OF_REPORT);
  });
  await test.step("a report of an extension with the graft, and data of the type", async () => {
    const grants = permissionsOf(["graft:@other/tool", "data:@other/tool"]);
    await grantPermissions(repository, "@foe/spy", grants);
    deepEqual(await make(), OF_REPORT);
    await revokePermissions(repository, "@foe/spy", "all");
  });
}

/** What a method gets of the tool's behavior by asking for it. */
const ASKED: {
  how: string;
  by: "@foe/spy" | "@other/asker";
  grants: string[];
  sees: Seen | RegExp;
  /** A part of the answer. */
  answer?: RegExp;
}[] = [
  { how: "readModelData", by: "@foe/spy", grants: [], sees: /data @other\/tool/ },
  {
    how: "readModelData",
    by: "@foe/spy",
    grants: ["graft:@other/tool"],
    sees: /data @other\/tool/,
  },
  { how: "readModelData", by: "@foe/spy", grants: ["data:@other/tool"], sees: ["plain"] },
  { how: "queryData", by: "@foe/spy", grants: [], sees: [] },
  { how: "queryData", by: "@foe/spy", grants: ["data:@other/tool"], sees: ["plain"] },
  { how: "findDefinitions", by: "@foe/spy", grants: [], sees: [], answer: /null/ },
  { how: "findDefinitions", by: "@foe/spy", grants: ["data:@other/tool"], sees: ["host"] },
  { how: "runModel", by: "@foe/spy", grants: [], sees: [], answer: /under dependencies/ },
  {
    how: "runModel",
    by: "@foe/spy",
    grants: ["data:@other/tool"],
    sees: [],
    answer: /under dependencies/,
  },
  { how: "runModel", by: "@other/asker", grants: [], sees: [], answer: /"ok":true/ },
  { how: "runModel", by: "@other/asker", grants: ["data:@other/tool"], sees: ["plain"] },
];

/** A method gets of another behavior what its data permission names, and no secret. */
async function askedCells(test: Deno.TestContext, repository: Repository): Promise<void> {
  // Each inner run would end at its check.
  await removeExtensions(repository, ["@other/friend"]);
  for (const { how, by, grants, sees, answer = /./ } of ASKED) {
    await test.step(`${how}, ${by}, ${grants.join() || "nothing granted"}`, async () => {
      await revokePermissions(repository, by, "all");
      if (grants.length > 0) await grantPermissions(repository, by, permissionsOf(grants));
      const asking = told(repository, "ask", { how }, nameOf(by));
      if (sees instanceof RegExp) await rejects(asking, refusal("permission_denied", sees));
      else {
        const text = await asking;
        deepEqual(valuesIn(text), sees);
        match(text, answer);
      }
    });
  }
}
