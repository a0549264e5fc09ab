import assert from "node:assert/strict";
import { initRepository } from "@svc/runtime/repository";
import { offeredAfter, svc, temporaryConfig } from "../testing/host.ts";
import { strangeServer } from "../testing/strange_server.ts";

const TOKEN = `ci.${"5".repeat(64)}`;

Deno.test("--server, then --repo-dir, then SVC_SERVE_URL, then SVC_REPO_DIR say where to look", async () => {
  await using repository = await temporaryConfig();
  await initRepository(repository.path);
  await using server = strangeServer(() => Response.json({ query: "there", results: [] }));
  const there = "No behavior matches 'there'.\n";
  const here = "No behaviors yet; create one with 'svc behavior create <type> <name>'.\n";
  const at = async (argv: string[], env: Record<string, string>) => {
    const done = await svc(["behavior", "search", ...argv], {
      env: { SVC_SERVER_TOKEN: TOKEN, SVC_SERVER_URL: server.url, ...env },
      cwd: repository.path,
    });
    assert.equal(done.exit, 0, done.stderr);
    return done.stdout;
  };
  const SVC_SERVE_URL = server.url;
  const SVC_REPO_DIR = repository.path;
  assert.equal(await at([], {}), here);
  assert.equal(await at(["--server", server.url], {}), there);
  assert.equal(await at([], { SVC_SERVE_URL }), there);
  assert.equal(await at([], { SVC_SERVE_URL, SVC_REPO_DIR }), there);
  assert.equal(await at(["--repo-dir", repository.path], { SVC_SERVE_URL }), here);
  assert.equal(await at(["--server", server.url], { SVC_REPO_DIR }), there);
});

Deno.test("--server and --repo-dir together are refused", async () => {
  const { exit, stderr } = await svc(
    ["data", "list", "--server", "https://a.example", "--repo-dir", "."],
  );
  assert.equal(exit, 2);
  assert.match(stderr, /--server and --repo-dir cannot be used together/);
});

Deno.test("a key press asks no server, and offers no names of the repository here instead", async () => {
  await using repository = await temporaryConfig();
  await initRepository(repository.path);
  await Deno.mkdir(`${repository.path}/behaviors`, { recursive: true });
  await Deno.writeTextFile(
    `${repository.path}/behaviors/hello.yaml`,
    "type: command/shell\nid: 11111111-1111-4111-8111-111111111111\nname: hello\nversion: 1\n",
  );
  await using server = strangeServer(() => new Promise<Response>(() => {}));
  const complete = async (argv: string[], env = {}) =>
    (await offeredAfter(argv, { env, cwd: repository.path })).map((word) => `${word}\n`).join("");
  assert.equal(await complete(["behavior", "get"]), "hello\n");
  assert.equal(await complete(["behavior", "get", "--server", server.url]), "");
  assert.equal(await complete(["behavior", "get"], { SVC_SERVE_URL: server.url }), "");
  assert.equal(
    await complete(["behavior", "edit"], { SVC_SERVE_URL: server.url }),
    "hello\n",
    "a command that asks no server completes as ever",
  );
  assert.deepEqual(server.lines, []);
});
