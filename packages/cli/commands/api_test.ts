import assert from "node:assert/strict";
import { svc } from "../testing/host.ts";
import { published } from "../testing/published.ts";

Deno.test("an endpoint is called with the stored credential, and its answer is printed", async () => {
  await using at = await published();
  const api = async (...argv: string[]) => {
    const { exit, stdout, stderr } = await at.ada.svc(["api", ...argv]);
    assert.equal(exit, 0, stderr);
    return JSON.parse(stdout);
  };
  assert.equal((await api("/api/whoami")).username, "ada");
  assert.match((await at.ada.svc(["api", "/api/whoami"])).stdout, /\}\n$/);
  const one = await api("/api/v1/extensions/search", "--field", "q=no such", "-f", "perPage=1");
  assert.deepEqual([one.extensions, one.meta.perPage], [[], 1]);
  assert.equal((await api("/api/v1/extensions/search?perPage=2", "-f", "q=x")).meta.perPage, 2);
  const edit = ["/api/v1/collectives/acme", "--method", "PATCH"];
  assert.equal((await api(...edit, "-f", "description=Tools.")).description, "Tools.");
  const stdin = '{"description":"From stdin."}';
  const read = await at.ada.svc(["api", ...edit, "--input", "-", "--json"], { stdin });
  assert.equal(JSON.parse(read.stdout).description, "From stdin.");
  const refused = await at.ada.svc(["api", "/api/v1/collectives/none", "--json"]);
  assert.deepEqual([refused.exit, JSON.parse(refused.stderr).code], [1, "not_found"]);
  const { stdout } = await at.ada.svc(["api", "/api/v1/collectives/acme/audit/export"]);
  const lines = stdout.trimEnd().split("\n").map((line) => JSON.parse(line).action);
  assert.ok(lines.includes("collective.created"), "one event a line");
  const page = await at.reader(["api", "/robots.txt"]);
  assert.match(page.stdout, /^User-agent: .*\n\w/);
});

Deno.test("no path leads the credential to another server", async () => {
  await using thief = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => assert.fail("was asked"),
  );
  const { port } = thief.addr;
  await using at = await published();
  for (
    const path of [
      `http://127.0.0.1:${port}/`,
      `@127.0.0.1:${port}/`,
      `.127.0.0.1:${port}/`,
      ":1/",
      "api/whoami",
      "",
    ]
  ) {
    const { exit, stderr } = await at.ada.svc(["api", path, "--json"]);
    assert.deepEqual([exit, JSON.parse(stderr).code], [2, "usage"], path);
  }
  // These are paths of the registry, which has none of them.
  for (const path of [`//127.0.0.1:${port}/`, `/\\127.0.0.1:${port}/`, "/../../x"]) {
    const { exit } = await at.ada.svc(["api", path, "--json"]);
    assert.equal(exit, 1, path);
  }
});

Deno.test("a page to sign in at is no answer of an endpoint", async () => {
  await using portal = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => new Response("<h1>Sign in</h1>", { headers: { "content-type": "text/html" } }),
  );
  const env = { SVC_CLUB_URL: `http://127.0.0.1:${portal.addr.port}`, HOME: "/none" };
  const { exit, stdout, stderr } = await svc(["api", "/api/whoami", "--json"], { env });
  assert.deepEqual([exit, stdout, JSON.parse(stderr).code], [1, "", "unavailable"], stderr);
  assert.match(JSON.parse(stderr).error, /\(it is a web page\)$/);
});

Deno.test("what cannot be sent is refused before anything is", async () => {
  const refused = async (...argv: string[]) => {
    const env = { SVC_CLUB_URL: "http://127.0.0.1:9" };
    const { exit, stderr } = await svc(["api", "/x", ...argv, "--json"], { env, stdin: "{" });
    assert.equal(exit, 2, stderr);
    return JSON.parse(stderr).error;
  };
  assert.match(await refused("--field", "=x"), /--field needs <key=value>/);
  assert.match(await refused("--input", "-", "-f", "a=b"), /--input cannot be used with --field/);
  assert.match(await refused("--input", "-", "--method", "GET"), /cannot be used with GET/);
  assert.match(await refused("--input", "-"), /stdin is not JSON/);
  assert.match(await refused("--input", "/none/x.json"), /cannot be read/);
  assert.match(await refused("--method", "TRACE"), /must be GET, POST/);
});
