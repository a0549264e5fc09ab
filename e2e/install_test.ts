import assert from "node:assert/strict";
import { startOutside } from "@svc/fakes/outside";
import { VERSION } from "@svc/core/release";
import { signUp } from "./process/account.ts";
import { writeGreeting } from "./process/greeting.ts";
import { inOrder } from "./process/in_order.ts";
import { npmSettings } from "./process/npm.ts";
import { readUntil } from "./process/read_until.ts";
import { startServer } from "./process/server.ts";
import { startServing } from "./process/serving.ts";
import { createPerson, type Person } from "./process/svc.ts";

/** What the package may weigh, in bytes; the public suffix list, which marks wide hosts, has 47 KB. */
const BUDGET = 2_300_000;

const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

/** Runs a program in a person's surroundings; npm's registry and cache are the machine's. */
async function run(person: Person, program: string, args: string[], input = ""): Promise<string> {
  const child = new Deno.Command(program, {
    args,
    cwd: person.work,
    clearEnv: true,
    env: { ...person.env, ...await npmSettings() },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  await new Response(input).body!.pipeTo(child.stdin);
  const { code, stdout, stderr } = await child.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assert.equal(code, 0, `${program}: ${text(stdout)}${text(stderr)}`);
  return text(stdout);
}

Deno.test("somebody with an empty home installs svc from a registry, and works with it", async (test) => {
  const step = inOrder(test);
  await using outside = startOutside();
  await using server = await startServer({ env: outside.env });
  const tarball = `/install/svc-${VERSION}.tgz`;
  const { password } = await signUp(server.url, "ada");

  await step("the package keeps its budget", async () => {
    const { size } = await Deno.stat(`${root}/dist/package/svc.tgz`);
    assert.ok(size < BUDGET, `${size} bytes`);
  });

  await step(
    "the script installs it, checked, from this registry and the npm registry",
    async () => {
      await using person = await createPerson(server.url, {}, (home) => `${home}/.local/bin/svc`);
      const script = await (await fetch(`${server.url}/install.sh`)).text();
      const said = await run(person, "sh", [], script);
      assert.match(said, new RegExp(`^Next: svc auth login --server ${server.url}$`, "m"));
      assert.equal(await person.ok(["--version"]), `svc ${VERSION}\n`);
      await person.ok(["init"]);
      await person.ok(["behavior", "create", "command/shell", "hello"]);
      await person.ok(["behavior", "run", "hello", "execute", "--input", "run=echo hi"]);
    },
  );

  await using person = await createPerson(server.url, outside.env, (home) => `${home}/npm/bin/svc`);
  await step("npm installs it without running its scripts, and Node starts it", async () => {
    await run(person, "npm", [
      "install",
      "--global",
      "--ignore-scripts",
      "--prefer-offline",
      "--no-audit",
      "--no-fund",
      `--prefix=${person.home}/npm`,
      server.url + tarball,
    ]);
    assert.equal(await person.ok(["--version"]), `svc ${VERSION}\n`);
    const refused = await person.svc(["auth", "whoami"]);
    assert.equal(refused.code, 4);
  });

  await step("its script, where npm runs it, makes starts shorter", async () => {
    const own = `${person.home}/npm/lib/node_modules/@svc/cli`;
    await run(person, "env", [
      "npm_config_user_agent=npm/11.0.0",
      "node",
      `${own}/bin/postinstall.cjs`,
    ]);
    assert.match(await Deno.readTextFile(`${own}/bin/svc`), /^#!\/bin\/sh\n/);
    assert.equal(await person.ok(["--version"]), `svc ${VERSION}\n`);
  });

  await step("it logs in, pushes, pulls, describes and runs", async () => {
    const login = ["auth", "login", "--server", server.url, "--username", "ada"];
    await person.ok(login, { stdin: `${password}\n` });
    const manifest = await writeGreeting(
      `${person.home}/greeting`,
      "@ada/greeting",
      "2026.11.21.1",
    );
    await person.ok(["extension", "push", manifest, "--no-check", "--yes"]);
    await person.ok(["init"]);
    await person.ok(["extension", "pull", "@ada/greeting", "--yes"]);
    assert.match(await person.ok(["model", "type", "describe", "@ada/greeting"]), /greet - Greet/);
    await person.ok(["behavior", "create", "@ada/greeting", "hello"]);
    await person.ok(["behavior", "run", "hello", "greet", "--input", "name=Ada"]);
    assert.match(await person.ok(["data", "get", "hello", "greeting"]), /Hello, Ada!/);
    const query = ["data", "query", 'attributes.text.contains("Ada")'];
    assert.match(await person.ok(query), /hello/);
  });

  await step("it hands authors their types and the start of an extension", async () => {
    await person.ok(["extension", "init", "@ada/words"]);
    await Deno.stat(`${person.work}/words/.svc/author/kit/extension.ts`);
    const checked = await person.svc(["extension", "check", "words"]);
    assert.match(checked.stdout + checked.stderr, /It can be published/);
  });

  await step("completions, the server and the server for agents start", async () => {
    assert.match(await person.ok(["completions", "bash"]), /^# svc completion for bash/);
    await using serving = await startServing(person);
    assert.equal((await fetch(`${serving.url}/health`)).status, 200);
    const hello = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "agent", version: "1" },
      },
    };
    const agents = person.start(["mcp"], { stdin: "" });
    const writer = agents.stdin.getWriter();
    await writer.write(new TextEncoder().encode(`${JSON.stringify(hello)}\n`));
    const { rest } = await readUntil(agents.stdout, /"serverInfo"/);
    await writer.close();
    await Promise.all([agents.status, rest, agents.stderr.cancel()]);
  });
});
