import { deepEqual, equal, match } from "node:assert/strict";
import { temporaryFolder, writeFiles } from "../../testing/extension.ts";
import { bundleError, isClosedPackage } from "./failure.ts";

const FOLDER = "/tmp/b";
const CACHE = "/d/svc/packages/0123/npm/registry.npmjs.org";

const SAID: Record<string, [problem: Parameters<typeof bundleError>[0], words: RegExp]> = {
  "a module that is not there": [
    {
      text: `Module not found "file://${FOLDER}/extension/models/nope.ts".`,
      file: "extension/models/x.ts",
      line: 3,
    },
    /^The extension cannot be bundled: models\/x\.ts:3: Module not found "models\/nope\.ts"/,
  ],
  "a place that only the words tell": [
    {
      text: `SyntaxError: Expression expected\n    at file://${FOLDER}/extension/models/x.ts:2:18`,
    },
    /bundled: models\/x\.ts:2: SyntaxError: Expression expected$/,
  ],
  "a file elsewhere": [
    { text: 'Requires read access to "/home/ada/x"', file: "extension/models/x.ts", line: 1 },
    /models\/x\.ts:1 imports a file outside of the extension$/,
  ],
  "a file elsewhere, imported by a package": [
    { text: 'Requires read access to "/home/ada/x"', file: `../..${CACHE}/a/1.0.0/i.js`, line: 1 },
    /bundled: npm:a\/1\.0\.0\/i\.js:1 imports a file outside of the extension$/,
  ],
  "a native add-on": [
    {
      text: `[ERR_MODULE_NOT_FOUND] Cannot find module 'file://${CACHE}/@swc/core/1.0.0/swc.node'`,
      file: "extension/models/x.ts",
      line: 1,
    },
    /models\/x\.ts:1: npm:@swc\/core needs a native add-on, which svc does not load, .*WebAssembly$/,
  ],
  "a module of the web that did not come": [
    { text: "Do not know how to load path: deno:jsr:@std/path@1" },
    /jsr:@std\/path@1 could not be fetched$/,
  ],
};

for (const [what, [problem, words]] of Object.entries(SAID)) {
  Deno.test(`a problem of the bundler is told with its place and without folders of ours: ${what}`, async () => {
    const error = await bundleError(problem, FOLDER, false);
    equal(error.code, "bundle_failed");
    match(error.message, words);
    equal(error.message.includes(FOLDER), false);
  });
}

Deno.test("where a pinned package did not come, its registry is asked why", async () => {
  const before = Deno.env.get("NPM_CONFIG_REGISTRY");
  await using server = Deno.serve({ port: 0, onListen: () => {} }, () => new Response("{}"));
  const url = `http://localhost:${server.addr.port}/`;
  const hint = async (registry: string, file: string) => {
    Deno.env.set("NPM_CONFIG_REGISTRY", registry);
    const text = `[ERR_MODULE_NOT_FOUND] Cannot find module 'file://${CACHE}/${file}'`;
    const error = await bundleError({ text }, FOLDER, true);
    equal(
      error.message,
      `The extension cannot be bundled: npm:${file} is missing: it was not fetched, or was never published`,
    );
    return error.hint;
  };
  try {
    for (
      const [file, name] of [["zod/4.6.7/i.js", "zod@4.6.7"], ["@a/b/1.0.0/i.js", "@a/b@1.0.0"]]
    ) {
      equal(await hint(url, file!), `Check the name and version of ${name} on ${url}.`);
    }
    match(
      (await hint("http://127.0.0.1:9/", "zod/4.6.7/i.js"))!,
      /^http:\/\/127\.0\.0\.1:9\/ does not/,
    );
  } finally {
    if (before === undefined) Deno.env.delete("NPM_CONFIG_REGISTRY");
    else Deno.env.set("NPM_CONFIG_REGISTRY", before);
  }
});

Deno.test("only under a published lock is the lock at fault", async () => {
  const problem = { text: "Prepare module load error" };
  match((await bundleError(problem, FOLDER, true)).message, /bundle\.lock\.json does not name/);
  match((await bundleError(problem, FOLDER, false)).message, /modules cannot be read together/);
});

Deno.test("while packages are fetched, only their own files may be closed", () => {
  const bundler = { isPackage: (path: string) => path.startsWith("/d/svc/packages/") };
  const denied = ["/d/svc/packages/a.js", "/home/ada/x"].map((path) => ({
    text: `Requires read access to "${path}", run again with the --allow-read flag`,
  }));
  deepEqual(denied.map((error) => isClosedPackage(error, bundler)), [true, false]);
  equal(isClosedPackage({ text: "Module not found" }, bundler), false);
});

Deno.test("a line that the bundler counts in what it made of a file is that of the file, or none", async () => {
  await using folder = await temporaryFolder();
  await writeFiles(folder.path, { "extension/models/x.ts": `let a;\nimport "npm:absent@1";\n` });
  for (
    const [text, words] of [
      [
        "Could not find constraint 'absent@1' in the list of packages.",
        /models\/x\.ts:2: absent@1 could not be fetched$/,
      ],
      ["Parameter decorators only work sometimes", /bundled: models\/x\.ts: Parameter/],
    ] as const
  ) {
    const problem = { text, file: "extension/models/x.ts", line: 408 };
    match((await bundleError(problem, folder.path, true)).message, words);
  }
});

Deno.test("a module of the web that cannot be had is told with its host and the line that names it", async () => {
  await using folder = await temporaryFolder();
  await writeFiles(folder.path, {
    "extension/models/x.ts": `/** Says\n * much. */\n\nimport "https://unknown.invalid/x.ts";\n`,
  });
  const error = await bundleError(
    {
      text: "Import 'https://unknown.invalid/x.ts' failed.",
      file: "extension/models/x.ts",
      line: 1,
    },
    folder.path,
    false,
  );
  match(error.message, /models\/x\.ts:4: https:\/\/unknown\.invalid\/x\.ts could not be fetched/);
  match(error.message, /unknown\.invalid did not return it or could not be reached/);
  match(error.hint!, /your network/);
});
