import { deepEqual, equal } from "node:assert/strict";
import type { Descriptor } from "@svc/core/descriptor";
import { parseManifest } from "@svc/core/manifest";
import { asPermissions, type FoundUse, type Permissions } from "@svc/core/permission";
import { decisionOn } from "../decide.ts";
import type { Decision } from "../status.ts";
import { recordConsent } from "../store.ts";
import { initRepository } from "../../repository/init.ts";
import { type Repository, repositoryAt } from "../../repository/repository.ts";
import { manifestText, temporaryFolder, writeFiles } from "../../testing/extension.ts";
import { installMatter } from "./question.ts";

const manifest = parseManifest(manifestText());
const origin = { manifest, serverUrl: "https://one.example" };

/**
 * A version of the extension: what it declares, or undefined without a `permissions` key; what was found,
 * and what its placeholder means.
 */
function version(
  declared: Permissions | undefined,
  { found = [], url = "https://one.example/api", adds = [] }: {
    found?: FoundUse[];
    url?: string;
    adds?: string[];
  } = {},
) {
  const model = {
    file: "greeter.ts",
    type: "@acme/greeter",
    version: "2026.01.02.3",
    globalArguments: { properties: { url: { type: "string", default: url } } },
    dataOutputSpecs: [],
    methods: [],
  };
  const descriptor: Descriptor = {
    descriptorVersion: 1,
    models: [model],
    reports: [],
    vaults: [],
    datastores: [],
    permissions: declared ?? {},
    ...(adds.length === 0 ? {} : {
      grafts: adds.map((type) => ({ file: "adds.ts", type, dataOutputSpecs: [], methods: [] })),
    }),
  };
  return { descriptor, declares: declared !== undefined, found, unscanned: [] };
}

type Version = Parameters<typeof installMatter>[2];

async function scene() {
  const folder = await temporaryFolder();
  await initRepository(`${folder.path}/repo`);
  const repository = repositoryAt(`${folder.path}/repo`, `${folder.path}/config`);
  return {
    repository,
    asked: async (next: Version) =>
      (await installMatter(repository, origin, next)).question.asked.map(({ line }) => line),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** Installs a version with an answer; all that is asked when none is given. */
async function install(repository: Repository, next: Version, answer?: Permissions) {
  const { question, models, before } = await installMatter(repository, origin, next);
  const decision = decisionOn(question.request, {
    models,
    before,
    asked: question.asked,
    now: answer ?? asPermissions(question.asked),
  });
  await keep(repository, decision);
  return decision;
}

async function keep(repository: Repository, decision: Decision): Promise<void> {
  await recordConsent(repository, {
    origin: "pulled",
    extension: manifest.name,
    version: manifest.version,
    ...decision,
    content: {
      checksum: "0".repeat(64),
      serverUrl: origin.serverUrl,
      bundles: {},
      types: {},
      files: "",
    },
  });
}

const URL_ARGUMENT = "net ${globalArgs.url} (one.example:443 unless you set another)";

/** What is wide about git and gh. */
const STARTS = "its settings, hooks and options start other programs";

Deno.test("a question shows a placeholder's default, and an update with another one is asked again", async () => {
  await using at = await scene();
  const asks = { net: ["${globalArgs.url}", "api.example.com"] };
  deepEqual(await at.asked(version(asks)), [URL_ARGUMENT, "net api.example.com"]);
  await writeFiles(`${at.repository.root}/.svc/pulled-extensions/@acme/greeter`, {
    "descriptor.json": JSON.stringify(version(asks).descriptor),
  });
  equal((await at.asked(version(asks))).length, 2, "what is in the repository grants nothing");
  await install(at.repository, version(asks));
  deepEqual(await at.asked(version(asks, { url: "https://one.example/v2" })), []);
  const elsewhere = version(asks, { url: "https://two.example" });
  deepEqual(await at.asked(elsewhere), [
    "net ${globalArgs.url} (two.example:443 unless you set another)",
  ]);
  const { permissions } = await install(at.repository, elsewhere, {});
  deepEqual(permissions, { net: ["api.example.com"] }, "not carried over without an answer");
});

Deno.test("without a permissions key, found uses are asked for, each with its places, the same way twice", async () => {
  await using at = await scene();
  const by = "fetch";
  const found: FoundUse[] = [
    { kind: "net", entry: "b.example", file: "npm:got@14.4.5", by },
    { kind: "net", entry: "b.example", file: "models/x.ts", line: 12, by },
    { kind: "net", entry: "b.example", file: "models/x.ts", line: 9, by },
    { kind: "net", file: "models/x.ts", line: 20, by },
    { kind: "net", entry: "a.example", file: "models/x.ts", line: 3, by },
    { kind: "env", entry: "SVC_API_KEY", file: "models/x.ts", line: 4, by: "env.get" },
    { kind: "run", entry: "git", file: "models/x.ts", line: 5, by: "new Command" },
  ];
  const { question } = await installMatter(at.repository, origin, version(undefined, { found }));
  deepEqual(
    question.asked.map(({ line, declared, found }) => [line, declared, found]),
    [
      ["net a.example", false, ["models/x.ts:3"]],
      ["net b.example", false, ["models/x.ts:9", "models/x.ts:12", "npm:got@14.4.5"]],
      [`run git (wide: ${STARTS})`, false, ["models/x.ts:5"]],
    ],
  );
  equal(question.mentioned, undefined);
  deepEqual(question.computed, [{ kind: "net", found: ["models/x.ts:20"] }]);
  const again = await installMatter(
    at.repository,
    origin,
    version(undefined, { found: found.toReversed() }),
  );
  deepEqual(again.question, question);
});

Deno.test("a hostile number of found uses is cut to what a person reads, never the manifest's", async () => {
  await using at = await scene();
  const found = Array.from({ length: 5000 }, (_, index): FoundUse => ({
    kind: index % 2 === 0 ? "net" : "run",
    entry: `a${index}`,
    file: "models/x.ts",
    line: index,
    by: "fetch",
  }));
  const { question } = await installMatter(at.repository, origin, version(undefined, { found }));
  equal(question.asked.length, 100);
  equal(question.omitted, 4900);
  const declared = { net: ["zz.example"], env: ["HOME"] };
  const stated = await installMatter(at.repository, origin, version(declared, { found }));
  deepEqual(stated.question.asked.map(({ line }) => line), ["net zz.example", "env HOME"]);
  equal(stated.question.mentioned?.length, 98);
});

Deno.test("a permissions key states all that is asked for; what the code names beyond it is a note", async () => {
  await using at = await scene();
  const by = "fetch";
  const found: FoundUse[] = [
    { kind: "net", entry: "api.github.com", file: "npm:@octokit/endpoint@11.0.1", by },
    { kind: "net", file: "npm:@octokit/request@10.0.5", by },
    { kind: "run", entry: "gh", file: "models/x.ts", line: 4, by: "new Command" },
    { kind: "read", entry: "docs/a.md", file: "models/x.ts", line: 5, by: "readTextFile" },
    { kind: "env", entry: "SVC_API_KEY", file: "models/x.ts", line: 6, by: "env.get" },
  ];
  const asked = async (declared: Permissions) => {
    const next = version(declared, { found });
    return (await installMatter(at.repository, origin, next)).question;
  };
  const ghOnly = await asked({ run: ["gh"], read: ["docs"] });
  deepEqual(ghOnly.asked.map(({ line, found }) => [line, found]), [
    [`run gh (wide: ${STARTS})`, ["models/x.ts:4"]],
    ["read docs", []],
  ]);
  deepEqual(
    ghOnly.mentioned?.map(({ line, found }) => [line, found]),
    [["net api.github.com", ["npm:@octokit/endpoint@11.0.1"]]],
    "nor what a declared folder covers, nor what nobody may grant",
  );
  const nothing = await asked({});
  deepEqual(nothing.asked, []);
  deepEqual(nothing.mentioned?.map(({ line }) => line), [
    "net api.github.com",
    `run gh (wide: ${STARTS})`,
    "read docs/a.md",
  ]);
  const { permissions } = await install(at.repository, version({ run: ["gh"] }, { found }));
  deepEqual(permissions, { run: ["gh"] });
});

Deno.test("an update that begins to state its permissions gives up what only its code named", async () => {
  await using at = await scene();
  const found: FoundUse[] = [{ kind: "net", entry: "a.example", file: "models/x.ts", by: "fetch" }];
  const before = await install(at.repository, version(undefined, { found }));
  deepEqual(before.permissions, { net: ["a.example"] });
  const next = version({ run: ["gh"] }, { found });
  const { question } = await installMatter(at.repository, origin, next);
  deepEqual([question.asked.map(({ line }) => line), question.removed], [[
    `run gh (wide: ${STARTS})`,
  ], [
    "net a.example",
  ]]);
  deepEqual((await install(at.repository, next)).permissions, { run: ["gh"] });
});

Deno.test("an update that asks for nothing more keeps what was granted, and one that widens does not", async () => {
  await using at = await scene();
  await install(at.repository, version({ net: ["api.example.com"], run: ["git"] }));
  deepEqual(await at.asked(version({ net: ["api.example.com"] })), []);
  const narrower = await install(at.repository, version({ net: ["api.example.com"] }), {});
  deepEqual(
    narrower.permissions,
    { net: ["api.example.com"] },
    "and gives up what it no longer asks",
  );
  deepEqual(await at.asked(version({ net: ["*.example.com"] })), [
    "net *.example.com (example.com and all names below it)",
  ]);
  const wider = await install(at.repository, version({ net: ["*.example.com"] }), {});
  deepEqual(wider.permissions, {});
  deepEqual(await at.asked(version({ net: ["*.example.com"] })), [], "a no is not asked again");
});

Deno.test("what a person granted by themselves outlives updates, and covers what they ask for", async () => {
  await using at = await scene();
  const own = { net: ["*.example.com", "${globalArgs.url}"] };
  await install(at.repository, version({}), own);
  deepEqual(await at.asked(version({ net: ["api.example.com"] })), []);
  const next = await install(at.repository, version({ net: ["api.example.com"] }), {});
  deepEqual(next.permissions, own);
  const elsewhere = version({}, { url: "https://evil.example" });
  deepEqual(await at.asked(elsewhere), [
    "net ${globalArgs.url} (evil.example:443 unless you set another)",
  ]);
  const { permissions } = await install(at.repository, elsewhere, {});
  deepEqual(permissions, { net: ["*.example.com"] }, "what it means now was never agreed to");
});

Deno.test("the policy's part of a question is not asked: allowed is granted, denied is named", async () => {
  await using at = await scene();
  await Deno.mkdir(at.repository.config!, { mode: 0o700 });
  await Deno.writeTextFile(
    `${at.repository.config}/policy.yaml`,
    "allow: [net:*.example.com]\ndeny: [run:git]\n",
  );
  const { question } = await installMatter(
    at.repository,
    origin,
    version({ net: ["api.example.com"], run: ["git"], env: ["HOME"] }),
  );
  deepEqual(question.asked.map(({ line }) => line), ["env HOME"]);
  deepEqual(question.denied.map(({ line }) => line), [`run git (wide: ${STARTS})`]);
});

Deno.test("the same extension from another registry starts from nothing", async () => {
  await using at = await scene();
  const asks = version({ net: ["api.example.com"] });
  await install(at.repository, asks);
  const elsewhere = { manifest, serverUrl: "https://evil.example" };
  const { question } = await installMatter(at.repository, elsewhere, asks);
  deepEqual([question.known, question.asked.length, question.granted], [false, 1, {}]);
});

for (
  const [what, declared, adds, asked] of [
    ["no permissions key", undefined, ["@other/tool"], ["@other/tool"]],
    ["a manifest that asks for nothing", {}, ["@other/tool"], ["@other/tool"]],
    ["a manifest that names it", { graft: ["@other/tool"] }, ["@other/tool"], ["@other/tool"]],
    ["a manifest that names another", { graft: ["@other/no"] }, ["@other/tool"], ["@other/tool"]],
    ["a manifest that names one that is not there", { graft: ["@other/tool"] }, [], []],
    ["other spellings", {}, ["Other::Tool", "@Other//Tool/", " @other/tool"], [
      "@other/tool",
      "other/tool",
    ]],
    ["a type of its own collective", {}, ["@acme/tool", "@ACME/Tool"], []],
    ["a collective whose name begins alike", {}, ["@acme-inc/tool"], ["@acme-inc/tool"]],
  ] as [string, Permissions | undefined, string[], string[]][]
) {
  Deno.test(`a graft is asked for by what the code has, whatever the manifest says: ${what}`, async () => {
    await using at = await scene();
    deepEqual(await graftsAsked(at.repository, version(declared, { adds })), asked);
  });
}

Deno.test("a version that begins to add to another's type asks, whatever was granted before", async () => {
  await using at = await scene();
  const { repository } = at;
  await install(repository, version({ net: ["a.example"], graft: ["@other/tool"] }));
  const adds = version({ net: ["a.example"] }, { adds: ["@other/tool"] });
  deepEqual(await graftsAsked(repository, adds), ["@other/tool"]);
  deepEqual((await install(repository, adds)).permissions.graft, ["@other/tool"]);
  const more = version({}, { adds: ["@other/tool", "@other/too"] });
  deepEqual(await graftsAsked(repository, more), ["@other/too"]);
  deepEqual((await install(repository, version({}))).permissions, {});
});

/** The types for which a version asks to act on them; it asks for nothing else that is new. */
async function graftsAsked(repository: Repository, next: Version): Promise<string[]> {
  const { question } = await installMatter(repository, origin, next);
  deepEqual(question.asked.filter(({ kind }) => kind !== "graft"), []);
  return question.asked.map(({ entry }) => entry);
}
