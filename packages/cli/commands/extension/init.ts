import { nextCalVer } from "@svc/core/calver";
import { SvcError } from "@svc/core/error";
import { parseExtensionName } from "@svc/core/name";
import { absolutePath } from "@svc/runtime/files";
import { addKit } from "../../extension/kit.ts";
import { type Context, defineCommand } from "../../frame/command.ts";
import { usage } from "../../frame/parse.ts";
import { newFiles } from "../../scaffold/files.ts";
import { newName } from "../../scaffold/name.ts";

interface Made {
  name: string;
  version: string;
  /** Absolute. */
  path: string;
  /** Relative to `path`. */
  files: string[];
  /** Commands to go on with, from the folder above. */
  nextSteps: string[];
}

interface TypesAdded {
  /** The `deno.json` that points to the types, absolute. */
  configuration: string;
}

type Result = Made | TypesAdded;

export default defineCommand({
  description: [
    "Writes an extension with one behavior type, a README, a licence and tests into a new folder of",
    "its name. It passes 'svc extension check' with every point that can be earned before it is",
    "published. Without a collective in the name, that of your login is taken.",
    "With --types it makes the types and test helpers available to an extension that is there",
    "already: to editors and 'deno check', by its deno.json. They are in .svc, which is not for git:",
    "run it once after a clone. 'svc extension test' does it by itself.",
  ].join("\n"),
  examples: [
    { command: "svc extension init word-count", does: "in ./word-count, for your collective" },
    { command: "svc extension init @acme/word-count --dir extensions/words", does: "elsewhere" },
    { command: "svc extension init --types", does: "types for the extension in this folder" },
  ],
  arguments: [{
    name: "name",
    summary: "the extension, as name or @collective/name; asked for when left out",
    optional: true,
  }],
  options: {
    dir: {
      kind: "text",
      value: "<folder>",
      summary: "The folder to write into; ./<name> when left out",
      completes: "folder",
    },
    types: { kind: "flag", summary: "Only make types and test helpers available" },
  },
  credential: "none",
  async run(context): Promise<Result> {
    const { options, arguments: { name: given }, host } = context;
    if (options.types) {
      if (given !== undefined) throw usage("--types goes without a name; --dir names the folder");
      return await typesIn(absolutePath(options.dir ?? ".", host.cwd));
    }
    return await made(context, await newName(context, given), options.dir);
  },
  text: (result) =>
    "configuration" in result
      ? `Types and test helpers are available through ${result.configuration}.`
      : [
        `Made ${result.name} ${result.version} in ${result.path}:`,
        ...result.files.map((file) => `  ${file}`),
        "Next:",
        ...result.nextSteps.map((step) => `  ${step}`),
      ].join("\n"),
});

async function made(
  { host }: Pick<Context, "host">,
  name: string,
  dir: string | undefined,
): Promise<Made> {
  const slug = parseExtensionName(name).full.split("/").at(-1)!;
  const shown = dir ?? slug;
  const path = absolutePath(shown, host.cwd);
  await assertEmpty(path);
  const now = new Date();
  const version = nextCalVer(now);
  const holder = parseExtensionName(name).collective;
  const files = newFiles({ name, slug, version, holder, year: now.getUTCFullYear() });
  await Deno.mkdir(path, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${path}/${file}`, text, { createNew: true });
  }
  await addKit(path);
  return {
    name,
    version,
    path,
    files: Object.keys(files),
    nextSteps: [
      `cd ${shellWord(shown)}`,
      "svc extension test",
      'svc extension run count --input text="one two three"',
      "svc extension check",
      "svc extension push",
    ],
  };
}

/** @throws SvcError `already_exists` for a folder that holds anything, or a file in its place */
async function assertEmpty(path: string): Promise<void> {
  const info = await Deno.stat(path).catch(() => undefined);
  if (info === undefined) return;
  if (info.isDirectory && [...Deno.readDirSync(path)].length === 0) return;
  throw new SvcError("already_exists", `${path} is there already, and not empty`, {
    hint: "Name another folder with --dir. Nothing was written.",
  });
}

async function typesIn(folder: string): Promise<TypesAdded> {
  const { configuration, complete } = await addKit(folder);
  if (complete) return { configuration };
  throw new SvcError("validation_failed", `${configuration} has comments, so svc leaves it`, {
    hint: 'Add to its imports: "@svc/extension": "./.svc/author/kit/extension.ts", ' +
      '"@svc/extension/testing": "./.svc/author/kit/trial.ts"',
  });
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
