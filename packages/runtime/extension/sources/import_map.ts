import { fileUrl, parentOf } from "../../base/files/path.ts";
import { readTextIfPresent } from "../../base/files/read.ts";
import { TYPES_FILE, TYPES_NAME } from "./types_module.ts";
import { bareNames } from "./bare_names.ts";
import type { Problems } from "./problems.ts";

type Imports = Record<string, string>;

/**
 * The import map of what bare names mean to an extension: the `imports` and `scopes` of its `deno.json`
 * or `deno.jsonc` and the dependencies of its `package.json`, each the nearest one from the manifest's
 * folder up to the repository's root. Names that neither has are those of {@link bareNames}. The types
 * of extensions are those of this client, whatever copy of them an editor is told of.
 *
 * @param folder absolute, where to begin
 * @param root absolute, where to end; a folder below it or itself
 */
export async function importMapOf(
  folder: string,
  root: string,
  problems: Problems,
): Promise<string> {
  const deno = await nearest(folder, root, ["deno.json", "deno.jsonc"]);
  const node = await nearest(folder, root, ["package.json"]);
  const imports: Imports = bareNames();
  if (node !== undefined) Object.assign(imports, await dependencies(node, problems));
  const own = deno === undefined ? {} : await readConfig(deno, problems);
  const at = deno === undefined ? "" : parentOf(deno);
  Object.assign(imports, expanded(textsOf(own["imports"]), at));
  imports[TYPES_NAME] = fileUrl(TYPES_FILE);
  const scopes = Object.entries(objectOf(own["scopes"])).map(([scope, names]) =>
    [resolved(scope, at), expanded(textsOf(names), at)] as const
  );
  return JSON.stringify({ imports, scopes: Object.fromEntries(scopes) });
}

/**
 * The `compilerOptions` that hold for the modules of a folder: those of the nearest `deno.json` or
 * `deno.jsonc` up to `root`, as far as they stand by themselves. Those that name files are left out.
 */
export async function compilerOptionsOf(
  folder: string,
  root: string,
  problems: Problems,
): Promise<Record<string, unknown>> {
  const deno = await nearest(folder, root, ["deno.json", "deno.jsonc"]);
  const own = deno === undefined ? {} : await readConfig(deno, problems);
  const options = Object.entries(objectOf(own["compilerOptions"]));
  return Object.fromEntries(
    options.filter(([name, value]) => typeof value === "boolean" || name === "lib"),
  );
}

async function nearest(
  folder: string,
  root: string,
  names: readonly string[],
): Promise<string | undefined> {
  for (let at = folder; at === root || at.startsWith(`${root}/`); at = parentOf(at)) {
    for (const name of names) {
      if (await Deno.lstat(`${at}/${name}`).then((info) => info.isFile, () => false)) {
        return `${at}/${name}`;
      }
    }
    if (at === root) break;
  }
  return undefined;
}

async function dependencies(file: string, problems: Problems): Promise<Imports> {
  const content = await readConfig(file, problems);
  const versions = {
    ...textsOf(content["devDependencies"]),
    ...textsOf(content["peerDependencies"]),
    ...textsOf(content["optionalDependencies"]),
    ...textsOf(content["dependencies"]),
  };
  const found: Imports = {};
  for (const [name, version] of Object.entries(versions)) {
    if (/^(?:npm|jsr):/.test(version)) found[name] = version;
    else if (!/^[a-z+]+:|^[./]|\//i.test(version)) found[name] = `npm:${name}@${version || "*"}`;
  }
  return expanded(found, parentOf(file));
}

/** A package's name stands for its parts as well: `zod` for `zod/v4`. */
function expanded(imports: Imports, folder: string): Imports {
  const parts = Object.entries(imports)
    .filter(([name, to]) => !name.endsWith("/") && /^(?:npm|jsr):/.test(to))
    .map((
      [name, to],
    ): [string, string] => [`${name}/`, to.replace(/^(npm|jsr):\/?/, "$1:/") + "/"]);
  const whole = Object.entries(imports)
    .map(([name, to]): [string, string] => [name, resolved(to, folder)]);
  return { ...Object.fromEntries(parts), ...Object.fromEntries(whole) };
}

function resolved(to: string, folder: string): string {
  return /^\.{1,2}\//.test(to) ? new URL(to, `${fileUrl(folder)}/`).href : to;
}

async function readConfig(file: string, problems: Problems): Promise<Record<string, unknown>> {
  const text = await readTextIfPresent(file) ?? "";
  try {
    // YAML's flow style is JSON with comments and trailing commas, all but the form of comments.
    return objectOf(file.endsWith(".jsonc") ? await parseCommented(text) : JSON.parse(text));
  } catch {
    problems.add(file.slice(file.lastIndexOf("/") + 1), "is not JSON");
    return {};
  }
}

async function parseCommented(text: string): Promise<unknown> {
  const { readSource } = await import("@svc/core/source");
  const { code, bare } = readSource(text);
  const plain = [...code].map((char, at) =>
    char === "," && bare[at] === "," && /^,\s*[}\]]/.test(bare.slice(at)) ? " " : char
  );
  return JSON.parse(plain.join(""));
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as Record<string, unknown>
    : {};
}

function textsOf(value: unknown): Imports {
  return Object.fromEntries(
    Object.entries(objectOf(value)).filter((pair): pair is [string, string] =>
      typeof pair[1] === "string"
    ),
  );
}
