import assert from "node:assert/strict";
import { type ClientPackageFacts, compareReleases, VERSION } from "@svc/core/release";
import { OFFERED_CLIENT_PATH } from "@svc/core/wire";
import { HAS_TERMINAL, onTerminal } from "../packages/cli/testing/terminal.ts";
import { PACKAGE_PATH, releasePath } from "../packages/registry/features/install/lines.ts";
import { installScript } from "../packages/registry/features/install/script.ts";
import { inOrder } from "./process/in_order.ts";
import { createPerson, type Person } from "./process/svc.ts";

const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

const NEWER = "2099.12.31";
const OLDER = "2020.1.1";
const KEY = "svc_0123456789abcdef0123456789abcdef";

/** Headers that tell nothing of a person. */
const USUAL = new Set(["accept", "accept-encoding", "accept-language", "host", "user-agent"]);

/** A client as a registry hands it out. */
interface Client {
  facts: ClientPackageFacts;
  bytes: Uint8Array<ArrayBuffer>;
}

const clients = new Map<string, Promise<Client>>();

/** The client of the last build, as if it were of another version; each is packed once. */
function clientOf(version: string): Promise<Client> {
  const known = clients.get(version) ?? packed(version);
  clients.set(version, known);
  return known;
}

async function packed(version: string): Promise<Client> {
  const folder = await Deno.makeTempDir({ prefix: "svc-test-" });
  try {
    await tool("tar", ["-xzf", `${root}/dist/package/svc.tgz`, "-C", folder]);
    for await (const { name } of Deno.readDir(`${folder}/package/dist`)) {
      const path = `${folder}/package/dist/${name}`;
      const text = await Deno.readTextFile(path);
      if (text.includes(VERSION)) {
        await Deno.writeTextFile(path, text.replaceAll(VERSION, version));
      }
    }
    await tool("tar", ["-czf", `${folder}/svc.tgz`, "-C", folder, "package"]);
    const bytes = await Deno.readFile(`${folder}/svc.tgz`);
    const facts = JSON.parse(await Deno.readTextFile(`${root}/dist/package/facts.json`));
    const sha256 = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
    return { facts: { ...facts, version, sha256 }, bytes };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A registry that hands out `client`, and remembers who asked what. */
function startRegistry(client: Client) {
  const asked: { path: string; headers: [string, string][] }[] = [];
  const served = { client };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { facts, bytes } = served.client;
    const { version, sha256 } = facts;
    const { pathname, origin } = new URL(request.url);
    asked.push({ path: pathname, headers: [...request.headers] });
    switch (pathname) {
      case OFFERED_CLIENT_PATH:
        return Response.json({ version, sha256, package: PACKAGE_PATH });
      case "/install.sh":
        return new Response(installScript(origin, facts));
      case releasePath(sha256, "tgz"):
        return new Response(bytes);
    }
    return new Response("", { status: 404 });
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  return {
    url,
    asked,
    served,
    paths: () => asked.map(({ path }) => path),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Runs a program to its end. @returns its stdout */
async function tool(program: string, args: string[], input = "", env = {}): Promise<string> {
  const child = new Deno.Command(program, {
    args,
    env,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  })
    .spawn();
  await new Response(input).body!.pipeTo(child.stdin);
  const { success, stdout, stderr } = await child.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assert.ok(success, `${program}: ${text(stdout)}${text(stderr)}`);
  return text(stdout);
}

/** The code and the hint of a refusal, as `--json` prints it. */
async function refused(person: Person, args: string[]) {
  const { code, stderr } = await person.svc([...args, "--json"]);
  assert.equal(code, 1, stderr);
  return JSON.parse(stderr) as { code: string; error: string; hint: string };
}

Deno.test("svc upgrade replaces a client of install.sh by the one of its registry, or leaves it", async (test) => {
  const step = inOrder(test);
  const own: Client = {
    facts: JSON.parse(await Deno.readTextFile(`${root}/dist/package/facts.json`)),
    bytes: await Deno.readFile(`${root}/dist/package/svc.tgz`),
  };
  await using registry = startRegistry(own);
  await using other = startRegistry(await clientOf(NEWER));
  // Another registry is configured, and named by a repository: the one it came from is asked.
  await using person = await createPerson(
    other.url,
    { SVC_API_KEY: KEY },
    (home) => `${home}/.local/bin/svc`,
  );
  await Deno.writeTextFile(`${person.work}/.svc.yaml`, `registry: ${other.url}\n`);
  await tool("sh", [], installScript(registry.url, own.facts), { HOME: person.home });
  registry.asked.length = 0;
  const says = async (version: string) =>
    assert.equal(await person.ok(["--version"]), `svc ${version}\n`);

  await step("what is up to date is left alone", async () => {
    assert.match(await person.ok(["upgrade"]), /^svc \S+ is what http:\S+ has\.\n$/);
    assert.deepEqual(registry.paths(), [OFFERED_CLIENT_PATH]);
  });

  await step("--check only tells", async () => {
    registry.served.client = await clientOf(NEWER);
    const { offered, comparison, upgraded, installedBy, command } = JSON.parse(
      await person.ok(["upgrade", "--check", "--json"]),
    );
    assert.deepEqual(
      { offered, comparison, upgraded, installedBy, command },
      {
        offered: NEWER,
        comparison: "newer",
        upgraded: false,
        installedBy: "install.sh",
        command: "svc upgrade",
      },
    );
    await says(VERSION);
  });

  await step("a package that does not match its checksum changes nothing", async () => {
    const { facts, bytes } = registry.served.client;
    registry.served.client = { facts, bytes: bytes.slice(1) };
    const { code, error } = await refused(person, ["upgrade"]);
    assert.equal(code, "upgrade_failed");
    assert.match(error, /The download does not match its checksum/);
    await says(VERSION);
    registry.served.client = { facts, bytes };
  });

  await step("the newer one takes its place, with a bar, and no credential is sent", async () => {
    registry.asked.length = 0;
    if (HAS_TERMINAL) {
      await using at = onTerminal(`${person.home}/.local/bin/svc`, ["upgrade"], person.env);
      const { code, screen } = await at.ended();
      assert.equal(code, 0, screen);
      assert.match(screen, /100\.0%/);
      assert.match(screen, new RegExp(`Upgraded svc from ${VERSION} to ${NEWER}\\.`));
      assert.doesNotMatch(screen, /auth login/);
    } else await person.ok(["upgrade"]);
    await says(NEWER);
    const file = releasePath(registry.served.client.facts.sha256, "tgz");
    assert.deepEqual(registry.paths(), [OFFERED_CLIENT_PATH, "/install.sh", file]);
    for (const { headers } of registry.asked) {
      const names = headers.map(([name]) => name).filter((name) => !USUAL.has(name));
      assert.deepEqual(names, []);
      assert.doesNotMatch(headers.join("\n"), /svc_/);
    }
  });

  await step("an older one is taken by force only", async () => {
    assert.ok(compareReleases(OLDER, NEWER) < 0);
    registry.served.client = await clientOf(OLDER);
    const { code, hint } = await refused(person, ["upgrade"]);
    assert.deepEqual([code, hint], [
      "conflict",
      "To install the older one: svc upgrade --force",
    ]);
    await says(NEWER);
    assert.equal(JSON.parse(await person.ok(["upgrade", "--force", "--json"])).upgraded, true);
    await says(OLDER);
  });

  await step("for another home folder it is refused", async () => {
    registry.served.client = await clientOf(NEWER);
    const elsewhere = `${person.work}/home`;
    await Deno.mkdir(elsewhere);
    const { code, stderr } = await person.svc(["upgrade"], { env: { HOME: elsewhere } });
    assert.equal(code, 1);
    assert.match(stderr, /does not lead to the svc that runs/);
    assert.deepEqual([...Deno.readDirSync(elsewhere)], []);
  });
  assert.deepEqual(other.asked, []);
});

Deno.test("a client that npm installed is told the command that upgrades it", async () => {
  await using registry = startRegistry(await clientOf(NEWER));
  await using person = await createPerson(registry.url);
  const { code, hint } = await refused(person, ["upgrade"]);
  assert.deepEqual([code, hint], [
    "externally_managed",
    `To upgrade it: npm install -g ${registry.url}${PACKAGE_PATH}`,
  ]);
  assert.match(await person.ok(["upgrade", "--check"]), /\nTo upgrade: npm install -g http/);
  assert.deepEqual(new Set(registry.paths()), new Set([OFFERED_CLIENT_PATH]));
});

Deno.test("a registry that only a repository names is not asked, nor one that nobody named", async () => {
  await using registry = startRegistry(await clientOf(NEWER));
  await using person = await createPerson("");
  await Deno.writeTextFile(`${person.work}/.svc.yaml`, `registry: ${registry.url}\n`);
  const { code, stderr } = await person.svc(["upgrade", "--json"]);
  assert.equal(code, 2);
  assert.match(JSON.parse(stderr).error, /was not told which registry to ask/);
  assert.deepEqual(registry.asked, []);
});

Deno.test("answers of another shape are refused", async () => {
  const answers = [
    { version: "2099.1.1\u001b[2J", sha256: "0".repeat(64), package: PACKAGE_PATH },
    { version: NEWER, sha256: "0".repeat(64), package: "/install/x.tgz; touch x" },
    { version: NEWER, sha256: "zz", package: PACKAGE_PATH },
  ];
  for (const answer of answers) {
    await using server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      () => Response.json(answer),
    );
    await using person = await createPerson(`http://127.0.0.1:${server.addr.port}`);
    const { code, error } = await refused(person, ["upgrade", "--check"]);
    assert.equal(code, "unavailable", error);
  }
});
