import assert from "node:assert/strict";
import fc from "fast-check";
import { stringify } from "yaml";
import { LIMITS } from "../limit/limits.ts";
import { parseManifest } from "./parse.ts";
import { nameProblem } from "../text/plain.ts";
import { CONTENT_KINDS } from "./schema.ts";

const segment = fc.stringMatching(/^[a-z0-9_-]{1,12}$/);
const name = fc.tuple(segment, fc.array(segment, { minLength: 1, maxLength: 3 }))
  .map(([collective, rest]) => `@${collective}/${rest.join("/")}`);
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) =>
  `${parts.join("/")}.ts`
);
const paths = fc.array(path, { maxLength: 4 });
const words = fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" })
  .filter((text) => nameProblem(text) === undefined);

const manifest = fc.record({
  manifestVersion: fc.constant(1),
  name,
  version: fc.integer({ min: 0, max: 999_999 }).map((counter) => `2026.11.21.${counter}`),
  paths: fc.constantFrom("typedDir", "manifest").map((base) => ({ base })),
  models: fc.array(path, { minLength: 1, maxLength: 4 }),
  workflows: paths,
  vaults: paths,
  drivers: paths,
  datastores: paths,
  reports: paths,
  skills: paths,
  include: paths,
  additionalFiles: paths,
  binaries: paths,
  platforms: fc.array(words, { maxLength: 3 }),
  labels: fc.array(words, { maxLength: LIMITS.labels }),
  dependencies: fc.array(name, { maxLength: 3 }),
  description: words,
  license: words,
  releaseNotes: words,
}, { noNullPrototype: true });

Deno.test("what a manifest says is read as it was written, in YAML and in JSON, which is YAML", () => {
  fc.assert(fc.property(manifest, (written) => {
    assert.deepEqual(parseManifest(stringify(written)), written);
    assert.deepEqual(parseManifest(JSON.stringify(written)), written);
  }));
});

Deno.test("the order of the keys does not matter", () => {
  const shuffled = manifest.chain((one) => {
    const entries = Object.entries(one);
    return fc.tuple(
      fc.constant(one),
      fc.shuffledSubarray(entries, { minLength: entries.length }).map(Object.fromEntries),
    );
  });
  fc.assert(fc.property(shuffled, ([one, other]) => {
    assert.deepEqual(parseManifest(stringify(other)), one);
  }));
});

Deno.test("a path that could leave the manifest's folder is refused in every list of paths", () => {
  const lists = [...CONTENT_KINDS, "include", "additionalFiles", "binaries"] as const;
  const step = fc.constantFrom("..", "a", "b.ts", ".");
  const escaping = fc.oneof(
    fc.tuple(fc.array(step), fc.array(step), fc.constantFrom("/", "\\"))
      .map(([before, after, slash]) => [...before, "..", ...after].join(slash)),
    path.map((inside) => `/${inside}`),
    path.map((inside) => `C:${inside}`),
    path.map((inside) => `${inside}\0`),
  );
  fc.assert(fc.property(manifest, fc.constantFrom(...lists), escaping, (one, list, bad) => {
    assert.throws(
      () => parseManifest(JSON.stringify({ ...one, [list]: [bad] })),
      { code: "manifest_invalid", message: new RegExp(`${list}\\.0: `) },
    );
  }));
});

Deno.test("twenty labels and 5,000 characters of release notes are fine, one more is not", () => {
  const [one] = fc.sample(manifest, 1);
  const labels = (count: number) => Array.from({ length: count }, (_, at) => `label-${at}`);
  const reading = (change: object) => parseManifest(JSON.stringify({ ...one, ...change }));
  assert.equal(reading({ labels: labels(LIMITS.labels) }).labels.length, 20);
  assert.throws(() => reading({ labels: labels(21) }), { code: "manifest_invalid" });
  assert.equal(reading({ releaseNotes: "x".repeat(5000) }).releaseNotes?.length, 5000);
  assert.throws(() => reading({ releaseNotes: "x".repeat(5001) }), { code: "manifest_invalid" });
});
