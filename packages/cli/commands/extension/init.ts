import { SvcError } from "@svc/core/error";
import { shellWord } from "@svc/core/text";
import { absolutePath } from "@svc/runtime/files";
import { schemaAddress } from "../../client/schema_address.ts";
import { formatFiles } from "../../extension/format.ts";
import { addKit } from "../../extension/kit.ts";
import { arg, type Context, defineCommand, flag, text } from "../../frame/command.ts";
import { YES } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import type { CiAdded } from "../../scaffold/add_ci.ts";
import { CI_FILES, CI_NAMES, type CiName } from "../../scaffold/ci.ts";
import { newExtension } from "../../scaffold/extension.ts";
import { newFiles } from "../../scaffold/files.ts";
import { KIND_NAMES, type KindName, KINDS } from "../../scaffold/kinds.ts";
import { newName } from "../../scaffold/name.ts";

interface Made {
  name: string;
  /** What it brings. */
  kind: KindName;
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

type Result = Made | TypesAdded | CiAdded;

export default defineCommand({
  description: [
    "Creates a working extension with a README, a license and tests in a new folder of its",
    "name. It has a behavior type (a model) or what --kind names. It passes 'svc extension check' with",
    "every point that can be earned before publishing. If the name has no collective, the one of",
    "your login is used.",
    "With --types it makes the types and test helpers available to an existing extension,",
    "for editors and 'deno check', through its deno.json. They are in .svc, which is not in git:",
    "run it once after a clone. 'svc extension test' does so automatically.",
    "With --ci it writes a job that publishes an existing extension when a tag is pushed, without a",
    "stored key, and prints how to make the registry trust it. svc is installed from the registry in",
    "use, pinned by a checksum.",
  ].join("\n"),
  examples: {
    "svc extension init word-count": "in ./word-count, for your collective",
    "svc extension init @acme/word-count --dir extensions/words": "elsewhere",
    "svc extension init safe --kind vault": "an extension with a vault type",
    "svc extension init --types": "types for the extension in this folder",
    "svc extension init --ci github": "a workflow that publishes it",
  },
  arguments: [
    arg("name", "the extension, as name or @collective/name", {
      defaultText: "prompt",
      optional: true,
    }),
  ],
  options: {
    kind: text("<kind>", "Kind of extension", { default: "model", choices: KIND_NAMES }),
    dir: text("<folder>", "Folder to write to", { defaultText: "./<name>", completes: "folder" }),
    types: flag("Only make types and test helpers available"),
    ci: text("<provider>", "Only write the job that publishes the extension in CI", {
      choices: CI_NAMES,
    }),
    "ci-file": text("<file>", "With --ci: the file to write, in the git repository", {
      defaultText: "the provider's",
      completes: "file",
    }),
    yes: { ...YES, summary: "With --ci: replace a file that is there" },
  },
  async run(context): Promise<Result> {
    const { options, arguments: { name: given }, host } = context;
    if (options.ci !== undefined) {
      if (given !== undefined || options.types || context.given.has("kind")) {
        throw usage("--ci cannot be used with a name, --kind or --types; use --dir for the folder");
      }
      const { addCi } = await import("../../scaffold/add_ci.ts");
      return await addCi(context, options.ci as CiName);
    }
    if (options["ci-file"] !== undefined) throw usage("--ci-file needs --ci");
    if (options.types) {
      if (given !== undefined || context.given.has("kind")) {
        throw usage("--types cannot be used with a name or --kind; use --dir for the folder");
      }
      return await typesIn(absolutePath(options.dir ?? ".", host.cwd));
    }
    const kind = options.kind as KindName;
    return await made(context, kind, await newName(context, given));
  },
  text: (result) =>
    "configuration" in result
      ? `Types and test helpers are available through ${result.configuration}.`
      : "ci" in result
      ? [
        `Wrote ${result.path}: ${CI_FILES[result.ci].title} publishes ${result.name} from it.`,
        "Next:",
        ...result.nextSteps.map((step) => `  ${step}`),
      ].join("\n")
      : [
        `Made ${result.name} ${result.version} in ${result.path}:`,
        ...result.files.map((file) => `  ${file}`),
        "Next:",
        ...result.nextSteps.map((step) => `  ${step}`),
      ].join("\n"),
});

async function made(
  { host, options }: Pick<Context, "host" | "options">,
  kind: KindName,
  name: string,
): Promise<Made> {
  const extension = newExtension(name, new Date());
  const shown = options["dir"] as string | undefined ?? extension.slug;
  const path = absolutePath(shown, host.cwd);
  await assertEmpty(path);
  const files = await newFiles(kind, extension, await schemaAddress("manifest", { host }));
  for (const [file, text] of Object.entries(files)) {
    const target = `${path}/${file}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(target, text, { createNew: true });
  }
  await addKit(path);
  // How lines are broken depends on the name, and on the settings of a deno.json above.
  await formatFiles(path);
  return {
    name,
    kind,
    version: extension.version,
    path,
    files: Object.keys(files),
    nextSteps: [
      `cd ${shellWord(shown)}`,
      "svc extension test",
      ...KINDS[kind].try,
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
  throw new SvcError("already_exists", `${path} already exists and is not empty`, {
    hint: "Choose another folder with --dir. Nothing was written.",
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
