import { entriesOf, entryName, STARTED } from "./entries.ts";
import { lateImports, placed } from "./place.ts";

/** The packages that the client is made of. */
const PACKAGES = ["core", "scorecard", "runtime", "cli"];

/** Files that tests alone need. */
const TESTING = /(?:_test|testing)\.ts$|(?:^|\/)(?:testing|testdata)\//;

/**
 * Bundles the client below `root` into the folder `output`, every module that is loaded by its place as
 * an entry of its own and shared code once. Packages of others stay where they are.
 *
 * @throws Error when something cannot be bundled
 */
export async function buildClient(root: string, output: string): Promise<void> {
  const sources = await sourcesOf(`${root}/packages`);
  const tree = await Deno.makeTempDir({ dir: root, prefix: ".build-" });
  try {
    await writeTree(tree, sources, root);
    const entries = entriesOf(sources);
    await Deno.mkdir(`${tree}/entries`);
    for (const path of [...entries, ...STARTED]) {
      const text = sources.get(path);
      if (text === undefined) throw new Error(`${path} is loaded, but it is not there`);
      await Deno.writeTextFile(`${tree}/entries/${entryName(path)}.ts`, entryText(path, text));
    }
    const external = await packageNames(root);
    await bundle(tree, entries.map(entryName), external);
    for (const path of STARTED) await bundle(tree, [entryName(path)], external);
    for await (const { name } of Deno.readDir(`${tree}/out`)) {
      const text = await Deno.readTextFile(`${tree}/out/${name}`);
      await Deno.writeTextFile(`${output}/${name}`, lateImports(text));
    }
    const configuration = { nodeModulesDir: "manual", lock: false };
    await Deno.writeTextFile(`${output}/deno.json`, JSON.stringify(configuration));
  } finally {
    await Deno.remove(tree, { recursive: true });
  }
}

/** Bundles the entries in a process of its own: which `@svc/…` is meant is told by its configuration. */
async function bundle(tree: string, names: string[], external: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      "--quiet",
      `--config=${tree}/deno.json`,
      "--no-lock",
      "--platform=deno",
      ...(names.length > 1 ? ["--code-splitting"] : []),
      ...external.map((name) => `--external=${name}`),
      `--outdir=${tree}/out`,
      ...names.map((name) => `${tree}/entries/${name}.ts`),
    ],
    cwd: tree,
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

/** Entries lie side by side, so that all of the build lies in one folder. */
function entryText(path: string, text: string): string {
  const from = JSON.stringify(`../packages/${path}`);
  const rest = `export * from ${from};\n`;
  return /^export default /m.test(text) ? `export { default } from ${from};\n${rest}` : rest;
}

/** Text of each source of the client by its path below `packages`. */
async function sourcesOf(folder: string): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  const walk = async (path: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(`${folder}/${path}`)) {
      const below = `${path}/${name}`;
      if (isDirectory) await walk(below);
      else if (name.endsWith(".ts") && !TESTING.test(below)) {
        sources.set(below, await Deno.readTextFile(`${folder}/${below}`));
      }
    }
  };
  for (const name of PACKAGES) await walk(name);
  return sources;
}

/** Writes the sources as the build wants them, with the packages' own configuration. */
async function writeTree(
  tree: string,
  sources: ReadonlyMap<string, string>,
  root: string,
): Promise<void> {
  const here = import.meta.dirname!;
  for (const [path, text] of sources) {
    const target = `${tree}/packages/${path}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(
      target,
      path === "core/module/lazily.ts"
        ? await Deno.readTextFile(`${here}/lazily.ts`)
        : placed(text, path, STARTED),
    );
  }
  for (const name of PACKAGES) {
    const path = `packages/${name}/deno.json`;
    await Deno.copyFile(`${root}/${path}`, `${tree}/${path}`);
  }
  await Deno.writeTextFile(
    `${tree}/deno.json`,
    JSON.stringify({
      workspace: PACKAGES.map((name) => `./packages/${name}`),
      nodeModulesDir: "manual",
      lock: false,
    }),
  );
}

/** The names of all packages of others, which are not bundled. */
async function packageNames(root: string): Promise<string[]> {
  const { dependencies } = JSON.parse(await Deno.readTextFile(`${root}/package.json`));
  return Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]);
}
