import { deepEqual, equal, ok } from "node:assert/strict";
import { startNpm } from "@svc/fakes/npm";
import type { Described, DescribeTask } from "../../testing/described.ts";
import { temporaryFolder, writeFiles } from "../../testing/extension.ts";
import { hostilePackages, type Victim } from "../../testing/hostile_npm.ts";
import { workspaceProcess } from "../../testing/process.ts";
import { DENO, linkBundler } from "./program/program.ts";

const CANARY = "canary-4f1d2c";
const TOKEN = "token-of-the-victim";
const publishedAt = "2026-01-01T00:00:00.000Z";

/** Packages that have to be bundled all the same. */
const HONEST = {
  honest: `module.exports = "an honest package";`,
  // Old packages have capitals in their names.
  HonestOld: `module.exports = "an honest package";`,
  "honest-builtin": `const { basename } = require("node:path");
const names = { of: function named(path) { return basename(path); } };
module.exports = names.of("a/an honest package");`,
  "honest-on-aix": `let found = "an honest package";
try { found = require("elsewhere"); } catch { /* Goes on without it, as chokidar without fsevents. */ }
module.exports = found;`,
};

/** A person's machine with secrets, and the registry that their client asks. */
async function machine() {
  const folder = await temporaryFolder();
  const npm = startNpm();
  const stranger = startNpm();
  const root = folder.path;
  const victim: Victim = {
    secrets: `${root}/home/.config/svc`,
    outside: `${root}/outside`,
    denoDir: `${root}/deno`,
    stranger: stranger.url,
    variable: "SVC_TEST_CANARY",
  };
  await writeFiles(victim.secrets, {
    "auth.json": JSON.stringify({ apiKey: CANARY }),
    "notes.txt": CANARY,
    "token": `globalThis.taken = "${CANARY}";`,
    "lib.js": `export default "${CANARY}";`,
    "lib.ts": `export default "${CANARY}";`,
    "index.js": `export default "${CANARY}";`,
    "package.json": `{"name":"kept","version":"1.0.0","type":"module","main":"lib.js"}`,
    "native.node": CANARY,
    "module.wasm": `\0asm\x01\0\0\0\0\x10\x0e${CANARY}`,
    "style.css": `a { content: "${CANARY}" }`,
    "map.json": JSON.stringify({
      version: 3,
      sources: [CANARY],
      sourcesContent: [CANARY],
      names: [CANARY],
      mappings: "AAAAA",
    }),
  });
  const host = npm.url.slice("http://".length);
  await writeFiles(root, {
    "home/.npmrc": `//${host}/:_authToken=${TOKEN}\n@private:registry=${npm.url}/\n`,
    "deno/private/1.0.0/index.js": `export default "${CANARY}";`,
    "outside/mine.txt": "mine",
    "temporary/.keep": "",
  });
  npm.publish({
    name: "@private/lib",
    token: TOKEN,
    versions: {
      "1.0.0": {
        publishedAt,
        content: {
          manifest: { type: "module", main: "index.js" },
          files: { "index.js": `export default "${CANARY}";` },
        },
      },
    },
  });
  return {
    victim,
    npm,
    stranger,
    root,
    env: {
      HOME: `${root}/home`,
      DENO_DIR: victim.denoDir,
      TMPDIR: `${root}/temporary`,
      NPM_CONFIG_REGISTRY: npm.url,
      [victim.variable]: CANARY,
    },
    async [Symbol.asyncDispose]() {
      await npm[Symbol.asyncDispose]();
      await stranger[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A model that tells all that packages export in the description of its method. */
function tellingModel(specifiers: readonly string[]): string {
  const imports = specifiers.map((specifier, at) =>
    `import * as taken${at} from ${JSON.stringify(specifier)};`
  );
  return `${imports.join("\n")}
const taken = [${specifiers.map((_, at) => `taken${at}`)}].flatMap((all) => Object.values(all));
const text = (v: any): string => v instanceof Uint8Array ? new TextDecoder().decode(v)
  : typeof v === "object" ? JSON.stringify(v) : String(v);
// The shape of a zod schema, so that no package but the one in question is bundled.
const schema = { _zod: {}, _def: { type: "object", shape: {} }, parse() {}, safeParse() {} };
export const model = {
  type: "@acme/greeter",
  version: "2026.01.02.3",
  resources: {},
  methods: {
    greet: {
      description: "Says " + taken.map(text).join(" "),
      arguments: schema,
      execute() {},
    },
  },
};
`;
}

/** The canary in any form a bundler writes: as text, in base64 or as a list of bytes. */
function holdsCanary(text: string): boolean {
  const bytes = new TextEncoder().encode(CANARY);
  const inner = [0, 1, 2].map((shift) => {
    const whole = bytes.length - shift - (bytes.length - shift) % 3;
    return bytes.subarray(shift, shift + whole).toBase64();
  });
  return [CANARY, bytes.join(","), bytes.toHex(), ...inner].some((form) => text.includes(form));
}

Deno.test("no package of a hostile registry gets at a secret or writes outside of its folder", async () => {
  await using world = await machine();
  const { victim, npm, root } = world;
  const packages = hostilePackages(victim);
  const models: DescribeTask["models"] = {};
  // Packages that are bundled are so in one extension: each takes two processes more than it does.
  const together: string[] = [];
  for (const [name, { specifier, beside, bundled, ...content }] of Object.entries(packages)) {
    npm.publish({ name, versions: { "1.0.0": { publishedAt, content } } });
    const imported = specifier ?? `npm:${name}@1.0.0`;
    if (bundled) together.push(imported);
    else models[name] = { ...beside, "greeter.ts": tellingModel([imported]) };
  }
  for (const [name, text] of Object.entries(HONEST)) {
    const manifest = { main: "index.js", optionalDependencies: { elsewhere: "1.0.0" } };
    const content = { manifest, files: { "index.js": text } };
    npm.publish({ name, versions: { "1.0.0": { publishedAt, content } } });
    together.unshift(`npm:${name}@1.0.0`);
  }
  const elsewhere = { manifest: { os: ["aix"], main: "index.js" }, files: { "index.js": "" } };
  npm.publish({ name: "elsewhere", versions: { "1.0.0": { publishedAt, content: elsewhere } } });
  models["bundled"] = { "greeter.ts": tellingModel(together) };
  const before = await everything(root);

  const process = workspaceProcess(
    `${import.meta.dirname}/../../testing/described.ts`,
    { models } satisfies DescribeTask,
    world.env,
  );
  const { success, stdout } = await process.output();
  ok(success);
  const answers: Record<string, Described> = JSON.parse(new TextDecoder().decode(stdout));

  const said = /"Says [^"]*"/.exec(answers["bundled"]?.published ?? "")?.[0] ?? "";
  equal(
    said.split("an honest package").length,
    1 + Object.keys(HONEST).length,
    said || answers["bundled"]?.refused || "not described",
  );
  deepEqual(Object.keys(answers).sort(), Object.keys(models).sort());
  const leaking = Object.entries(answers).filter(([, answer]) =>
    holdsCanary(JSON.stringify(answer))
  );
  deepEqual(leaking.map(([name]) => name), []);

  const after = await everything(root);
  const changed = [...after].filter(([path, what]) => before.get(path) !== what);
  // What Deno keeps of our own process is beside the packages.
  const own = /^deno\/(?:npm$|(?:svc|gen)(?:\/|$)|\w+_cache_v\d+(?:-\w+)?$)/;
  deepEqual(changed.map(([path]) => path).filter((path) => !own.test(path)), []);
  deepEqual([...before.keys()].filter((path) => !after.has(path)), []);
  const kept = changed.filter(([, what]) => what.startsWith("link ") || holdsCanary(what));
  deepEqual(kept.map(([path]) => path), []);
  deepEqual(world.stranger.requests, []);
  deepEqual(npm.requests.filter(({ authorization }) => authorization !== undefined), []);
});

Deno.test("the same packages do get at the secrets where nothing confines the bundler", async () => {
  await using world = await machine();
  const packages = hostilePackages(world.victim);
  await unconfinedBundler(world.victim.denoDir);
  const names = ["text-climbing", "bytes-climbing", "json-absolute", "module", "require"];
  const kept: string[] = [];
  for (const name of names) {
    const { [name]: content } = packages;
    world.npm.publish({ name, versions: { "1.0.0": { publishedAt, content: content! } } });
    const entry = `${world.root}/${name}.ts`;
    await Deno.writeTextFile(entry, `export { default } from "npm:${name}@1.0.0";`);
    const bundled = await plainBundle(entry, world.env);
    if (!holdsCanary(bundled)) kept.push(name);
  }
  deepEqual(kept, []);
});

/** Has the Deno that uses a folder start the bundler's program as it is. */
async function unconfinedBundler(denoDir: string) {
  const { SVC_BUNDLER_PROGRAM: program } = await linkBundler(denoDir);
  for await (const { name } of Deno.readDir(`${denoDir}/${DENO.place}`)) {
    await Deno.remove(`${denoDir}/${DENO.place}/${name}`);
    await Deno.symlink(program!, `${denoDir}/${DENO.place}/${name}`);
  }
}

/** The bundle that Deno's own command makes. */
async function plainBundle(entry: string, env: Record<string, string>) {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--no-config", "--node-modules-dir=none", entry],
    env,
  }).output();
  ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** Every file, folder and link below `root`: a file by its content, a link by its target. */
async function everything(root: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const entry of Deno.readDir(`${root}/${folder}`)) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory) {
        folders.push(path);
        found.set(path, "folder");
      } else if (entry.isSymlink) found.set(path, `link ${await Deno.readLink(`${root}/${path}`)}`);
      else {found.set(
          path,
          new TextDecoder("latin1").decode(await Deno.readFile(`${root}/${path}`)),
        );}
    }
  }
  return found;
}
