import assert from "node:assert/strict";
import { parseManifest } from "@svc/core/manifest";
import * as z from "npm:zod@4.6.7";
import { FAILURE_CODES } from "../../extensions/platform/failure.ts";

const EXTENSIONS = new URL("../../extensions/", import.meta.url);

/** What a README is held to: a type of the catalogue, as far as commands name it. */
interface Model {
  type: string;
  globalArguments?: z.ZodObject;
  methods: Record<string, { arguments: z.ZodObject }>;
  resources: Record<string, unknown>;
}

const manifests = new Map<string, ReturnType<typeof parseManifest>>();
const models = new Map<string, Model>();
/** The configuration schemas of vault and datastore types. */
const vaultTypes = new Map<string, z.ZodObject>();
const datastoreTypes = new Map<string, z.ZodObject>();
for await (const { name, isDirectory } of Deno.readDir(EXTENSIONS)) {
  const path = `${name}/manifest.yaml`;
  if (!isDirectory) continue;
  const text = await Deno.readTextFile(new URL(path, EXTENSIONS)).catch(() => undefined);
  if (text === undefined) continue;
  const manifest = parseManifest(text, path);
  manifests.set(name, manifest);
  for (const entry of manifest.models) {
    const { model } = await import(new URL(entry, EXTENSIONS).href) as { model: Model };
    models.set(model.type, model);
  }
  for (const entry of manifest.vaults) {
    const { vault } = await import(new URL(entry, EXTENSIONS).href);
    vaultTypes.set(vault.type, vault.configSchema);
  }
  for (const entry of manifest.datastores) {
    const { datastore } = await import(new URL(entry, EXTENSIONS).href);
    datastoreTypes.set(datastore.type, datastore.configSchema);
  }
}

for (const [name, manifest] of [...manifests].sort()) {
  const readme = await Deno.readTextFile(new URL(`${name}/README.md`, EXTENSIONS));

  Deno.test(`the commands of ${name}'s README name what is there, with values it takes`, () => {
    const behaviors = new Map<string, Model>();
    const vaults = new Set<string>();
    let checked = 0;
    for (const words of commandsOf(readme)) {
      const what = words.join(" ");
      const [svc, noun, verb, first = "", second = ""] = words;
      if (svc !== "svc") continue;
      checked++;
      if (noun === "extension" && (verb === "pull" || verb === "grant")) {
        const [, folder = ""] = first.split("/");
        assert.ok(manifests.has(folder), what);
      } else if (noun === "behavior" && verb === "create") {
        const model = models.get(first);
        assert.ok(model, what);
        takes(model.globalArguments ?? z.object({}), options(words, "--global-arg"), what);
        behaviors.set(second, model);
      } else if (noun === "behavior" && verb === "run") {
        const method = behaviors.get(first)?.methods[second];
        assert.ok(method, what);
        takes(method.arguments, options(words, "--input"), what);
      } else if (noun === "vault" && verb === "create") {
        configures(vaultTypes.get(first), words, what);
        vaults.add(second);
      } else if (noun === "datastore" && verb === "setup") {
        assert.equal(first, "extension", what);
        configures(datastoreTypes.get(second), words, what);
      } else if (noun === "vault") {
        assert.ok(vaults.has(first), what);
      } else if (noun === "data" && verb === "get") {
        const specs = Object.keys(behaviors.get(first)?.resources ?? {}).map((one) =>
          one.toLowerCase()
        );
        assert.ok(specs.includes(second.split(".")[0]!.toLowerCase()), what);
      }
    }
    assert.ok(checked > 0);
  });

  Deno.test(`the permissions of ${name}'s README are those of its manifest`, () => {
    const declared = Object.entries(manifest.permissions ?? {}).flatMap(([kind, entries]) =>
      (entries as string[]).map((entry) => `${kind} ${entry}`)
    );
    const told = rowsUnder(readme, "Permission").flatMap(([cell = ""]) => {
      const entries = [...cell.matchAll(/`([^`]+)`/g)].map(([, entry]) => entry!);
      return cell.split("`")[0]!.match(/\w+/g)!.flatMap((kind) =>
        entries.map((entry) => `${kind} ${entry}`)
      );
    });
    assert.deepEqual(told.sort(), declared.sort());
  });

  Deno.test(`the failure codes of ${name}'s README can come`, async () => {
    const own = await sourcesOf(new URL(`${name}/`, EXTENSIONS));
    const codes = rowsUnder(readme, "Code").flatMap(([cell = ""]) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)
    );
    const unknown = codes.filter((code) =>
      !(FAILURE_CODES as readonly string[]).includes(code) && !own.includes(`"${code}"`)
    );
    assert.deepEqual(unknown, []);
  });
}

/** Holds the configuration that a command gives a vault or datastore to its type's schema. */
function configures(schema: z.ZodObject | undefined, words: readonly string[], what: string): void {
  assert.ok(schema, what);
  const whole = words.find((word, at) => words[at - 1] === "--config" && word.startsWith("{"));
  if (whole === undefined) return takes(schema, options(words, "--config"), what);
  const result = schema.safeParse(JSON.parse(whole));
  assert.ok(result.success, `${what}: ${result.error?.message}`);
}

/** The commands of a page's `sh` blocks as words; a loop stands as often as it runs. */
function* commandsOf(page: string): Iterable<string[]> {
  for (const [, block = ""] of page.matchAll(/```sh\n(.*?)```/gs)) {
    const text = block.replaceAll(/\\\n\s*/g, "").replaceAll(
      /^for (\w+) in ([^;]+); do\n(.*?)^done$/gms,
      (_, variable, values: string, body: string) =>
        values.split(" ").map((value) => body.replaceAll(`$${variable}`, value)).join(""),
    );
    for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
      yield [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)]
        .map(([word]) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, one, two) => one ?? two));
    }
  }
}

/** The values that an option is given, by name. */
function options(words: readonly string[], option: string): Map<string, string> {
  const found = words.flatMap((word, at) => words[at - 1] === option ? [word] : []);
  return new Map(found.map((one) => {
    const at = one.indexOf("=");
    return [one.slice(0, at), one.slice(at + 1)];
  }));
}

/** Reads values as `--input` does, text where the argument is text, and has the schema take them all. */
function takes(schema: z.ZodObject, given: Map<string, string>, what: string): void {
  const values: Record<string, unknown> = {};
  for (const [name, text] of given) {
    const field = schema.shape[name] as z.ZodType | undefined;
    assert.ok(field, `${what}: there is no ${name}`);
    values[name] = field.safeParse(text).success ? text : JSON.parse(text);
  }
  const result = schema.safeParse(values);
  assert.ok(result.success, `${what}: ${result.error?.message}`);
}

/** The rows of the tables whose first column has this heading. */
function rowsUnder(page: string, heading: string): string[][] {
  const rows: string[][] = [];
  let inside = false;
  for (const line of page.split("\n")) {
    if (!line.startsWith("|")) inside = false;
    const cells = line.split("|").slice(1, -1).map((cell) => cell.trim());
    if (inside && !/^[-: ]+$/.test(cells[0] ?? "")) rows.push(cells);
    if (line.startsWith("|") && cells[0] === heading) inside = true;
  }
  return rows.filter(([first]) => first !== "none");
}

/** The text of every module of a folder. */
async function sourcesOf(folder: URL): Promise<string> {
  let text = "";
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) text += await sourcesOf(new URL(`${name}/`, folder));
    else if (name.endsWith(".ts") && !name.endsWith("_test.ts")) {
      text += await Deno.readTextFile(new URL(name, folder));
    }
  }
  return text;
}
