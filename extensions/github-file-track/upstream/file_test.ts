// Answers of a host that is not what it should be: each ends as the failure of its file.
import assert from "node:assert/strict";
import { clientContext, startApi } from "../../testing/api.ts";
import { connect } from "../../platform/client.ts";
import { fileAt } from "./file.ts";

const HELLO = {
  type: "file",
  sha: "ce013625030ba8dba906f756967f9e9ca394464a",
  size: 6,
  encoding: "base64",
  content: "aGVsbG8K",
  url: "https://h/repos/octocat/x/contents/a",
  download_url: "https://h/a",
};

async function read(answer: unknown) {
  await using api = startApi(() => Response.json(answer));
  const client = connect({ extension: "t", context: clientContext(), baseUrl: api.url });
  return await fileAt(client, {
    name: { owner: "octocat", repo: "x" },
    ref: "main",
    path: "a",
  });
}

Deno.test("a file comes with its id, its size and its content", async () => {
  const file = await read(HELLO);
  assert.ok(file !== "unchanged");
  assert.deepEqual([file.blobSha, file.bytes, file.fullName], [HELLO.sha, 6, "octocat/x"]);
  assert.equal(new TextDecoder().decode(file.content), "hello\n");
});

for (
  const [name, change] of Object.entries({
    // Without a size nothing would end the download before the disk is full.
    "no size": { size: undefined },
    "a size that is not a number": { size: "6" },
    "a negative size": { size: -1 },
    "half a byte": { size: 6.5 },
    "no id": { sha: undefined },
    "an id that is a path": { sha: "../../secrets" },
    "content that is not base64": { content: "%%%" },
    "content that is not text": { content: 7 },
  })
) {
  Deno.test(`an answer with ${name} is refused as damaged`, async () => {
    await assert.rejects(read({ ...HELLO, ...change }), { code: "damaged" });
  });
}

Deno.test("an answer that is nothing is refused as damaged", async () => {
  await assert.rejects(read(null), { code: "damaged" });
});
