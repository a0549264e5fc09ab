import assert from "node:assert/strict";
import { manifestSchema } from "@svc/core/manifest";
import { entryPoints, MODULE_KINDS } from "./entry_points.ts";

const manifest = (content: Record<string, string[]>) =>
  manifestSchema.parse({
    manifestVersion: 1,
    name: "@team/tool",
    version: "2026.01.01.1",
    ...content,
  });
const files = (...paths: string[]) => new Map(paths.map((path) => [path, {}]));

Deno.test("entry points: every kind of module stands in a folder of its own, in the manifest's order", () => {
  const content = Object.fromEntries(MODULE_KINDS.map((kind) => [kind, ["b.ts", "sub/a.ts"]]));
  const expected = MODULE_KINDS.flatMap((kind) => [`${kind}/b.ts`, `${kind}/sub/a.ts`]);
  assert.deepEqual(entryPoints(manifest(content), files(...expected)), expected);
});

Deno.test("entry points: './' and a folder that is written out are understood, a module counts once", () => {
  const listed = manifest({ models: ["./a.ts", "models/a.ts", "././a.ts", "a.ts"] });
  assert.deepEqual(entryPoints(listed, files("models/a.ts")), ["models/a.ts"]);
});

Deno.test("entry points: a folder of the kind's name inside the kind's folder wins", () => {
  const listed = manifest({ models: ["models/a.ts"] });
  assert.deepEqual(entryPoints(listed, files("models/models/a.ts", "models/a.ts")), [
    "models/models/a.ts",
  ]);
});

Deno.test("entry points: a module of another kind or outside its folder does not stand in", () => {
  for (const there of ["reports/a.ts", "a.ts", "files/a.ts", "models/A.ts"]) {
    assert.throws(() => entryPoints(manifest({ models: ["a.ts"] }), files(there)), {
      code: "archive_invalid",
      details: [{ path: "manifest.yaml models", message: "a.ts is not in the archive" }],
    });
  }
});

Deno.test("entry points: workflows and skills are content without modules", () => {
  assert.deepEqual(entryPoints(manifest({ workflows: ["w.yaml"], skills: ["s"] }), files()), []);
});
