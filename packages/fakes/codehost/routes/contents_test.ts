import assert from "node:assert/strict";
import { about, startPair, tip, type Told, write } from "../testing/pair.ts";

interface Content {
  type: string;
  name: string;
  sha: string;
  size: number;
  content: string;
  encoding: string;
  target?: string;
}

/** Puts entries into `main` as git has them: links, submodules, executables. */
async function commitTree(repo: Told, tree: object[]): Promise<void> {
  const base = await tip(repo);
  const { sha } = await repo.post<{ sha: string }>("/git/trees", { base_tree: base, tree });
  const commit = await repo.post<{ sha: string }>("/git/commits", {
    message: "Tree",
    tree: sha,
    parents: [base],
  });
  await repo.patch("/git/refs/heads/main", { sha: commit.sha });
}

Deno.test("a file is read as it was written, whatever its name and bytes", async () => {
  await using host = await startPair();
  const repo = about(host);
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const path = "/contents/a%20b/%C3%BC%23%3F.bin";
  await repo.put(path, { message: "Write", content: bytes.toBase64() });
  const read = await repo.get<Content>(path);
  assert.deepEqual(Uint8Array.fromBase64(read.content), bytes);
  assert.deepEqual([read.type, read.name, read.size], ["file", "ü#?.bin", 256]);
  const raw = await fetch(`${host.url}/repos/octocat/one${path}`, {
    headers: { accept: "application/vnd.github.raw+json" },
  });
  assert.deepEqual(await raw.bytes(), bytes);
});

Deno.test("a folder is a list, or an object for who asks for one", async () => {
  await using host = await startPair();
  const repo = about(host);
  await write(repo, "folder/a.txt", "a\n");
  const list = await repo.get<Content[]>("/contents/folder");
  assert.deepEqual(list.map(({ name }) => name), ["a.txt"]);
  const answer = await fetch(`${host.url}/repos/octocat/one/contents/folder`, {
    headers: { accept: "application/vnd.github.object+json" },
  });
  const { type, entries, sha } = await answer.json();
  assert.deepEqual([type, entries.length, sha.length], ["dir", 1, 40]);
});

Deno.test("who writes says which version they know, and of two at once one wins", async () => {
  await using host = await startPair();
  const repo = about(host);
  await write(repo, "a.txt", "a\n");
  const { sha } = await repo.get<Content>("/contents/a.txt");
  const put = (text: string, more: object) =>
    repo.put("/contents/a.txt", { message: "Change", content: btoa(text), ...more });
  await assert.rejects(put("b\n", {}), /422 .*sha.* wasn't supplied/);
  await assert.rejects(put("b\n", { sha: "0".repeat(40) }), /409 .*does not match/);
  await assert.rejects(put("b\n", { sha, branch: "none" }), /404 .*Branch none not found/);
  const both = await Promise.allSettled([put("b\n", { sha }), put("c\n", { sha })]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
});

Deno.test("a deleted file is gone, and needs its version", async () => {
  await using host = await startPair();
  const repo = about(host);
  const { sha } = await repo.get<Content>("/contents/README.md");
  const path = `${host.url}/repos/octocat/one/contents/README.md`;
  const remove = (body: object) =>
    fetch(path, {
      method: "DELETE",
      headers: { authorization: "Bearer owner" },
      body: JSON.stringify(body),
    });
  const gone = await remove({ message: "Remove", sha });
  assert.equal((await gone.json()).content, null);
  await assert.rejects(repo.get("/contents/README.md"), /404/);
});

Deno.test("a link answers with the file it leads to, or with where it leads", async () => {
  await using host = await startPair();
  const repo = about(host);
  await write(repo, "folder/file.txt", "text\n");
  const link = (path: string, content: string) => ({ path, mode: "120000", type: "blob", content });
  await commitTree(repo, [
    link("folder/inside", "file.txt"),
    link("up", "folder/../folder/file.txt"),
    link("outside", "../../etc/passwd"),
    link("absolute", "/etc/passwd"),
    link("dangling", "none"),
  ]);
  for (const path of ["folder/inside", "up"]) {
    const read = await repo.get<Content>(`/contents/${path}`);
    assert.deepEqual([read.type, atob(read.content)], ["file", "text\n"]);
  }
  for (const [path, target] of [["outside", "../../etc/passwd"], ["absolute", "/etc/passwd"]]) {
    const read = await repo.get<Content>(`/contents/${path}`);
    assert.deepEqual([read.type, read.target], ["symlink", target]);
  }
  assert.equal((await repo.get<Content>("/contents/dangling")).type, "symlink");
});

Deno.test("a submodule says so by itself, and is a file in a listing", async () => {
  await using host = await startPair();
  const repo = about(host);
  const sha = await tip(repo);
  await commitTree(repo, [{ path: "module", mode: "160000", type: "commit", sha }]);
  assert.equal((await repo.get<Content>("/contents/module")).type, "submodule");
  const list = await repo.get<(Content & { download_url: null })[]>("/contents/");
  const listed = list.find(({ name }) => name === "module")!;
  assert.deepEqual([listed.type, listed.download_url], ["file", null]);
});

Deno.test("a file over one megabyte comes without its content; its blob has it", async () => {
  await using host = await startPair();
  const repo = about(host);
  const text = "a".repeat(1_048_577);
  await repo.put("/contents/big.txt", { message: "Big", content: btoa(text) });
  const big = await repo.get<Content>("/contents/big.txt");
  assert.deepEqual([big.encoding, big.content, big.size], ["none", "", text.length]);
  const blob = await repo.get<Content>(`/git/blobs/${big.sha}`);
  assert.equal(atob(blob.content).length, text.length);
});
