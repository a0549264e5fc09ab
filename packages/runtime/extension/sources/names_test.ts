import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { manifestText, temporaryFolder, writeFiles } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { type CollectedSources, collectSources } from "./collect.ts";
import { relativeName, withNames } from "./rewrite.ts";

const MANIFEST = `manifestVersion: 1
name: "@acme/tools"
version: "2026.01.02.1"
description: Tools
models:
  - greeter.ts
reports:
  - summary.ts
`;

async function collected(files: Record<string, string>, manifest: string) {
  await using folder = await temporaryFolder();
  await writeFiles(folder.path, files);
  return await collectSources(`${folder.path}/${manifest}`, {
    repository: folder.path,
    env: () => undefined,
  });
}

function textOf({ files }: CollectedSources, key: string): string {
  return new TextDecoder().decode(files.get(key)?.bytes);
}

Deno.test("a module that two kinds import is collected once, under the kind whose folder it is in", async () => {
  const sources = await collected({
    ".svc.yaml": "",
    "extensions/models/greeter.ts": `import "./_lib/format.ts";\n`,
    "extensions/models/_lib/format.ts": "",
    "extensions/reports/summary.ts": `import "../models/_lib/format.ts";\n`,
    "extensions/manifest.yaml": MANIFEST,
  }, "extensions/manifest.yaml");
  deepEqual([...sources.files.keys()], [
    "manifest.yaml",
    "models/_lib/format.ts",
    "models/greeter.ts",
    "reports/summary.ts",
  ]);
  equal(textOf(sources, "reports/summary.ts"), `import "../models/_lib/format.ts";\n`);
});

Deno.test("a folder beside those of the kinds is collected once, and found from where it lies then", async () => {
  const sources = await collected({
    ".svc.yaml": "",
    "extensions/models/greeter.ts": `// first\nimport { a } from "../lib/a.ts";\n`,
    "extensions/lib/a.ts": `export * from "./b.ts";\nexport { c } from "../models/c.ts";\n`,
    "extensions/lib/b.ts": "",
    "extensions/models/c.ts": "",
    "extensions/reports/summary.ts": `import '../lib/a.ts';\n`,
    "extensions/manifest.yaml": MANIFEST,
  }, "extensions/manifest.yaml");
  deepEqual([...sources.files.keys()], [
    "manifest.yaml",
    "models/_shared/lib/a.ts",
    "models/_shared/lib/b.ts",
    "models/c.ts",
    "models/greeter.ts",
    "reports/summary.ts",
  ]);
  equal(
    textOf(sources, "models/greeter.ts"),
    `// first\nimport { a } from "./_shared/lib/a.ts";\n`,
  );
  equal(textOf(sources, "reports/summary.ts"), `import '../models/_shared/lib/a.ts';\n`);
  equal(
    textOf(sources, "models/_shared/lib/a.ts"),
    `export * from "./b.ts";\nexport { c } from "../../c.ts";\n`,
  );
});

Deno.test("a file of the repository that is not beside the kinds' folders is outside", async () => {
  await rejects(
    collected({
      ".svc.yaml": "",
      "secret.ts": "",
      "extensions/models/greeter.ts": `import "../../secret.ts";\n`,
      "extensions/reports/summary.ts": "",
      "extensions/manifest.yaml": MANIFEST,
    }, "extensions/manifest.yaml"),
    /greeter\.ts:1: imports \.\.\/\.\.\/secret\.ts, which is outside of the extension/,
  );
});

Deno.test("a link to a file elsewhere is refused in a shared folder too", async () => {
  await using folder = await temporaryFolder();
  await writeFiles(folder.path, {
    ".svc.yaml": "",
    "secret/a.ts": "",
    "extensions/models/greeter.ts": `import "../lib/a.ts";\n`,
    "extensions/reports/summary.ts": "",
    "extensions/manifest.yaml": MANIFEST,
  });
  await Deno.symlink(`${folder.path}/secret`, `${folder.path}/extensions/lib`);
  await rejects(
    collectSources(`${folder.path}/extensions/manifest.yaml`, {
      repository: folder.path,
      env: () => undefined,
    }),
    /symbolic link/,
  );
});

/** What `greeter.ts` reads as once it is collected. */
async function named(source: string, files: Record<string, string>): Promise<string> {
  const sources = await collected({
    ".svc.yaml": "",
    "a/manifest.yaml": manifestText(),
    "a/greeter.ts": source,
    ...files,
  }, "a/manifest.yaml");
  return textOf(sources, "models/greeter.ts");
}

Deno.test("bare names become what the nearest deno.json maps them to, and lines stay", async () => {
  const source = `/** Says "zod". */
import { z } from "zod";
import { deep } from 'zod/v4';
import type { S } from "@std/text/case";
import { own } from "#lib";
import { other } from "~/deep/x.ts";
import { readFile } from "fs";
const text = 'said from "zod"';
`;
  const files = { "a/lib.ts": "", "a/src/deep/x.ts": "" };
  const imports = {
    "zod": "npm:zod@^4.3.0",
    "@std/text": "jsr:@std/text@1",
    "#lib": "./lib.ts",
    "~/": "./src/",
  };
  const text = await named(source, {
    ...files,
    "a/deno.jsonc": `// names\n${JSON.stringify({ imports }).replace("}}", ",}}")} /* end */`,
    "deno.json": JSON.stringify({ imports: { zod: "npm:zod@3" } }),
  });
  equal(
    text,
    `/** Says "zod". */
import { z } from "npm:zod@^4.3.0";
import { deep } from 'npm:zod@^4.3.0/v4';
import type { S } from "jsr:@std/text@1/case";
import { own } from "./lib.ts";
import { other } from "./src/deep/x.ts";
import { readFile } from "node:fs";
const text = 'said from "zod"';
`,
  );
});

Deno.test("without a deno.json, bare names are the dependencies of the nearest package.json", async () => {
  const text = await named(`import "zod";\nimport "@acme/x/part.js";\nimport "alias";\n`, {
    "package.json": JSON.stringify({
      dependencies: { zod: "^4.3.0", alias: "npm:other@1" },
      devDependencies: { "@acme/x": "2.0.0", zod: "^3" },
    }),
  });
  equal(
    text,
    `import "npm:zod@^4.3.0";\nimport "npm:@acme/x@2.0.0/part.js";\nimport "npm:other@1";\n`,
  );
});

Deno.test("the bare name zod needs no mapping, as the tools of the format bring it along", async () => {
  const text = await named(`import "zod";\nimport "zod/v4";\n`, {});
  equal(text, `import "npm:zod@4";\nimport "npm:zod@4/v4";\n`);
});

Deno.test("a bare name that nothing maps is refused with its line and what to write", async () => {
  const files = { "package.json": JSON.stringify({ dependencies: { local: "file:../x" } }) };
  for (const name of ["leftover", "local"]) {
    await rejects(named(`\nimport "${name}";\n`, files), (error: Error) => {
      match(error.message, new RegExp(`greeter.ts:2: imports "${name}" by a bare name that no`));
      match(error.message, new RegExp(`write npm:${name}@<version>`));
      return true;
    });
  }
});

Deno.test("a configuration above the repository is not read", async () => {
  await using folder = await temporaryFolder();
  await writeFiles(folder.path, {
    "deno.json": JSON.stringify({ imports: { zod: "npm:yaml@4" } }),
    "repository/.svc.yaml": "",
    "repository/a/manifest.yaml": manifestText(),
    "repository/a/greeter.ts": `import "yaml";\n`,
  });
  await rejects(
    collectSources(`${folder.path}/repository/a/manifest.yaml`, {
      repository: `${folder.path}/repository`,
    }),
    /by a bare name/,
  );
});

Deno.test("only what names a module is renamed", () => {
  const names = [{ specifier: "a", to: "npm:a@1" }];
  equal(
    withNames(
      `import a from "a"; export * from'a'; type A = import("a").A; const x = ["a", 'a'];`,
      names,
    ),
    `import a from "npm:a@1"; export * from'npm:a@1'; type A = import("npm:a@1").A; const x = ["a", 'a'];`,
  );
});

Deno.test("a relative name leads from one file of the archive to another", () => {
  equal(relativeName("models/a/x.ts", "models/a/y.ts"), "./y.ts");
  equal(relativeName("models/a/x.ts", "models/y.ts"), "../y.ts");
  equal(relativeName("models/x.ts", "reports/b/y.ts"), "../reports/b/y.ts");
  equal(relativeName("models/x.ts", "models/x/y.ts"), "./x/y.ts");
});

Deno.test("a file outside of the extension is refused before anything opens it, also under a name of deno.json", async () => {
  await using outside = await temporaryFolder();
  // A pipe keeps whoever opens it until somebody writes.
  const pipe = `${outside.path}/notes.ts`;
  await new Deno.Command("mkfifo", { args: [pipe] }).output();
  const WAYS: Record<string, Record<string, unknown>> = {
    [pipe]: {},
    [`file://${pipe}`]: {},
    [`../../../../../../..${pipe}`]: {},
    "notes": { imports: { notes: pipe } },
    "address": { imports: { address: `file://${pipe}` } },
    "folder/notes.ts": { imports: { "folder/": `${outside.path}/` } },
    "scoped": { scopes: { "./": { scoped: pipe } } },
    [`${outside.path}/notes.ts`]: { imports: { "file:///": "file:///", "/": "/" } },
    [`${outside.path}//notes.ts`]: { imports: { [`${outside.path}/`]: `${outside.path}/` } },
  };
  for (const [specifier, configuration] of Object.entries(WAYS)) {
    const files = { "deno.json": JSON.stringify(configuration) };
    await rejects(
      named(`export * from ${JSON.stringify(specifier)};\n`, files),
      refusal("source_refused"),
      specifier,
    );
  }
});
