import assert from "node:assert/strict";
import { readUntil } from "./process/read_until.ts";
import { startServing } from "./process/serving.ts";
import { createPerson } from "./process/svc.ts";

const KEY = `svc_col_${"0123456789abcdef".repeat(2)}`;

/** A registry as far as `svc serve` and `svc mcp` ask one, which notes each request. */
function notingRegistry() {
  const requests: { line: string; headers: Headers }[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const { pathname, origin } = new URL(request.url);
    requests.push({ line: `${request.method} ${pathname}`, headers: request.headers });
    await request.body?.cancel();
    const answers: Record<string, object> = {
      "/api/whoami": {
        authenticated: true,
        collectiveToken: true,
        collective: "acme",
        scopes: ["serve:*", "datastore:*", "oauth:manage"],
      },
      "/api/auth/oauth2/register": { client_id: "c", client_secret: "s" },
      "/api/auth/device/code": {
        device_code: "d",
        user_code: "U",
        verification_uri: `${origin}/device`,
      },
    };
    return Response.json(answers[pathname] ?? { instance: {} });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    /** The paths that were asked for since the last time; each request named the device. */
    asked(device: string): Set<string> {
      for (const { line, headers } of requests) {
        assert.equal(headers.get("svc-distinct-id"), device, line);
        assert.match(headers.get("user-agent") ?? "", /^svc-cli\//, line);
      }
      return new Set(requests.splice(0).map(({ line }) => line));
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

Deno.test("each request to the registry names the device, those of 'serve' and 'mcp' too", async (test) => {
  await using registry = notingRegistry();
  await using person = await createPerson(registry.url, { SVC_API_KEY: KEY });
  await person.ok(["init"]);
  await person.ok(["behavior", "create", "command/shell", "hello"]);
  await person.ok(["auth", "whoami"]);
  const identity = `${person.env["XDG_CONFIG_HOME"]}/svc/identity.json`;
  const { userId } = JSON.parse(await Deno.readTextFile(identity));
  registry.asked(userId);

  await test.step("serve with tokens", async () => {
    await using _serving = await startServing(person);
    assert.deepEqual(registry.asked(userId), new Set(["GET /api/whoami"]));
  });

  await test.step("serve with people who sign in", async () => {
    const oauth = ["--auth-mode", "oauth", "--allowed-collectives", "acme"];
    await using serving = await startServing(person, oauth);
    const begun = await fetch(`${serving.url}/auth/device`, { method: "POST", body: "{}" });
    await begun.body?.cancel();
    await serving.stop();
    const asked = registry.asked(userId);
    for (
      const line of [
        "GET /api/whoami",
        "POST /api/auth/oauth2/register",
        "PUT /api/v1/serve/instances",
        "POST /api/auth/device/code",
      ]
    ) assert.ok(asked.has(line), `${line} among ${[...asked].join(", ")}`);
  });

  await test.step("mcp, which asks it nothing", async () => {
    const child = person.start(["mcp"], { stdin: "" });
    const writer = child.stdin.getWriter();
    const say = (message: object) =>
      writer.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
    const hello = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "agent", version: "1" },
    };
    await say({ id: 1, method: "initialize", params: hello });
    await say({ method: "notifications/initialized" });
    const call = { name: "hello__execute", arguments: { run: "echo done" } };
    await say({ id: 2, method: "tools/call", params: call });
    const { text, rest } = await readUntil(child.stdout, /"id":2/);
    await writer.close();
    await Promise.all([child.status, rest, child.stderr.cancel()]);
    assert.match(text, /"status":"succeeded"/);
    assert.deepEqual(registry.asked(userId), new Set());
  });
});
