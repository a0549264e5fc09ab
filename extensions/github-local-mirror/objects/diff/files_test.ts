import assert from "node:assert/strict";
import { AT, ofSpec, startUpstream } from "../testing/upstream.ts";
import type { FileChange } from "../testing/stream.ts";

const LINES = Array.from({ length: 40 }, (_, line) => `line ${line}\n`).join("");
const BINARY = new Uint8Array(3000).map((_, at) => at * 7);

/** The files of a pull request that makes these changes to `main`. */
async function filesOf(
  before: Record<string, FileChange>,
  after: Record<string, FileChange>,
) {
  await using upstream = await startUpstream();
  const main = await upstream.commit("refs/heads/main", { files: { keep: "k\n", ...before } });
  await upstream.commit("refs/pull/1/head", { parents: [main], files: after });
  const objects = await upstream.open();
  await upstream.observe(objects, AT);
  const documents = await upstream.describe(objects);
  const [revision] = ofSpec(documents, "prRevision");
  const patch = revision?.patchPath == null
    ? null
    : await Deno.readFile(`${objects.places.artifacts}/${revision.patchPath}`);
  return { files: ofSpec(documents, "prFileSnapshot").flatMap(({ files }) => files), patch };
}

Deno.test("renames, copies, types, modes, submodules and binaries are told as what they are", async () => {
  const { files } = await filesOf({
    "old.txt": LINES,
    "source.txt": LINES.replaceAll("line", "word"),
    "type": "text\n",
    "script": { mode: "100755", content: "#!/bin/sh\n" },
    "gone": "gone\n",
    "sub": { mode: "160000", content: "1".repeat(40) },
    "image": BINARY,
  }, {
    "old.txt": null,
    "dir/new.txt": `${LINES}and one\n`,
    "source.txt": `${LINES.replaceAll("line", "word")}changed\n`,
    "copy.txt": LINES.replaceAll("line", "word"),
    "type": { mode: "120000", content: "/etc/passwd" },
    "script": "#!/bin/sh\n",
    "gone": null,
    "sub": { mode: "160000", content: "2".repeat(40) },
    "image": BINARY.toReversed(),
  });
  const told = files.map(({ path, status, previousPath, additions, deletions, binary, mode }) =>
    [path, status, previousPath, additions, deletions, binary, mode].join(" ")
  );
  assert.deepEqual(told, [
    "copy.txt copied source.txt 0 0 false 100644",
    "dir/new.txt renamed old.txt 1 0 false 100644",
    "gone deleted  0 1 false 100644",
    "image modified    true 100644",
    "script modified  0 0 false 100644",
    "source.txt modified  1 0 false 100644",
    "sub modified  1 1 false 160000",
    "type type-changed  1 1 false 120000",
  ]);
});

Deno.test("paths that are no UTF-8 are base64, both of them, and others are as they are", async () => {
  const bytes = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0));
  const euro = "\xe2\x82\xac";
  const { files } = await filesOf({ "caf\xe9": LINES }, {
    "caf\xe9": null,
    "plain": LINES,
    [`${euro}\n\t"\\`]: "x\n",
    "\xef\xbb\xbfbom": "x\n",
    "!end": "x\n",
    ":100644 a\n": "x\n",
  });
  assert.deepEqual(files.map(({ path, base64, previousPath }) => [path, base64, previousPath]), [
    ["!end", false, null],
    [":100644 a\n", false, null],
    [bytes("plain").toBase64(), true, bytes("caf\xe9").toBase64()],
    ['€\n\t"\\', false, null],
    ["\ufeffbom", false, null],
  ]);
});

Deno.test("text that looks like the protocol changes nothing", async () => {
  const hostile = "!00000000-0000-4000-8000-000000000000\n:100644 100644 a b M\0x\0\n1\t1\tx\n";
  const { files, patch } = await filesOf({}, { "a": hostile, "b": `${hostile}no end` });
  assert.deepEqual(files.map(({ path }) => path), ["a", "b"]);
  assert.match(new TextDecoder().decode(patch!), /\n\\ No newline at end of file\n$|Binary files/);
});

Deno.test("a difference too large to keep has no patch, and its files are there", async () => {
  const { files, patch } = await filesOf({}, { "big.txt": "a line of text\n".repeat(400_000) });
  assert.deepEqual(files.map(({ additions }) => additions), [400_000]);
  assert.equal(patch, null);
});

Deno.test("a file of more than ten megabytes is not compared line by line", async () => {
  const { files, patch } = await filesOf({}, { "huge.txt": "0123456789abcde\n".repeat(700_000) });
  assert.deepEqual(files.map(({ binary, additions }) => [binary, additions]), [[true, null]]);
  assert.match(new TextDecoder().decode(patch!), /Binary files .* differ/);
});

Deno.test("1,001 files come in three documents of at most 500", async () => {
  await using upstream = await startUpstream();
  const main = await upstream.commit("refs/heads/main", { files: { a: "a\n" } });
  const files = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`f${at}`, `${at}\n`]));
  const head = await upstream.commit("refs/pull/1/head", { parents: [main], files });
  const objects = await upstream.open();
  await upstream.observe(objects);
  const documents = await upstream.describe(objects);
  const parts = documents.filter(({ spec }) => spec === "prFileSnapshot");
  const name = `prfilesnapshot.octocat~hello~1~${head.slice(0, 12)}`;
  assert.deepEqual(parts.map((part) => part.name), [name, `${name}~2`, `${name}~3`]);
  const lists = ofSpec(documents, "prFileSnapshot");
  assert.deepEqual(lists.map((one) => [one.part, one.parts, one.files.length, one.truncated]), [
    [1, 3, 500, false],
    [2, 3, 500, false],
    [3, 3, 1, false],
  ]);
});

Deno.test("attributes of the tree change nothing of what is told", async () => {
  const { files, patch } = await filesOf({}, {
    ".gitattributes":
      "* binary -diff diff=evil filter=evil merge=evil working-tree-encoding=UTF-16\n",
    "a.txt": "text\n",
  });
  assert.deepEqual(files.map(({ path, binary }) => [path, binary]), [
    [".gitattributes", false],
    ["a.txt", false],
  ]);
  assert.match(new TextDecoder().decode(patch!), /\n\+text\n/);
});
