import assert from "node:assert/strict";
import { parseCommit } from "./commits.ts";
import { ofSpec, startUpstream } from "./testing/upstream.ts";

const ID = "a".repeat(40);
const TREE = `tree ${"b".repeat(40)}\n`;

function parsed(text: string | Uint8Array) {
  return parseCommit(ID, typeof text === "string" ? new TextEncoder().encode(text) : text);
}

Deno.test("a commit is told with who, when, parents and message", () => {
  const object = `${TREE}parent ${"c".repeat(40)}\nparent ${"d".repeat(40)}
author Ann Lee <ann@example.com> 1700000000 +0200
committer Bob <bob@example.com> 1700000060 -0100
gpgsig -----BEGIN PGP SIGNATURE-----
 author Eve <eve@example.com> 1 +0000
 -----END PGP SIGNATURE-----

Subject

Body
`;
  assert.deepEqual(parsed(object), {
    sha: ID,
    parents: ["c".repeat(40), "d".repeat(40)],
    author: { name: "Ann Lee", email: "ann@example.com" },
    authoredAt: "2023-11-14T22:13:20Z",
    committedAt: "2023-11-14T22:14:20Z",
    message: "Subject\n\nBody\n",
  });
});

Deno.test("what is not as it should be becomes empty and never an error", () => {
  const person = { name: "", email: "" };
  for (const text of ["", "\n\n", "tree", `${TREE}author\ncommitter <\n\n`, "author a\0b\n\nx"]) {
    const { author, authoredAt } = parsed(text);
    assert.deepEqual([author, authoredAt], [person, "1970-01-01T00:00:00Z"], JSON.stringify(text));
  }
  for (const seconds of ["-1", "99999999999999999999", "253402300800", "NaN"]) {
    const { authoredAt } = parsed(`${TREE}author A <a> ${seconds} +0000\n\nx`);
    assert.equal(authoredAt, "1970-01-01T00:00:00Z", seconds);
  }
});

Deno.test("a message is read in the encoding that it names, and is valid Unicode without NUL", () => {
  const latin = Uint8Array.from(
    `${TREE}author J\xfcrgen <j> 1 +0000\nencoding ISO-8859-1\n\nM\xfcnchen\0`,
    (one) => one.charCodeAt(0),
  );
  assert.deepEqual([parsed(latin).author.name, parsed(latin).message], ["Jürgen", "München"]);
  const unknown = parsed(`${TREE}encoding \u001b[31m\n\nx`);
  assert.equal(unknown.message, "x");
  const broken = parsed(Uint8Array.from([...new TextEncoder().encode(`${TREE}\n`), 0xff, 0xfe]));
  assert.ok(broken.message.isWellFormed());
});

Deno.test("a message of any size is cut at 65,536 characters", async () => {
  await using upstream = await startUpstream();
  const main = await upstream.commit("refs/heads/main", { files: { a: "a\n" } });
  const message = "€".repeat(400_000);
  await upstream.commit("refs/pull/1/head", { parents: [main], message });
  await upstream.commit("refs/pull/1/head", { message: "after it" });
  const objects = await upstream.open();
  await upstream.observe(objects);
  const [commits] = ofSpec(await upstream.describe(objects), "prCommit");
  assert.deepEqual(commits?.commits.map((one) => one.message.length), [65_536, 8]);
});

Deno.test("commits come parents first, each once, also where branches were merged", async () => {
  await using upstream = await startUpstream();
  const main = await upstream.commit("refs/heads/main", { files: { a: "a\n" } });
  const left = await upstream.commit("refs/x/l", { parents: [main], files: { l: "l\n" } });
  const right = await upstream.commit("refs/x/r", { parents: [main], files: { r: "r\n" } });
  const head = await upstream.commit("refs/pull/1/head", { parents: [left, right] });
  const objects = await upstream.open();
  await upstream.observe(objects);
  const [commits] = ofSpec(await upstream.describe(objects), "prCommit");
  assert.deepEqual(commits?.commits.map(({ sha }) => sha), [left, right, head]);
  assert.deepEqual(commits?.commits.at(-1)?.parents, [left, right]);
});
