import { isSvcError, SvcError } from "@svc/core/error";
import { runType } from "@svc/runtime/direct";
import type { RunEvent } from "@svc/runtime/run";
import { authorPaths } from "../../extension/author_paths.ts";
import { readSources, type Sources } from "../../extension/package.ts";
import { trialRepository } from "../../extension/trial_repository.ts";
import { MANIFEST_PATH } from "../../extension/manifest.ts";
import { interruption } from "../../behavior/interruption.ts";
import { arg, defineCommand, flag, list, text } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import { showEvent } from "../../run/show_event.ts";
import { inputsOf } from "../../run/inputs.ts";
import { RUN_OPTIONS } from "../../run/options.ts";

interface Result {
  type: string;
  method: string;
  /** Milliseconds. */
  duration: number;
  /** The resources that it wrote. */
  written: { output: string; name: string; data: unknown }[];
  /** The files that it wrote. */
  files: { output: string; name: string; size: number }[];
  logs: { level: string; text: string }[];
}

export default defineCommand({
  description: [
    "Runs a method of an extension on your disk, without publishing it and without a repository: it",
    "is bundled and run in the sandbox as a pulled one is, with the permissions that its manifest",
    "declares. What it writes is shown but not stored. To store it, put the extension's folder into the",
    "'extensions' folder of a repository and use 'svc behavior run'.",
  ].join("\n"),
  examples: {
    "svc extension run greet --input name=Ada": "a method of the extension in this folder",
    "svc extension run scan extensions/tool --type @acme/tool --json":
      "of one of its types, as data",
  },
  arguments: [
    arg("method", "the method to run"),
    MANIFEST_PATH,
  ],
  options: {
    type: text("<type>", "The type, if several of the extension have the method"),
    input: list("<key=value>", "An argument of the method or of the type"),
    arg: RUN_OPTIONS.arg,
    "input-file": RUN_OPTIONS["input-file"],
    stdin: flag("Read the arguments from stdin, as YAML or JSON"),
    "repo-dir": REPO_DIR,
  },
  async run(context): Promise<Result> {
    const { arguments: { method, "manifest-path": manifest } } = context;
    const inputs = await oneOf(context);
    const sources = await readSources(context, manifest);
    await using trial = await trialRepository(sources);
    const type = await trial.typeOf(context.options.type, method, context.progress);
    const { resolveType } = await import("@svc/runtime/types");
    const { trialArguments, typedSecrets } = await import("../../extension/trial_secrets.ts");
    const resolved = await resolveType(trial.repository, type);
    const typed = [...context.options.input, ...context.options.arg];
    const secrets = typedSecrets(resolved, method, { inputs, typed });
    if (secrets.length > 0) {
      context.note(
        `${
          secrets.join(", ")
        }: a secret on the command line stays in the history of the shell and ` +
          `is visible to others on this machine. '${secrets[0]}=@<file>' or --stdin keeps it out`,
      );
    }
    using given = trialArguments(resolved, method, inputs);
    const result: Result = { type, method, duration: 0, written: [], files: [], logs: [] };
    using interrupted = interruption(context.note);
    try {
      const { duration } = await runType(trial.repository, {
        type,
        name: "trial",
        method,
        inputs: given.inputs,
        signal: interrupted.signal,
        allowRequested: true,
        onEvent: (event) => {
          if (event.kind !== "created") showEvent(event, context);
          note(result, event);
        },
      });
      return { ...result, duration };
    } catch (error) {
      throw aboutSources(error, sources, context.host.cwd);
    }
  },
  text: ({ type, method, duration, written, files }) =>
    [
      `${method} of ${type} succeeded in ${duration} ms`,
      ...written.flatMap(({ output, name, data }) => [
        `wrote ${name} (${output}):`,
        ...JSON.stringify(data, null, 2).split("\n").map((line) => `  ${line}`),
      ]),
      ...files.map(({ output, name, size }) => `wrote the file ${name} (${output}), ${size} bytes`),
    ].join("\n"),
});

async function oneOf(context: Parameters<typeof inputsOf>[0]): Promise<Record<string, unknown>> {
  const { runs: [inputs], many } = await inputsOf(context);
  if (inputs !== undefined && !many) return inputs;
  throw usage("stdin holds a list, but only one run is possible");
}

function note(result: Result, event: RunEvent): void {
  if (event.kind === "output") result.logs.push({ level: event.level, text: event.text });
  if (event.kind !== "data") return;
  const { specName: output, name, kind, size, attributes } = event.artifact;
  if (kind === "resource") result.written.push({ output, name, data: attributes });
  else result.files.push({ output, name, size });
}

/** An error of the run, with the author's own places and what to write into the manifest. */
function aboutSources(error: unknown, { files }: Sources, cwd: string): unknown {
  const there = new Map([...files].map(([key, file]) => [`extensions/${key}`, file]));
  const told = authorPaths(there, cwd).error(error);
  if (!isSvcError(told) || !isSvcError(error) || error.grants === undefined) return told;
  const needed = error.grants.map((grant) => `'${grant}'`).join(", ");
  return new SvcError(told.code, told.message, {
    details: told.details,
    hint: `Declare what it needs under 'permissions' in the manifest: ${needed}. ` +
      "'svc extension check' lists what it finds.",
  });
}
