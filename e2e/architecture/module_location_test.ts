import assert from "node:assert/strict";
import { sources } from "./imports.ts";

const root = new URL("../../packages", import.meta.url).pathname;

/** Code without its comments and double-quoted texts. */
function codeOf(text: string): string {
  return text.replace(
    /"(?:[^"\\\n]|\\.)*"|\/\*[^]*?\*\/|\/\/.*/g,
    (part) => part[0] === '"' ? '""' : "",
  );
}

Deno.test("the client asks for its place only where the build can answer", async () => {
  const found: string[] = [];
  for (const name of ["core", "scorecard", "runtime", "cli"]) {
    for await (const path of sources(`${root}/${name}`)) {
      const rest = codeOf(await Deno.readTextFile(path))
        .replace(/\b(?:sibling(?:Path|Url)|lazily)(?:<[^;]*?>)?\(\s*import\.meta,/g, "")
        .replace(/\bimport\.meta\.(?:main|resolve)\b/g, "");
      if (rest.includes("import.meta")) found.push(path);
    }
  }
  assert.deepEqual(found, [], "use siblingPath, siblingUrl or lazily of @svc/core/module");
});

Deno.test("what is named beside a module is there", async () => {
  const NAMED = /\b(?:sibling(?:Path|Url)|lazily)(?:<[^;]*?>)?\(\s*import\.meta,\s*"([^"]+)"/g;
  let count = 0;
  for (const name of ["core", "scorecard", "runtime", "cli"]) {
    for await (const path of sources(`${root}/${name}`)) {
      for (const [, sibling] of (await Deno.readTextFile(path)).matchAll(NAMED)) {
        await Deno.stat(new URL(sibling!, `file://${path}`));
        count++;
      }
    }
  }
  assert.ok(count > 15, "the calls were not found");
});
