import { parseManifest } from "@svc/core/manifest";
import { PERMISSION_KINDS } from "@svc/core/permission";
import { FACTORS, SERVER_DIVISOR } from "@svc/core/rubric";
import assert from "node:assert/strict";

const page = await Deno.readTextFile(`${import.meta.dirname}/../writing-an-extension.md`);

Deno.test("the page's manifest is one that the registry reads, and asks for what it shows", () => {
  const [, text] = /```yaml\n([\s\S]*?)```/.exec(page)!;
  const manifest = parseManifest(text!);
  assert.deepEqual(manifest.models, ["weather.ts"]);
  assert.deepEqual(Object.keys(manifest.permissions!), ["net", "env"]);
});

Deno.test("the page lists the factors and their points as the rubric has them", () => {
  const rows = [...page.matchAll(/^\| ([a-z-]+) +\| (\d) +\|/gm)].map(([, id, points]) => ({
    id,
    points: Number(points),
  }));
  assert.deepEqual(rows, FACTORS.map(({ id, points }) => ({ id, points })));
});

for (const name of ["concepts", "tutorial"]) {
  Deno.test(`docs/${name}.md counts the factors and the points of the rubric`, async () => {
    const text = await Deno.readTextFile(`${import.meta.dirname}/../${name}.md`);
    const [, factors, points] = /(\w+)\sfactors\s(?:are\s)?worth\s(\d+)\spoints/.exec(text)!;
    const words = ["Eight", "Nine", "Ten", "Eleven", "Twelve", "Thirteen"];
    assert.equal(factors, words[FACTORS.length - 8]);
    assert.equal(Number(points), SERVER_DIVISOR);
  });
}

Deno.test("the page says of every kind of permission what an entry is", () => {
  const [, table] = /(\| Kind +\|[\s\S]*?)\n\n/.exec(page)!;
  const kinds = [...table!.matchAll(/^\| (`[^|]+`) +\|/gm)]
    .flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)].map((match) => match[1]!));
  assert.deepEqual(kinds, PERMISSION_KINDS);
});

Deno.test("every key of the page's table is one that a manifest may have", () => {
  const [, table] = /(\| Key +\|[\s\S]*?)\n\n/.exec(page)!;
  const keys = [...table!.matchAll(/^\| (`[^|]+`) +\|/gm)]
    .flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)].map((match) => match[1]!));
  assert.ok(keys.length > 10, "the table was not found");
  const minimal = { manifestVersion: 1, name: "@a/b", version: "2026.01.01.1", models: ["a.ts"] };
  const wrong = { wrong: "a mapping is not a value of any key but of paths and permissions" };
  for (const key of keys.map((one) => one.split(".")[0]!)) {
    assert.throws(
      () => parseManifest(JSON.stringify({ ...minimal, [key]: wrong })),
      new RegExp(key),
      `${key} is not read`,
    );
  }
});
