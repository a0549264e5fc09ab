import assert from "node:assert/strict";
import { progressFor } from "../../frame/progress.ts";
import { readFileSync } from "node:fs";
import { parseManifest } from "@svc/core/manifest";
import { readArchive } from "@svc/scorecard/archive";
import { packExtension } from "../../extension/package.ts";
import { svc, temporaryConfig } from "../../testing/host.ts";
import { ZOD_VERSION } from "../../scaffold/extension.ts";
import { KIND_NAMES } from "../../scaffold/kinds.ts";

async function stage(login?: { collectives: string[] }) {
  const folder = await temporaryConfig();
  if (login) {
    await Deno.mkdir(`${folder.path}/svc`);
    const auth = {
      serverUrl: "http://localhost:8787",
      apiKey: `svc_${"0".repeat(32)}`,
      apiKeyId: "1",
      username: "ada",
      ...login,
    };
    await Deno.writeTextFile(`${folder.path}/svc/auth.json`, JSON.stringify(auth), { mode: 0o600 });
  }
  return {
    ...folder,
    svc: (...argv: string[]) =>
      svc(["extension", ...argv], { env: { XDG_CONFIG_HOME: folder.path }, cwd: folder.path }),
    [Symbol.asyncDispose]: folder[Symbol.asyncDispose],
  };
}

Deno.test("a name without a collective gets the one of the login; with several the whole name is asked for", async () => {
  await using one = await stage({ collectives: ["ada"] });
  const made = JSON.parse((await one.svc("init", "tool", "--json")).stdout);
  assert.equal(made.name, "@ada/tool");
  assert.equal(made.nextSteps[0], "cd tool");
  await using several = await stage({ collectives: ["ada", "acme"] });
  const refused = await several.svc("init", "tool");
  assert.equal(refused.exit, 2);
  assert.match(
    refused.stderr,
    /several collectives: ada, acme\nhint: .* svc extension init @ada\/tool/,
  );
  await using nobody = await stage();
  assert.match((await nobody.svc("init", "tool")).stderr, /no login is stored/);
  assert.equal((await nobody.svc("init")).exit, 2);
});

Deno.test("each kind is written whole and formatted, with what it brings in its manifest", async () => {
  await using at = await stage();
  for (const kind of KIND_NAMES) {
    const line = ["init", `@acme/team/my-${kind}`, "--kind", kind, "--json"];
    const { path, files } = JSON.parse((await at.svc(...line)).stdout);
    for (const file of files as string[]) {
      const text = `${file}\n${await Deno.readTextFile(`${path}/${file}`)}`;
      assert.doesNotMatch(text, /\{\{\w/, file);
    }
    const manifest = parseManifest(await Deno.readTextFile(`${path}/manifest.yaml`));
    assert.equal(manifest[`${kind}s`].length, 1);
    assert.ok(files.some((file: string) => file.endsWith("_test.ts")), kind);
    const formatted = await at.svc("fmt", path, "--check");
    assert.deepEqual([formatted.exit, formatted.stderr], [0, ""], kind);
  }
});

Deno.test("without --kind it is a model, and an unknown kind is refused with all there are", async () => {
  await using at = await stage();
  const made = await at.svc("init", "@acme/tool", "--json");
  assert.equal(JSON.parse(made.stdout).kind, "model");
  const refused = await at.svc("init", "@acme/x", "--kind", "vualt");
  assert.equal(refused.exit, 2);
  assert.match(refused.stderr, /must be model, vault, datastore, report, skill, not 'vualt'/);
  assert.match(refused.stderr, /Did you mean 'vault'/i);
  assert.equal((await at.svc("init", "--types", "--kind", "vault")).exit, 2);
});

Deno.test("modules are not called as tests and private files are, which svc passes over", async () => {
  await using at = await stage();
  for (const [slug, module] of [["load-test", "load.ts"], ["_own", "own.ts"], ["_", "main.ts"]]) {
    const { files } = JSON.parse((await at.svc("init", `@acme/${slug}`, "--json")).stdout);
    assert.ok(files.includes(module), files.join(" "));
  }
});

Deno.test("an extension without methods is not run, and its author is told how to try it", async () => {
  await using at = await stage();
  await at.svc("init", "@acme/tool", "--kind", "skill");
  const { stderr } = await at.svc("run", "count", "tool");
  assert.match(stderr, /has no behavior type to run\nhint: .*'extensions' of a repository/);
});

Deno.test("nothing that is there is written over", async () => {
  await using at = await stage();
  await Deno.mkdir(`${at.path}/tool`);
  await Deno.writeTextFile(`${at.path}/tool/notes.txt`, "mine");
  const refused = await at.svc("init", "@acme/tool", "--json");
  assert.equal(JSON.parse(refused.stderr).code, "already_exists");
  assert.deepEqual([...Deno.readDirSync(`${at.path}/tool`)].map(({ name }) => name), ["notes.txt"]);
});

Deno.test("--types points the deno.json of an extension to types and helpers, and keeps the rest of it", async () => {
  await using at = await stage();
  const file = `${at.path}/deno.json`;
  await Deno.writeTextFile(
    file,
    '{ "imports": { "zod": "npm:zod@4" }, "fmt": { "lineWidth": 90 } }',
  );
  assert.equal((await at.svc("init", "--types")).exit, 0);
  const { imports, fmt } = JSON.parse(await Deno.readTextFile(file));
  assert.deepEqual(fmt, { lineWidth: 90 });
  assert.equal(imports.zod, "npm:zod@4");
  for (const name of ["@svc/extension", "@svc/extension/testing"]) {
    assert.ok((await Deno.stat(`${at.path}/${imports[name]}`)).isFile, name);
  }
  await Deno.writeTextFile(file, "{ // by hand\n}");
  const byHand = await at.svc("init", "--types");
  assert.match(byHand.stderr, /hint: Add to its imports: "@svc\/extension": /);
});

Deno.test("the archive brings the types along, so that every import in it means something elsewhere", async () => {
  await using at = await stage();
  await at.svc("init", "@acme/tool");
  const { bytes } = await packExtension(
    {
      host: { cwd: at.path, env: () => undefined } as never,
      options: { "repo-dir": undefined },
      progress: progressFor({} as never, false),
    },
    "tool",
  );
  const { files } = await readArchive(bytes);
  const text = new TextDecoder().decode(files.get("models/tool.ts")!.bytes);
  assert.match(text, /^import type \{ .* \} from "\.\/_svc\/extension\.ts";$/m);
  assert.doesNotMatch(text, /@svc\/extension/);
  assert.ok(files.has("models/_svc/extension.ts"));
  assert.ok(![...files.keys()].some((path) => /_test\.ts|deno\.json|\.svc\/|trial/.test(path)));
});

Deno.test("a new extension imports the zod of the client", () => {
  const { dependencies } = JSON.parse(
    readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"),
  );
  assert.equal(ZOD_VERSION, dependencies.zod);
});
