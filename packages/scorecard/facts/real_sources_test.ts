import assert from "node:assert/strict";
import { packArchive, type PackEntry, readArchive } from "../archive/mod.ts";
import { analyse } from "./analyse.ts";
import { SLOW_TYPE_CODES } from "./slow_types.ts";

const MODULES = `${import.meta.dirname}/../../../node_modules`;

/** Sources that ship inside well-known packages: a folder, and the entry points to score. */
const PACKAGES = [
  {
    name: "zod classic",
    root: "zod/src/v4",
    entries: ["classic/external.ts"],
  },
  { name: "zod core", root: "zod/src/v4", entries: ["core/index.ts"] },
  {
    name: "noble hashes",
    root: "@noble/hashes/src",
    entries: ["sha2.ts", "blake3.ts", "utils.ts"],
  },
  { name: "noble ciphers", root: "@noble/ciphers/src", entries: ["aes.ts", "chacha.ts"] },
  { name: "entities", root: "entities/src", entries: ["index.ts", "decode.ts", "escape.ts"] },
] as const;

/** TypeScript emits `.js` specifiers for `.ts` files; Deno wants the file's own name. */
function withOwnExtensions(source: string): string {
  return source.replace(/(from |import\()"(\.[^"]+)\.js"/g, '$1"$2.ts"');
}

async function sources(folder: string, below = ""): Promise<PackEntry[]> {
  const found: PackEntry[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${below}`)) {
    if (isDirectory && name !== "tests") found.push(...await sources(folder, `${below}${name}/`));
    else if (/\.ts$/.test(name) && !/\.(?:test|spec|bench)\.ts$/.test(name)) {
      const text = await Deno.readTextFile(`${folder}/${below}${name}`);
      const bytes = new TextEncoder().encode(withOwnExtensions(text));
      found.push({ path: `models/${below}${name}`, bytes });
    }
  }
  return found;
}

/** Packs the sources below a folder of `node_modules` as models of an extension. */
async function pack(root: string, entries: readonly string[]) {
  const manifest = [
    "manifestVersion: 1",
    'name: "@real/sources"',
    "version: 2026.01.01.1",
    `models: ${JSON.stringify(entries)}`,
  ].join("\n");
  return await packArchive([
    { path: "manifest.yaml", bytes: new TextEncoder().encode(manifest) },
    ...await sources(`${MODULES}/${root}`),
  ]);
}

/** What plain `deno doc` says, counted here on its own account. */
async function plainDoc(files: readonly PackEntry[], entries: readonly string[]) {
  const folder = await Deno.makeTempDir();
  try {
    for (const { path, bytes } of files) {
      await Deno.mkdir(`${folder}/${path}`.replace(/[^/]+$/, ""), { recursive: true });
      await Deno.writeFile(`${folder}/${path}`, bytes);
    }
    const run = (flag: string) =>
      new Deno.Command(Deno.execPath(), {
        args: ["doc", flag, ...entries.map((entry) => `models/${entry}`)],
        cwd: folder,
        env: { NO_COLOR: "1" },
      }).output();
    const json = JSON.parse(new TextDecoder().decode((await run("--json")).stdout));
    const lint = new TextDecoder().decode((await run("--lint")).stderr);
    const exported = Object.values<{ symbols?: { declarations: Declaration[] }[] }>(json.nodes)
      .flatMap(({ symbols = [] }) => symbols.flatMap(({ declarations }) => declarations))
      .filter(({ declarationKind }) => declarationKind === "export");
    return {
      total: exported.length,
      documented: exported.filter(({ jsDoc }) => jsDoc?.doc?.trim()).length,
      slow: [...lint.matchAll(/error\[([a-z-]+)\]/g)].filter(([, code]) =>
        SLOW_TYPE_CODES.has(code!)
      ).length,
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

interface Declaration {
  declarationKind: string;
  jsDoc?: { doc?: string };
}

for (const { name, root, entries } of PACKAGES) {
  Deno.test(`real sources: ${name} has the symbols and slow types that plain deno doc finds`, async () => {
    const files = await sources(`${MODULES}/${root}`);
    const archive = await readArchive(await pack(root, entries));
    const facts = await analyse(archive, { deno: Deno.execPath() });
    const plain = await plainDoc(files, entries);
    const { symbols, slowTypes } = facts;
    assert.equal(symbols.outcome, "passed", symbols.problem ?? "");
    assert.equal(slowTypes.outcome, "passed", slowTypes.problem ?? "");
    assert.ok(plain.total > 3, `${plain.total} symbols are too few to prove anything`);
    assert.deepEqual(
      { total: symbols.total, documented: symbols.documented, slow: slowTypes.total },
      plain,
    );
  });
}

Deno.test("real sources: client and registry find the same facts in the same archive, byte for byte", async () => {
  const { root, entries } = PACKAGES.find(({ name }) => name === "noble ciphers")!;
  const source = await pack(root, entries);
  const [client, registry] = await Promise.all(
    [1, 2].map(async () =>
      JSON.stringify(await analyse(await readArchive(source), { deno: Deno.execPath() }))
    ),
  );
  assert.ok(JSON.parse(client!).slowTypes.findings.length > 1, "there is an order to keep");
  assert.equal(client, registry);
});
