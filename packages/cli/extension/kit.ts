import { isRecord, parsedJson } from "@svc/core/json";
import { KIT_FOLDER, KIT_IMPORTS, MOVED_TESTS, movedTestNames, writeKit } from "@svc/runtime/kit";

const CONFIGURATIONS = ["deno.json", "deno.jsonc"];

/**
 * The flags by which `deno` finds what tests import: the nearest configuration above an extension,
 * with the types and helpers written again where it points to them; one of ours where there is none.
 *
 * @param folder absolute
 */
export async function testConfiguration(folder: string): Promise<string[]> {
  const found = await nearestConfiguration(folder);
  const moved = movedTestNames(folder);
  if (found !== undefined) {
    if (found.text.includes(KIT_FOLDER)) await writeKit(found.folder);
    if (moved.length === 0) return [`--config=${found.file}`];
  }
  await writeKit(folder);
  const file = `${folder}/${KIT_FOLDER}/imports.json`;
  const imports = {
    zod: "npm:zod@4",
    ...(found === undefined ? {} : importsOf(found)),
    ...below("../..", KIT_IMPORTS),
    ...below("../..", movedImports(moved)),
  };
  await Deno.writeTextFile(file, JSON.stringify({ imports }));
  const configuration = found === undefined ? "--no-config" : `--config=${found.file}`;
  return [configuration, `--import-map=${file}`];
}

/** The test helpers of another tool under the names that its tests import them by. */
function movedImports(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, MOVED_TESTS]));
}

function below(folder: string, imports: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(imports).map(([name, path]) => [name, `${folder}/${path}`]),
  );
}

/** The imports of a configuration, wherever the import map stands that repeats them. */
function importsOf({ text, folder }: { text: string; folder: string }): Record<string, string> {
  const imports = asObject(text)?.["imports"];
  if (!isRecord(imports)) return {};
  return Object.fromEntries(
    Object.entries(imports).flatMap(([name, path]) =>
      typeof path !== "string"
        ? []
        : [[name, /^\.{1,2}\//.test(path) ? `${new URL(path, `file://${folder}/`)}` : path]]
    ),
  );
}

/**
 * Has the tests of a repository that was moved here find our test helpers, by a `deno.json` at its root.
 * What the old one imported stays; nothing is written where no test needs it.
 *
 * @param from the folder of the old repository
 * @returns true when it was written
 */
export async function addMovedTests(root: string, from: string): Promise<boolean> {
  const moved = movedTestNames(`${root}/extensions`);
  const file = `${root}/deno.json`;
  if (moved.length === 0 || await Deno.lstat(file).then(() => true, () => false)) return false;
  const old = asObject(await Deno.readTextFile(`${from}/deno.json`).catch(() => "")) ?? {};
  const imports = isRecord(old["imports"]) ? old["imports"] : {};
  const content = {
    ...old,
    imports: { ...imports, ...KIT_IMPORTS, ...movedImports(moved) },
  };
  await writeKit(root);
  await Deno.writeTextFile(file, `${JSON.stringify(content, null, 2)}\n`);
  return true;
}

/**
 * Writes types and helpers beside the nearest configuration of a folder and has it point to them; a
 * new one in the folder itself where there is none.
 *
 * @returns `complete`: false when its text has to be changed by hand, as it is not a plain JSON
 */
export async function addKit(folder: string) {
  const found = await nearestConfiguration(folder);
  const file = found?.file ?? `${folder}/deno.json`;
  await writeKit(found?.folder ?? folder);
  if (found === undefined) {
    await Deno.writeTextFile(file, configurationText());
    return { configuration: file, complete: true };
  }
  const content = asObject(found.text);
  const imports = isRecord(content?.["imports"]) ? content["imports"] : {};
  if (Object.entries(KIT_IMPORTS).every(([name, path]) => imports[name] === path)) {
    return { configuration: file, complete: true };
  }
  if (content === undefined) return { configuration: file, complete: false };
  const all = { ...content, imports: { ...imports, ...KIT_IMPORTS } };
  await Deno.writeTextFile(file, `${JSON.stringify(all, null, 2)}\n`);
  return { configuration: file, complete: true };
}

/** Content of the `deno.json` of a new extension. */
export function configurationText(): string {
  const content = { imports: KIT_IMPORTS, nodeModulesDir: "none", lock: false };
  return `${JSON.stringify(content, null, 2)}\n`;
}

async function nearestConfiguration(
  from: string,
): Promise<{ file: string; folder: string; text: string } | undefined> {
  for (let folder = from; folder !== ""; folder = folder.slice(0, folder.lastIndexOf("/"))) {
    for (const name of CONFIGURATIONS) {
      const text = await Deno.readTextFile(`${folder}/${name}`).catch(() => undefined);
      if (text !== undefined) return { file: `${folder}/${name}`, folder, text };
    }
    // The configuration of a project that holds the repository is not the extension's.
    if (await Deno.stat(`${folder}/.svc.yaml`).then(() => true, () => false)) return undefined;
    if (await Deno.stat(`${folder}/.git`).then(() => true, () => false)) return undefined;
  }
  return undefined;
}

function asObject(text: string): Record<string, unknown> | undefined {
  const content = parsedJson(text);
  return isRecord(content) ? content : undefined;
}
