import assert from "node:assert/strict";
import { type ChangedFile, compareArchives } from "./compare.ts";
import type { Patch } from "./patch.ts";

type Contents = Record<string, string | Uint8Array>;

const archive = (contents: Contents) => ({
  files: new Map(
    Object.entries(contents).map(([path, content]) => [path, {
      bytes: typeof content === "string" ? new TextEncoder().encode(content) : content,
      executable: false,
    }]),
  ),
});

const compare = (before: Contents, after: Contents, file?: string) =>
  compareArchives(archive(before), archive(after), file);

const patchIn = (files: ChangedFile[], path = "a.ts") =>
  files.find((file) => file.path === path)!.patch as Patch;

Deno.test("files are added, removed, changed, renamed or the same", () => {
  const { files, unchanged } = compare(
    { "a.ts": "1\n2\n3\n", "gone.ts": "x\n", "old.ts": "moved\n", "same.ts": "s" },
    { "a.ts": "1\nTWO\n3\n", "new.ts": "n\nm\n", "renamed.ts": "moved\n", "same.ts": "s" },
  );
  assert.equal(unchanged, 1);
  assert.deepEqual(files.map(({ path, kind, from }) => [path, kind, from]), [
    ["a.ts", "changed", undefined],
    ["gone.ts", "removed", undefined],
    ["new.ts", "added", undefined],
    ["renamed.ts", "renamed", "old.ts"],
  ]);
  assert.deepEqual(patchIn(files), {
    added: 1,
    removed: 1,
    hunks: [{ oldStart: 1, newStart: 1, lines: [" 1", "-2", "+TWO", " 3"] }],
  });
  assert.deepEqual(patchIn(files, "new.ts").hunks[0]!.lines, ["+n", "+m"]);
  assert.deepEqual(patchIn(files, "gone.ts").hunks[0]!.lines, ["-x"]);
});

Deno.test("each removed file is the origin of one renamed file at most", () => {
  const { files } = compare({ "a.ts": "x\n", "b.ts": "x\n" }, {
    "c.ts": "x\n",
    "d.ts": "x\n",
    "e.ts": "x\n",
  });
  assert.deepEqual(files.map(({ path, kind, from }) => [path, kind, from]), [
    ["c.ts", "renamed", "a.ts"],
    ["d.ts", "renamed", "b.ts"],
    ["e.ts", "added", undefined],
  ]);
});

Deno.test("characters that are written out count for what they become", () => {
  const line = `${"\u0001".repeat(900)}\n`;
  const { files } = compare({}, { "a.ts": line.repeat(20) });
  assert.equal(files[0]!.patch, "beyond");
});

Deno.test("what did not change is left out, but for three lines around a change", () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`);
  const { files } = compare(
    { "a.ts": lines.join("") },
    { "a.ts": lines.with(20, "other\n").join("") },
  );
  const [hunk] = patchIn(files).hunks;
  assert.equal(hunk!.newStart, 18);
  assert.equal(hunk!.lines.length, 8);
});

Deno.test("what svc makes comes after what the author wrote", () => {
  const { files } = compare({}, { "bundle.lock.json": "{}", "descriptor.json": "{}", "z.ts": "z" });
  assert.deepEqual(files.map(({ path, generated }) => [path, generated]), [
    ["z.ts", false],
    ["bundle.lock.json", true],
    ["descriptor.json", true],
  ]);
});

Deno.test("what is not text, or too long, is not compared", () => {
  const { files } = compare(
    { "a.ts": "a", "b.bin": "b", "c.ts": "c".repeat(500_000) },
    { "a.ts": new Uint8Array([0x61, 0xff]), "b.bin": new Uint8Array([0]), "c.ts": "c" },
  );
  assert.deepEqual(files.map(({ patch }) => patch), ["binary", "binary", "large"]);
});

Deno.test("texts that differ in everything are given up, and a long line is cut", () => {
  const numbers = (from: number) =>
    Array.from({ length: 9_000 }, (_, index) => `${from + index}\n`).join("");
  // Each has the time of a page of its own.
  const { files } = compare({ "a.ts": numbers(0) }, { "a.ts": numbers(10_000) });
  assert.equal(patchIn(files), "late");
  const long = compare({ "a.ts": "x".repeat(90_000) }, { "a.ts": "y".repeat(90_000) });
  for (const line of patchIn(long.files).hunks[0]!.lines) assert.equal(line.length, 1_001);
});

Deno.test("a page shows its share of many files; each has a page of its own", () => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`f${index}.ts`, "line\n".repeat(100)]),
  );
  const { files } = compare({}, many);
  assert.equal(files.length, 40);
  assert.equal(files.filter(({ patch }) => patch === "beyond").length, 25);
  const last = files.at(-1)!.path;
  const alone = compare({}, many, last);
  assert.deepEqual(alone.files.map(({ path }) => path), [last]);
  assert.equal(patchIn(alone.files, last).added, 100);
});
