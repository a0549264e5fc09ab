import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { asPermissions } from "@svc/core/permission";
import { createDefinition } from "../behavior/definitions/create.ts";
import { grantPermissions } from "../consent/grants/change.ts";
import { listSubjects } from "../consent/grants/subject.ts";
import { installExtension } from "../consent/installed/install.ts";
import { listGrafts } from "../consent/installed/records.ts";
import { graftKey, graftsFolder, recordFile } from "../consent/installed/record_keys.ts";
import { removeExtensions } from "../consent/installed/remove.ts";
import { initRepository } from "../repository/init.ts";
import { type Repository, repositoryAt } from "../repository/repository.ts";
import {
  GREET,
  modelText,
  temporaryFolder,
  withSmallZod,
  writeFiles,
} from "../testing/extension.ts";
import { refusal } from "../testing/refusal.ts";
import { verifiedExtension } from "../testing/verified.ts";
import { resolveType } from "../consent/types/resolve.ts";
import { runMethod } from "./run.ts";

const TYPE = "@acme/greeter";

/** What a module adds to the greeter: by default a method `wave` that writes an output of its own. */
function graftText(parts: { body?: string; checks?: string; method?: string; type?: string } = {}) {
  const { body = WAVE, checks = "", method = "wave", type = TYPE } = parts;
  return withSmallZod(`import * as z from "npm:zod@4.6.7";
export const extension = {
  type: "${type}",
  resources: { wave: { description: "A wave", lifetime: "infinite", garbageCollection: 3,
    schema: z.object({ by: z.string() }) } },
  methods: [{ ${method}: { description: "Waves", arguments: z.object({ hand: z.string().default("left") }),
    execute: async (args: any, context: any) => { ${body} } } }],
  ${checks === "" ? "" : `checks: [{ ${checks} }],`}
};
`);
}

const WAVE = `await context.writeResource("wave", "hand",
  { by: args.hand + " of " + (context.globalArgs.owner ?? "nobody") });`;

const bundled = new Map<string, ReturnType<typeof verifiedExtension>>();

/** As `verifiedExtension`, once for each text: bundling takes longest here. */
function verified(text: string, manifest: string): ReturnType<typeof verifiedExtension> {
  const key = manifest + text;
  if (!bundled.has(key)) bundled.set(key, verifiedExtension(text, { manifest }));
  return bundled.get(key)!;
}

/** An extension with the module given, under another name than the greeter's. */
async function adding(
  text: string,
  { name = "@other/waves", permissions = "" } = {},
): Promise<Awaited<ReturnType<typeof verifiedExtension>>> {
  const made = await verified(text, permissions);
  return renamed(made, name);
}

function renamed(
  made: Awaited<ReturnType<typeof verifiedExtension>>,
  name: string,
): Awaited<ReturnType<typeof verifiedExtension>> {
  const checksum = [...name].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 2 ** 31, 7);
  return {
    ...made,
    manifest: { ...made.manifest, name },
    checksum: checksum.toString(16).padStart(16, "a").padEnd(64, "b"),
  };
}

interface Scene extends AsyncDisposable {
  repository: Repository;
  /** The same repository for a person who agreed to nothing. */
  stranger: Repository;
  install(extension: Awaited<ReturnType<typeof verifiedExtension>>): Promise<unknown>;
  run(
    method: string,
    inputs?: Record<string, unknown>,
    more?: object,
  ): ReturnType<typeof runMethod>;
}

/** A repository that pulled the greeter and has a behavior `hello` of it. */
async function scene(
  model = modelText(GREET, { globals: '{ owner: z.string().default("Ada") }' }),
) {
  const stack = new AsyncDisposableStack();
  const [folder, config, other] = [
    stack.use(await temporaryFolder()),
    stack.use(await temporaryFolder()),
    stack.use(await temporaryFolder()),
  ];
  await initRepository(folder.path);
  const repository = repositoryAt(folder.path, config.path);
  const install: Scene["install"] = (extension) =>
    installExtension(repository, extension, {
      decide: ({ asked }) =>
        Promise.resolve(
          asPermissions(asked.filter(({ declared, kind }) => declared || kind === "graft")),
        ),
    });
  await install(
    await verified(model, "permissions:\n  net:\n    - a.example\n"),
  );
  await createDefinition(repository, { type: TYPE, name: "hello" });
  const made: Scene = {
    repository,
    stranger: repositoryAt(folder.path, other.path),
    install,
    run: (method, inputs = {}, more = {}) =>
      runMethod(repository, { definition: "hello", method, inputs, ...more }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
  return made;
}

Deno.test("a method of another extension runs under the type's data, with its arguments and outputs of both", async () => {
  await using here = await scene();
  await here.install(await adding(graftText()));
  const { model, warnings } = await resolveType(here.repository, TYPE);
  deepEqual(model.methods.map(({ name }) => name), ["greet", "wave"]);
  deepEqual(model.dataOutputSpecs.map(({ specName }) => specName), ["greeting", "log", "wave"]);
  equal(warnings, undefined);
  const { dataArtifacts, modelType } = await here.run("wave");
  equal(modelType, TYPE);
  deepEqual(dataArtifacts.map((one) => one.attributes), [{ by: "left of Ada" }]);
  deepEqual((await here.run("greet", { name: "Bo" })).status, "succeeded");
});

Deno.test("the type's own methods may not write what another extension adds", async () => {
  await using here = await scene(
    modelText('await context.writeResource("wave", "hand", { by: "thief" }); return {};'),
  );
  await here.install(await adding(graftText()));
  await rejects(here.run("greet", { name: "Bo" }), refusal("undeclared_output"));
});

Deno.test("each module has the permissions of its own extension, never those of the other", async () => {
  const body = (host: string) => `await fetch("http://${host}/"); return {};`;
  await using here = await scene(modelText(body("b.example")));
  await here.install(
    await adding(graftText({ body: body("a.example") }), {
      permissions: "permissions:\n  net:\n    - b.example\n",
    }),
  );
  await rejects(
    here.run("wave"),
    refusal(
      "permission_denied",
      /net a\.example/,
      /svc extension grant @other\/waves net:a\.example/,
    ),
  );
  await rejects(
    here.run("greet", { name: "Bo" }),
    refusal("permission_denied", /net b\.example/, /svc extension grant @acme\/greeter/),
  );
});

Deno.test("a grant goes to the extension with the method; the type's name does not lead to another", async () => {
  await using here = await scene();
  await here.install(await adding(graftText(), { name: "@aaa/waves" }));
  const { name } = await grantPermissions(here.repository, TYPE, { net: ["c.example"] });
  equal(name, TYPE);
  const subjects = await listSubjects(here.repository);
  deepEqual(subjects.map(({ name, types, consent }) => [name, types, consent?.permissions]), [
    ["@aaa/waves", [], { graft: [TYPE] }],
    [TYPE, [TYPE], { net: ["a.example", "c.example"] }],
  ]);
});

Deno.test("checks of both modules run before methods of both, with the reasons of each", async () => {
  const check = (name: string, host = "") =>
    `${name}: { description: "Checks", execute: async (c: any) => {
      ${host === "" ? "" : `await fetch("http://${host}/");`}
      return { pass: c.globalArgs.owner !== "${name}", errors: [c.definition.name + " is ${name}'s"] };
    } }`;
  await using here = await scene(modelText(GREET, {
    globals: '{ owner: z.string().default("Ada") }',
    members: `checks: { ${check("target")} },`,
  }));
  await here.install(await adding(graftText({ checks: check("grafted") })));
  const make = (owner: string) =>
    createDefinition(here.repository, { type: TYPE, name: owner, globalArguments: { owner } });
  await make("target");
  await make("grafted");
  for (const definition of ["target", "grafted"]) {
    for (const [method, inputs] of [["greet", { name: "Bo" }], ["wave", {}]] as const) {
      await rejects(
        runMethod(here.repository, { definition, method, inputs }),
        refusal("validation_failed", new RegExp(`${definition}: ${definition} is ${definition}'s`)),
        `${definition} ${method}`,
      );
      const checks = { skip: [definition] };
      const run = { definition, method, inputs, checks };
      equal((await runMethod(here.repository, run)).status, "succeeded");
    }
  }
});

Deno.test("a check of another extension has its own permissions, and its refusal offers none to the method", async () => {
  const checks = `reach: { description: "Reaches", execute: async () => {
    await fetch("http://a.example/"); return { pass: true }; } }`;
  await using here = await scene();
  await here.install(await adding(graftText({ checks })));
  await rejects(here.run("greet", { name: "Bo" }, { allow: { net: ["a.example"] } }), (error) => {
    refusal("permission_denied", /check of @other\/waves/, /grant @other\/waves net:a\.example/)(
      error,
    );
    equal((error as { grants?: unknown }).grants, undefined);
    return true;
  });
});

Deno.test("names that the type has stay the type's, and what is skipped is said", async () => {
  await using here = await scene();
  await here.install(
    await adding(
      graftText({ method: "greet" }).replace("wave:", "greeting:").replaceAll(
        '"wave"',
        '"greeting"',
      ),
    ),
  );
  const { warnings, model } = await resolveType(here.repository, TYPE);
  match(
    warnings!.join("\n"),
    /@other\/waves adds the method greet to @acme\/greeter, which has one/,
  );
  match(warnings!.join("\n"), /adds the output greeting/);
  equal(model.methods.length, 1);
  const lines: string[] = [];
  const { dataArtifacts } = await here.run("greet", { name: "Bo" }, {
    onEvent: (event: { kind: string; text?: string }) => lines.push(event.text ?? ""),
  });
  deepEqual(dataArtifacts[0]!.attributes, { text: "Hello Bo" });
  match(lines.join("\n"), /adds the method greet/);
});

Deno.test("two extensions do not add one name: which one runs would depend on what else is pulled", async () => {
  await using here = await scene();
  await here.install(await adding(graftText()));
  await rejects(
    here.install(await adding(graftText(), { name: "@aaa/waves" })),
    refusal("conflict", /wave of @acme\/greeter is one of the methods of @other\/waves/),
  );
  await here.install(await adding(graftText({ type: "Acme::Greeter" }), { name: "@aaa/waves" }));
});

Deno.test("the type is found however it is spelled, and another type is not", async () => {
  await using here = await scene();
  await here.install(await adding(graftText({ type: " @ACME//Greeter/ " })));
  equal((await here.run("wave")).status, "succeeded");
  equal((await listGrafts(here.repository, "@acme/greete")).length, 0);
  equal((await listGrafts(here.repository, "@acme/greeter/more")).length, 0);
});

Deno.test("a graft goes with its extension, also from the person's consent and the disk", async () => {
  await using here = await scene();
  await here.install(await adding(graftText()));
  equal((await Array.fromAsync(Deno.readDir(graftsFolder(here.repository)))).length, 1);
  await removeExtensions(here.repository, ["@other/waves"]);
  equal((await Array.fromAsync(Deno.readDir(graftsFolder(here.repository)))).length, 0);
  await rejects(here.run("wave"), refusal("unknown_method", /It has: greet\n/));
});

Deno.test("nothing of a graft is used that came with a repository or was changed", async () => {
  await using here = await scene();
  const checks = 'no: { description: "No", execute: () => ({ pass: false }) }';
  await here.install(await adding(graftText({ checks })));
  const key = graftKey({ graft: { type: TYPE } as never, extension: "@other/waves" }, 0);
  const file = recordFile(here.repository, key);
  const text = await Deno.readTextFile(file);
  const stored = JSON.parse(text);

  // A check that somebody else's code must pass has not passed when it cannot run.
  const changed = { ...stored, permissions: { net: ["evil.example"] } };
  await Deno.writeTextFile(file, JSON.stringify(changed));
  const { model, warnings } = await resolveType(here.repository, TYPE);
  deepEqual(model.methods.map(({ name }) => name), ["greet"]);
  match(warnings!.join(), /you have not agreed to run its current files/);
  await rejects(here.run("wave"), refusal("consent_required", /the method wave/, /@other\/waves/));
  await rejects(here.run("greet", { name: "Bo" }), refusal("consent_required", /the check no/));
  const skipped = await here.run("greet", { name: "Bo" }, { checks: { skip: ["no"] } });
  equal(skipped.status, "succeeded");

  // A record that claims another extension or type than it is kept under is none.
  for (
    const claim of [{ extension: TYPE }, { graft: { ...stored.graft, type: "@b/c" } }, {
      graft: [],
    }]
  ) {
    await Deno.writeTextFile(file, JSON.stringify({ ...stored, ...claim }));
    deepEqual(await listGrafts(here.repository, TYPE), [], JSON.stringify(claim));
  }
  // Nor is one that stands where the greeter's would, with the greeter's consent.
  await Deno.remove(file);
  const own = recordFile(here.repository, graftKey({ graft: stored.graft, extension: TYPE }, 0));
  await Deno.writeTextFile(own, JSON.stringify({ ...stored, extension: TYPE }));
  await rejects(
    here.run("wave"),
    refusal("consent_required", /@acme\/greeter adds the method wave/),
  );
  await Deno.remove(own);

  await Deno.writeTextFile(file, text);
  const bundle = `${here.repository.state}/${stored.folder}/${stored.bundle}`;
  await Deno.writeTextFile(bundle, `${await Deno.readTextFile(bundle)}\n`);
  await rejects(here.run("wave"), refusal("consent_mismatch", /the bundle of graft:/));
  await rejects(here.run("greet", { name: "Bo" }), refusal("consent_mismatch"));
});

Deno.test("a person who agreed to the type only runs nothing of what else adds to it", async () => {
  await using here = await scene();
  await here.install(await adding(graftText()));
  const { model } = await resolveType(here.stranger, TYPE);
  deepEqual(model.methods.map(({ name }) => name), ["greet"]);
  await rejects(
    runMethod(here.stranger, { definition: "hello", method: "wave", inputs: {} }),
    refusal("consent_required"),
  );
});

Deno.test("a grafted method does not run on a type whose own record was changed", async () => {
  await using here = await scene();
  await here.install(await adding(graftText()));
  const file = recordFile(here.repository, TYPE);
  const stored = JSON.parse(await Deno.readTextFile(file));
  const model = { ...stored.model, globalArguments: {} };
  await Deno.writeTextFile(file, JSON.stringify({ ...stored, model }));
  await rejects(here.run("wave"), refusal("consent_mismatch", /the record of @acme\/greeter/));
});

Deno.test("thousands of planted grafts are refused without being read", async () => {
  await using here = await scene();
  await Deno.mkdir(graftsFolder(here.repository));
  for (let index = 0; index < 2_000; index++) {
    const graft = { type: TYPE } as never;
    await Deno.writeTextFile(
      recordFile(here.repository, graftKey({ graft, extension: "@e/f" }, index)),
      "",
    );
  }
  await rejects(
    here.run("greet", { name: "Bo" }),
    refusal("conflict", /2000 modules/, /\.svc\/grafts/),
  );
  equal((await resolveType(here.repository, "command/shell")).grafts, undefined);
});

Deno.test("a file of the repository's own adds to a pulled type, without any permission of that type", async () => {
  await using here = await scene();
  await writeFiles(`${here.repository.root}/extensions/models`, {
    "own/wave.ts": graftText(),
    "own/reach.ts": graftText({ method: "reach", body: 'await fetch("http://a.example/");' })
      .replaceAll("wave:", "reached:"),
    "own/lost.ts": graftText({ type: "@acme/gone" }),
  });
  deepEqual((await here.run("wave", { hand: "right" })).dataArtifacts[0]!.attributes, {
    by: "right of Ada",
  });
  await rejects(here.run("reach"), refusal("permission_denied", /net a\.example/));
  await rejects(
    resolveType(here.repository, "@acme/gone"),
    refusal(
      "unknown_type",
      /extensions\/models\/own\/lost\.ts adds to it, but the type itself is not here/,
    ),
  );
  const { name } = await grantPermissions(here.repository, "extensions/models/own/reach.ts", {
    net: ["a.example"],
  });
  equal(name, "extensions/models/own/reach.ts");
  await rejects(here.run("reach"), (error) => {
    equal((error as { code: string }).code, "run_failed");
    return true;
  });
});

Deno.test("global arguments that do not fit the type are refused before a grafted method sees them", async () => {
  await using here = await scene();
  await here.install(await adding(graftText()));
  await writeFiles(`${here.repository.root}/behaviors`, {
    "bad.yaml":
      `type: "${TYPE}"\nid: 0a0a0a0a-0000-4000-8000-000000000000\nname: bad\nversion: 1\n` +
      "globalArguments: { owner: [1] }\nmethods: {}\n",
  });
  await rejects(
    runMethod(here.repository, { definition: "bad", method: "wave", inputs: {} }),
    refusal("invalid_argument", /Global arguments/),
  );
});
