import assert from "node:assert/strict";
import { about, branchWith, startPair, tip, write } from "../testing/pair.ts";

/** Runs git in a folder of its own, and gives what it wrote; throws when it fails. */
async function git(folder: string, args: readonly string[], token?: string): Promise<string> {
  const header = token === undefined ? {} : {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "http.extraHeader",
    GIT_CONFIG_VALUE_0: basic(token),
  };
  const { code, stdout, stderr } = await new Deno.Command("git", {
    args: ["-C", folder, ...args],
    env: {
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_TERMINAL_PROMPT: "0",
      GIT_AUTHOR_NAME: "a",
      GIT_AUTHOR_EMAIL: "a@example.com",
      GIT_COMMITTER_NAME: "a",
      GIT_COMMITTER_EMAIL: "a@example.com",
      LC_ALL: "C",
      ...header,
    },
  }).output();
  const text = new TextDecoder();
  if (code !== 0) throw new Error(text.decode(stderr));
  return text.decode(stdout).trim();
}

const basic = (token: string) => `Authorization: Basic ${btoa(`x-access-token:${token}`)}`;

async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("what the API wrote is cloned, and what git pushes the API reads", () =>
  inFolder(async (folder) => {
    await using host = await startPair();
    const repo = about(host);
    await write(repo, "a.txt", "a\n");
    const { clone_url } = await repo.get<{ clone_url: string }>("");
    await git(folder, ["clone", "--quiet", clone_url, "work"]);
    const work = `${folder}/work`;
    assert.equal(await git(work, ["rev-parse", "HEAD"]), await tip(repo));
    await Deno.writeTextFile(`${work}/b.txt`, "b\n");
    await git(work, ["add", "b.txt"]);
    await git(work, ["commit", "--quiet", "-m", "Add b"]);
    await git(work, ["push", "--quiet", "origin", "HEAD:refs/heads/b"], "owner");
    assert.equal(await git(work, ["rev-parse", "HEAD"]), await tip(repo, "b"));
    await repo.get("/contents/b.txt?ref=b");
  }));

Deno.test("who may only read cannot push, and nobody pushes without a token", () =>
  inFolder(async (folder) => {
    await using host = await startPair();
    await git(folder, ["clone", "--quiet", `${host.url}/octocat/one.git`, "work"]);
    const push = (token?: string) =>
      git(`${folder}/work`, ["push", "--quiet", "origin", "HEAD:refs/heads/x"], token);
    await assert.rejects(push("reader"), /403/);
    await assert.rejects(push(), /could not read Username/);
    await assert.rejects(push("unknown"), /could not read Username|Authentication failed/);
    await about(host).patch("", { archived: true });
    await assert.rejects(push("owner"), /403/);
  }));

Deno.test("a private repository asks for a token, and is absent with another's", () =>
  inFolder(async (folder) => {
    await using host = await startPair();
    await host.call("owner", "POST", "/user/repos", { name: "p", private: true, auto_init: true });
    const clone = (name: string, token?: string) =>
      git(folder, ["clone", "--quiet", `${host.url}/octocat/p.git`, name], token);
    await assert.rejects(clone("nobody"), /could not read Username/);
    await assert.rejects(clone("reader", "reader"), /not found/);
    await clone("owner", "owner");
  }));

Deno.test("pull requests are fetched by number, and only the host writes them", () =>
  inFolder(async (folder) => {
    await using host = await startPair();
    const repo = about(host);
    await branchWith(repo, "a");
    await repo.post("/pulls", { title: "A", head: "a", base: "main" });
    const url = `${host.url}/octocat/one.git`;
    await git(folder, ["init", "--quiet"]);
    await git(folder, ["fetch", "--quiet", "--filter=blob:none", url, "refs/pull/1/head"]);
    assert.equal(await git(folder, ["rev-parse", "FETCH_HEAD"]), await tip(repo, "a"));
    await assert.rejects(
      git(folder, ["push", "--quiet", url, "FETCH_HEAD:refs/pull/2/head"], "owner"),
      /hidden ref/,
    );
  }));

Deno.test("a repository of the host can be cloned from the disk", () =>
  inFolder(async (folder) => {
    await using host = await startPair();
    const bare = await host.folder("octocat/one");
    await git(folder, ["clone", "--quiet", `file://${bare}`, "work"]);
    assert.equal(await git(`${folder}/work`, ["rev-parse", "HEAD"]), await tip(about(host)));
  }));

Deno.test("git follows a repository to its new name", () =>
  inFolder(async (folder) => {
    await using host = await startPair();
    await about(host).patch("", { name: "renamed" });
    await git(folder, ["clone", "--quiet", `${host.url}/octocat/one.git`, "work"]);
  }));
