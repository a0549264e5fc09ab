import assert from "node:assert/strict";
import { OVER_POSTGRES } from "../../bin/test/over_postgres.ts";

const REGISTRY = new URL("../../packages/registry/", import.meta.url);

/** The folders below one whose migrations make tables, as paths from the root of the repository. */
function folders(path: string): string[] {
  return [...Deno.readDirSync(new URL(path, REGISTRY))].flatMap(({ name, isDirectory }) => {
    if (isDirectory) return folders(`${path}${name}/`);
    return /^migration\w*\.ts$/.test(name) && !name.endsWith("_test.ts")
      ? [`packages/registry/${path}`]
      : [];
  });
}

Deno.test("each feature that has tables has tests that are run over Postgres", () => {
  // Those of `features/extensions` are one feature: its parts ask each other's tables.
  const features = new Set(folders("features/").map((path) => path.split("/", 4).join("/")));
  assert.ok(features.size > 10, `${features.size} features`);
  const left = [...features].filter((feature) =>
    !OVER_POSTGRES.some((test) => test.startsWith(`${feature}/`))
  );
  assert.deepEqual(left, []);
});
