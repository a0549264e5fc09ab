import assert from "node:assert/strict";
import { run, type WrittenFile } from "../../testing/run.ts";
import { model } from "../github_project_activity.ts";
import { MOST_ARTIFACT_BYTES as MOST_BYTES } from "../outputs/artifact_index.ts";

const OWN = { owner: "octocat", repo: "Hello-World" };
const PLAN = { name: "plan.md", contentType: "text/markdown", content: "# Plan\n" };

async function recorded(args: Record<string, unknown>, globalArgs: Record<string, unknown> = OWN) {
  const files = new Map<string, WrittenFile>();
  const written = await run(model, "record_artifact", args, { globalArgs, files });
  const [file] = files.values();
  const { fetchedAt, ...index } = written.find(({ spec }) => spec === "artifactIndex")!.data;
  assert.ok(Date.parse(fetchedAt as string) > 0);
  return { written, file: file!, index };
}

Deno.test("an artifact is a file and an index that says what it is and where it lies", async () => {
  const { written, file, index } = await recorded({
    ...PLAN,
    subjectType: "pr",
    subjectNumber: 12,
    description: "What is left to do",
  });
  assert.deepEqual(written.map(({ spec, name }) => [spec, name]), [
    ["artifact", "artifact.octocat~hello-world~plan.md"],
    ["artifactIndex", "artifactindex.octocat~hello-world~plan.md"],
  ]);
  assert.equal(file.contentType, "text/markdown");
  assert.equal(new TextDecoder().decode(file.bytes), "# Plan\n");
  assert.deepEqual(index, {
    repo: "octocat/Hello-World",
    name: "plan.md",
    file: "artifact.octocat~hello-world~plan.md",
    contentType: "text/markdown",
    bytes: 7,
    sha256: "c3964bb3b70a957ec9b233c7dd3653f6ba17701ab00facf88ae1393dc6155577",
    subjectType: "pr",
    number: 12,
    description: "What is left to do",
  });
});

Deno.test("it can be about another repository, or about none", async () => {
  const named = async (args: object, globalArgs?: Record<string, unknown>) => {
    const { index } = await recorded({ ...PLAN, ...args }, globalArgs);
    return [index.repo, index.file];
  };
  assert.deepEqual(await named({ repo: "a/B" }), ["a/B", "artifact.a~b~plan.md"]);
  assert.deepEqual(await named({ repo: "b" }), ["octocat/b", "artifact.octocat~b~plan.md"]);
  // svc gives a method the behavior's own name of the repository, with or without an owner.
  const own = ["octocat/Hello-World", "artifact.octocat~hello-world~plan.md"];
  assert.deepEqual(await named({ repo: "Hello-World" }), own);
  const ownerless = await named({ repo: "Hello-World" }, { repo: "Hello-World" });
  assert.deepEqual(ownerless, [null, "artifact._~_~plan.md"]);
  assert.deepEqual(await named({}, {}), [null, "artifact._~_~plan.md"]);
  assert.deepEqual(await named({}, { owner: "octocat" }), [null, "artifact._~_~plan.md"]);
  await assert.rejects(recorded({ ...PLAN, repo: "../../etc" }), { code: "refused" });
});

Deno.test("names that could lead elsewhere, or to another's file, are encoded; the index keeps them", async () => {
  const names = ["../../x", "a/b", "A", "a", "con", "x\ny", "-rf", "ä", "a~b", "x".repeat(255)];
  const files = new Set<string>();
  for (const name of names) {
    const { index } = await recorded({ ...PLAN, name });
    assert.equal(index.name, name);
    assert.match(index.file as string, /^artifact\.octocat~hello-world~[a-z0-9._%A-F-]{1,100}$/);
    assert.ok(!(index.file as string).includes(".."));
    files.add((index.file as string).toLowerCase());
  }
  assert.equal(files.size, names.length);
});

Deno.test("text keeps every byte but NUL and halves of characters", async () => {
  const content = "a\r\n\u0000b\ud800\tc";
  const { file } = await recorded({ ...PLAN, contentType: "text/plain", content });
  assert.equal(new TextDecoder().decode(file.bytes), "a\r\nb\ufffd\tc");
});

Deno.test("what is not text comes as base64", async () => {
  const image = { ...PLAN, contentType: "image/png" };
  const { file } = await recorded({ ...image, content: "iVBORw0KGgo=" });
  assert.deepEqual([...file.bytes], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  await assert.rejects(recorded({ ...image, content: "not base64!" }), /is not base64/);
});

Deno.test("content types are bounded: nothing that a browser would run", async () => {
  const kept = async (contentType: string) =>
    (await recorded({ ...PLAN, contentType })).index.contentType;
  assert.equal(await kept("Text/Plain; charset=UTF-8"), "text/plain");
  const refused = [
    "text/html",
    "image/svg+xml",
    "application/xml",
    "application/javascript",
    "text/plain; charset=utf-7",
    "text/plain\r\nx: y",
    "text",
    "",
  ];
  for (const contentType of refused) {
    await assert.rejects(
      kept(contentType),
      (error: Error) => error.name === "ZodError" || /content type/.test(error.message),
    );
  }
});

Deno.test("5 MB are kept, and not one byte more, whatever its characters", async () => {
  const full = await recorded({ ...PLAN, content: "x".repeat(MOST_BYTES) });
  assert.equal(full.index.bytes, MOST_BYTES);
  const more = ["x".repeat(MOST_BYTES + 1), `${"ä".repeat(MOST_BYTES / 2)}x`];
  for (const content of more) {
    await assert.rejects(recorded({ ...PLAN, content }), /5000001 bytes; the limit is 5000000/);
  }
});

Deno.test("half of a subject is refused", async () => {
  for (const half of [{ subjectType: "pr" }, { subjectNumber: 3 }]) {
    await assert.rejects(recorded({ ...PLAN, ...half }), /needs subject/);
  }
});
