import assert from "node:assert/strict";
import { startApi } from "../../testing/api.ts";
import type { PlatformFailure } from "../failure.ts";
import { git, gitFields, type GitOptions, tryGit } from "./git.ts";
import { gitEnvironment, gitOrigin } from "./environment.ts";

const TOKEN = "ghp_0123456789abcdef";
const signal = new AbortController().signal;
const AUTHOR = {
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

/** An empty repository in a folder of its own. */
async function withRepository(body: (folder: string, call: Call) => Promise<void>) {
  const folder = await Deno.makeTempDir();
  try {
    const call: Call = (args, options = {}) => git(args, { cwd: folder, signal, ...options });
    await call(["init", "--quiet", "--initial-branch=main"]);
    await body(folder, call);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

type Call = (args: string[], options?: Partial<GitOptions>) => Promise<string>;

const commit = ["commit", "--quiet", "--allow-empty", "--message=x"];

async function failure(call: Promise<unknown>): Promise<PlatformFailure> {
  const error = await call.then(() => undefined, (thrown) => thrown);
  assert.ok(error, "the call should fail");
  return error;
}

Deno.test("nothing of the person's configuration counts, and no hook runs", async () => {
  await withRepository(async (folder, call) => {
    const hooks = `${folder}/.git/hooks`;
    await Deno.mkdir(hooks, { recursive: true });
    for (const hook of ["pre-commit", "post-commit", "fsmonitor"]) {
      await Deno.writeTextFile(`${hooks}/${hook}`, `#!/bin/sh\ntouch ${folder}/ran-${hook}\n`);
      await Deno.chmod(`${hooks}/${hook}`, 0o700);
    }
    await call(["config", "core.hooksPath", hooks]);
    await call(["config", "core.fsmonitor", `${hooks}/fsmonitor`]);
    await Deno.writeTextFile(`${folder}/.gitconfig`, "[user]\n\tname = of the person\n");
    await call(commit, { env: { ...AUTHOR, HOME: folder } });
    await call(["status", "--porcelain"]);
    const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
    assert.deepEqual(names.filter((name) => name.startsWith("ran-")), []);
    assert.equal(await call(["config", "--get", "core.hooksPath"]), "/dev/null\n");
    assert.equal((await tryGit(["config", "user.name"], { cwd: folder, signal })).code, 1);
  });
});

Deno.test("the token goes to its host as a header, and nowhere into the repository", async () => {
  await using api = startApi(() => new Response("no", { status: 404 }));
  await using other = startApi(() => new Response("no", { status: 404 }));
  await withRepository(async (folder, call) => {
    const login = { token: TOKEN, baseUrl: `${api.url}/api/v3` };
    for (const { url } of [api, other]) {
      await call(["remote", "add", `r${new URL(url).port}`, `${url}/o/r.git`]);
      const error = await failure(call(["ls-remote", `${url}/o/r.git`], login));
      assert.equal(error.code, "not_found");
      assert.ok(!Deno.inspect(error).includes(TOKEN));
    }
    const sent = api.received[0]?.headers.get("authorization");
    assert.equal(sent, `Basic ${btoa(`x-access-token:${TOKEN}`)}`);
    assert.equal(other.received[0]?.headers.get("authorization"), null);
    const config = await Deno.readTextFile(`${folder}/.git/config`);
    assert.ok(!config.includes(TOKEN) && !config.includes(btoa(`x-access-token:${TOKEN}`)));
  });
});

Deno.test("a redirect is not followed, so the token stays", async () => {
  await using other = startApi(() => new Response("x"));
  await using api = startApi(({ path }) =>
    new Response(null, { status: 301, headers: { location: other.url + path } })
  );
  await withRepository(async (_folder, call) => {
    const login = { token: TOKEN, baseUrl: api.url };
    const error = await failure(call(["ls-remote", `${api.url}/o/r.git`], login));
    assert.equal(error.code, "moved");
    assert.equal(other.received.length, 0);
  });
});

Deno.test("a refused token is said, without a prompt and without the token", async () => {
  const headers = { "www-authenticate": "Basic" };
  await using api = startApi(() => new Response("no", { status: 401, headers }));
  await withRepository(async (_folder, call) => {
    const login = { token: TOKEN, baseUrl: api.url };
    const error = await failure(call(["ls-remote", `${api.url}/o/r.git`], login));
    assert.equal(error.code, "unauthorized");
    assert.ok(!error.message.includes(TOKEN) && !error.message.includes(btoa(TOKEN)));
  });
});

Deno.test("an address that would run a program is refused", async () => {
  await withRepository(async (folder, call) => {
    await failure(call(["ls-remote", `ext::sh -c touch% ${folder}/ran`]));
    assert.ok(![...Deno.readDirSync(folder)].some(({ name }) => name === "ran"));
  });
});

Deno.test("plain http is only for a host whose API is reached over it", async () => {
  await using api = startApi(() => new Response("no", { status: 404 }));
  await withRepository(async (_folder, call) => {
    const error = await failure(call(["ls-remote", `${api.url}/o/r.git`]));
    assert.match(error.message, /transport 'http' not allowed/);
    assert.equal(api.received.length, 0);
  });
});

Deno.test("a lock that was left is named with its age and stays", async () => {
  await withRepository(async (folder, call) => {
    const lock = `${folder}/.git/index.lock`;
    await Deno.writeTextFile(lock, "");
    await Deno.utime(lock, new Date(), new Date(Date.now() - 45 * 60_000));
    await Deno.writeTextFile(`${folder}/a`, "");
    const error = await failure(call(["add", "a"]));
    assert.equal(error.code, "conflict");
    assert.match(error.message, /git add found the lock \/.*index\.lock, 45 minutes old/);
    assert.ok((await Deno.stat(lock)).isFile);
  });
});

Deno.test("another user's repository is not used, and it is said why", async () => {
  if (Deno.uid() !== 0) return;
  await withRepository(async (folder, call) => {
    await Deno.chown(`${folder}/.git`, 65_534, 65_534);
    await Deno.chown(folder, 65_534, 65_534);
    const error = await failure(call(["status"]));
    assert.match(error.message, /git status: the repository belongs to another user/);
    await Deno.chown(`${folder}/.git`, 0, 0);
    await Deno.chown(folder, 0, 0);
  });
});

Deno.test("what git says of a failure is one clean line", async () => {
  await withRepository(async (_folder, call) => {
    const error = await failure(call(["cat-file", "-t", "no\u001b[31mthing"]));
    assert.equal(error.code, "git_failed");
    assert.match(
      error.message,
      /^git cat-file ended with 128: fatal: Not a valid object name no.*thing/,
    );
    assert.ok(!error.message.includes("\u001b"));
  });
});

Deno.test("more output than allowed ends the call", async () => {
  await withRepository(async (folder, call) => {
    await Deno.writeTextFile(`${folder}/big`, "x".repeat(200_000));
    await call(["add", "big"]);
    const error = await failure(call(["show", ":big"], { maxBytes: 1000 }));
    assert.equal(error.code, "too_large");
  });
});

Deno.test("an aborted run ends git and does not wait for what git has started", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const controller = new AbortController();
  await withRepository(async (_folder, call) => {
    const url = `http://127.0.0.1:${port}/o/r.git`;
    const options = { signal: controller.signal, baseUrl: `http://127.0.0.1:${port}` };
    const running = failure(call(["ls-remote", url], options));
    const connection = await listener.accept();
    await connection.read(new Uint8Array(4096));
    controller.abort();
    assert.equal((await running).name, "AbortError");
    connection.close();
  });
  listener.close();
});

Deno.test("repositories are at the host of their API", () => {
  for (
    const [api, origin] of [
      ["https://api.github.com", "https://github.com"],
      ["https://ghe.example.com/api/v3", "https://ghe.example.com"],
      ["https://api.acme.ghe.com", "https://acme.ghe.com"],
      ["https://api.github.com.evil.example", "https://api.github.com.evil.example"],
      ["http://127.0.0.1:8080/api/v3", "http://127.0.0.1:8080"],
    ] as const
  ) assert.equal(gitOrigin(api), origin);
});

Deno.test("git's environment holds what it needs and nothing else of the person's", () => {
  Deno.env.set("GIT_DIR", "/elsewhere");
  try {
    const env = gitEnvironment({ origin: "https://github.com" }, { A: "b" });
    assert.ok(!("GIT_DIR" in env));
    assert.deepEqual([env.GIT_TERMINAL_PROMPT, env.LC_ALL, env.A], ["0", "C", "b"]);
    assert.ok(!Object.values(env).some((value) => value.includes("extraheader")));
  } finally {
    Deno.env.delete("GIT_DIR");
  }
});

Deno.test("fields end with a NUL and may hold line ends", () => {
  assert.deepEqual(gitFields("a\nb\0\0c\0"), ["a\nb", "", "c"]);
  assert.deepEqual(gitFields(""), []);
});
