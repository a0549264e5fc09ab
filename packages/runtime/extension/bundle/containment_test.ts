import { equal, match, ok, rejects } from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { temporaryFolder, writeFiles } from "../../testing/extension.ts";
import { bundle } from "./bundle.ts";
import { assertClosed } from "./containment.ts";

function files(sources: Record<string, string>): Map<string, { bytes: Uint8Array }> {
  const encoder = new TextEncoder();
  return new Map(
    Object.entries(sources).map(([path, text]) => [path, { bytes: encoder.encode(text) }]),
  );
}

function outside(secret: string) {
  return (error: unknown) => {
    ok(error instanceof SvcError, String(error));
    equal(error.code, "bundle_failed");
    match(error.message, /outside of the extension/);
    ok(!JSON.stringify(error.toJSON()).includes(secret));
    return true;
  };
}

/** Sources that would have the bundler, or the sandbox after it, read the file at `path`. */
const THIEVES: Record<string, (path: string) => Record<string, string>> = {
  "an absolute path": (path) => ({
    "models/x.ts": `import a from "${path}" with { type: "json" };\nexport const k = a;`,
  }),
  "a file: address": (path) => ({
    "models/x.ts": `import a from "file://${path}" with { type: "json" };\nexport const k = a;`,
  }),
  "a path that climbs": (path) => ({
    "models/x.ts": `import a from "../../../..${path}" with { type: "text" };\nexport const k = a;`,
  }),
  "a re-export of a file's module": (path) => ({
    "models/x.ts": `export * from "./y.ts";`,
    "models/y.ts": `export { default } from "${path}" with { type: "json" };`,
  }),
  "require": (path) => ({
    "models/x.ts": `export { k } from "./z.cjs";`,
    "models/z.cjs": `exports.k = require("${path}");`,
  }),
  "an import() of a folded name": (path) => ({
    "models/x.ts":
      `export const k = await import("file:" + "//${path}", { with: { type: "json" } });`,
  }),
  "a module in a data: address": (path) => ({
    "models/x.ts":
      `import a from "data:text/javascript,import a from 'file://${path}' with {type:'json'};export default a";\nexport const k = a;`,
  }),
};

for (const [way, sources] of Object.entries(THIEVES)) {
  Deno.test(`no file outside of the extension gets into a bundle or its run: ${way}`, async () => {
    await using folder = await temporaryFolder();
    await writeFiles(folder.path, { "auth.json": '{"apiKey":"svc_stolen"}' });
    await rejects(
      bundle(files(sources(`${folder.path}/auth.json`)), ["models/x.ts"]),
      outside("svc_stolen"),
    );
  });
}

/** Files that Deno knows no kind for, which the native part of the bundler reads. */
const KINDLESS = { "notes.txt": "svc_stolen", "token": "svc_stolen;", ".hidden.txt": "svc_stolen" };

const WAYS: Record<string, (path: string) => string> = {
  "an import": (path) => `import k from "${path}";\nexport { k };`,
  "an address": (path) => `export { default as k } from "file://${path}";`,
  "a folded name": (path) =>
    `export const k = () => import("${path.slice(0, 5)}" + "${path.slice(5)}");`,
  "require": (path) => `export const k = require("${path}");`,
  "the system's links": (path) => `export const k = () => import("/proc/self/root${path}");`,
  "a path around the system's": (path) => `import "/usr/..${path}";`,
};

for (const [way, source] of Object.entries(WAYS)) {
  Deno.test(`a file outside of the extension that Deno knows no kind for is not read: by ${way}`, async () => {
    await using folder = await temporaryFolder();
    await writeFiles(folder.path, KINDLESS);
    for (const name of Object.keys(KINDLESS)) {
      await rejects(
        bundle(files({ "models/x.ts": source(`${folder.path}/${name}`) }), ["models/x.ts"]),
        outside("svc_stolen"),
        name,
      );
    }
  });
}

Deno.test("a file outside of the extension is refused before anything opens it", async () => {
  await using folder = await temporaryFolder();
  // A pipe keeps whoever opens it until somebody writes.
  const pipes = ["auth.json", "lib.ts", "notes.txt", "token", "package.wasm", "lib.js.map"]
    .map((name) => `${folder.path}/${name}`);
  await new Deno.Command("mkfifo", { args: pipes }).output();
  await Deno.symlink(pipes[0]!, `${folder.path}/linked.json`);
  const [json, , text, , , map] = [...pipes];
  const attributed = ["text", "bytes", "json"].flatMap((type) =>
    [json, text, `${folder.path}/linked.json`].map((path) =>
      `export * as k${type}${pipes.indexOf(path!)} from "${path}" with { type: "${type}" };`
    )
  );
  const ways = [
    ...Object.values(WAYS),
    ...Object.values(THIEVES).map((way) => (path: string) => way(path)["models/x.ts"]!),
  ].flatMap((way) => pipes.map(way));
  const sources = [...ways, ...attributed, `export {};\n//# sourceMappingURL=${map}`];
  const modules = Object.fromEntries(sources.map((source, at) => [`models/m${at}.ts`, source]));
  const imports = Object.keys(modules).map((path) => `import "./${path.slice("models/".length)}";`);
  await rejects(
    bundle(
      files({
        ...modules,
        "models/x.ts": imports.join("\n"),
        "models/y.ts": `export { default } from "../models/z.ts";`,
        "models/z.ts": `export { default } from "${json}" with { type: "json" };`,
        "models/z.cjs": `exports.k = require("${json}");`,
      }),
      ["models/x.ts"],
      { timeLimitMs: 60_000 },
    ),
    outside("svc_stolen"),
  );
});

Deno.test("such a file of the extension's own is a module, and a text where it is imported as one", async () => {
  const own = { "files/a.txt": "own words", "files/token": "globalThis.mark = 'own mark';" };
  const { modules } = await bundle(
    files({
      ...own,
      "models/x.ts": `import a from "../files/a.txt" with { type: "text" };
import "../files/token";
export const k = a;`,
    }),
    ["models/x.ts"],
  );
  match(modules.get("models/x.ts")!.code, /own words/);
  match(modules.get("models/x.ts")!.code, /own mark/);
  await rejects(
    bundle(files({ ...own, "models/x.ts": `export { default } from "../files/a.txt";` }), [
      "models/x.ts",
    ]),
    (error: SvcError) => {
      equal(
        error.message,
        "The extension cannot be bundled: models/x.ts:1: files/a.txt is neither code nor JSON, but " +
          "is imported",
      );
      match(error.hint!, /type: "text"/);
      return true;
    },
  );
});

/** Bundles that the bundler should never make: what is held is that such a one is not used. */
const OPEN: Record<string, (secret: string) => string> = {
  "a file as text": (secret) =>
    `import a from "${secret}" with { type: "text" };\nexport const k = a;`,
  "a file as a module": (secret) => `export * from "file://${secret}";`,
  "a file by import()": (secret) =>
    `export const k = await import("${secret}", { with: { type: "json" } });`,
  "a file beside it": () => `import "./beside.js";`,
  "another bundle": () => `export * from "./closed.js";`,
  "a module in a data: address": () => `import "data:text/javascript,export default 1";`,
  "a module in a blob: address": () => `await import("blob:null/9115d58c-bcda-ff47");`,
  "a module over https:": () => `import "https://a.example/x.js";`,
  "a module over http:, in capitals": () => `import "HTTP://a.example/x.js";`,
};

for (const [what, code] of Object.entries(OPEN)) {
  Deno.test(`a bundle that still imports ${what} is not used`, async () => {
    await using folder = await temporaryFolder();
    await writeFiles(folder.path, {
      "auth.json": '{"apiKey":"svc_stolen"}',
      "closed.js": `import "node:fs";`,
      "beside.js": "",
      "open.js": code(`${folder.path}/auth.json`),
    });
    const outputs = ["closed.js", "open.js"].map((name) => `${folder.path}/${name}`);
    await assertClosed(outputs.slice(0, 1));
    await rejects(assertClosed(outputs), outside("svc_stolen"));
  });
}

Deno.test("a bundle whose imports cannot be read is not used", async () => {
  await using folder = await temporaryFolder();
  await writeFiles(folder.path, { "open.js": "export const = ;" });
  await rejects(assertClosed([`${folder.path}/open.js`]), /A bundle cannot be read: SyntaxError/);
});

Deno.test("files of the extension, built-in modules and packages are bundled", async () => {
  const { modules } = await bundle(
    files({
      "models/x.ts": `import { join } from "node:path";
import { z } from "npm:zod@4.6.7";
import data from "../files/data.json" with { type: "json" };
export const k = [join, z, data];`,
      "files/data.json": '{"own":"mine"}',
    }),
    ["models/x.ts"],
  );
  match(modules.get("models/x.ts")!.code, /own: "mine"/);
});
