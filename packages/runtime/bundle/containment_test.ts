import { equal, match, ok, rejects } from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { temporaryFolder, writeFiles } from "../testing/extension.ts";
import { bundle } from "./bundle.ts";

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
  match(modules.get("models/x.ts")!.code, /own:"mine"/);
});
