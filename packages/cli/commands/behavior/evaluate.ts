import {
  keepEvaluated,
  showAllEvaluated,
  showEvaluated,
  type StoredDefinition,
} from "@svc/runtime/evaluation";
import { parseInputs } from "@svc/runtime/inputs";
import { arg, defineCommand, flag, list, text } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import { repositoryOf } from "../../frame/repository.ts";

type Result = StoredDefinition | { items: StoredDefinition[]; total: number };

export default defineCommand({
  description: [
    "Evaluates the expressions of a behavior as a run would, and stores the result in",
    ".svc/definitions-evaluated. No method runs, and runs do not read it. Secrets are shown as ***; text",
    "from environment variables is not expanded.",
  ].join("\n"),
  examples: {
    "svc behavior evaluate insight": "one behavior",
    "svc behavior evaluate insight --input region=eu": "with an input",
    "svc behavior evaluate --all": "all, in order of their references",
  },
  arguments: [arg("name", "the behavior's name or id", { completes: "behavior", optional: true })],
  options: {
    all: flag("Every behavior of the repository"),
    input: list("<key=value>", "An input of the definition"),
    "input-file": text("<file>", "A YAML or JSON mapping of inputs", { completes: "file" }),
    "repo-dir": REPO_DIR,
  },
  async run(context): Promise<Result> {
    const { options, host, arguments: { name } } = context;
    if ((name === undefined) !== options.all) {
      throw usage("Pass a behavior's name, or --all");
    }
    const repository = await repositoryOf(context);
    const inputs = await parseInputs(options.input, { inputFile: options["input-file"] });
    const how = { inputs, env: (variable: string) => host.env(variable) };
    if (name !== undefined) {
      return await keepEvaluated(repository, await showEvaluated(repository, name, how));
    }
    const items: StoredDefinition[] = [];
    for (const one of await showAllEvaluated(repository, how)) {
      items.push(await keepEvaluated(repository, one));
    }
    return { items, total: items.length };
  },
  text: (result) => "items" in result ? result.items.map(oneText).join("\n\n") : oneText(result),
});

function oneText(one: StoredDefinition): string {
  const methods = Object.entries(one.methods).map(([name, { arguments: args }]) =>
    valueText(`methods.${name}`, args)
  );
  return [
    `${one.name} (${one.type})`,
    valueText("globalArguments", one.globalArguments),
    ...methods,
    ...(one.unresolved.length === 0 ? [] : [
      "Not evaluated:",
      ...one.unresolved.map(({ path, reason }) => `  ${path}: ${reason}`),
    ]),
    `Kept: ${one.outputPath}`,
  ].filter((line) => line !== "").join("\n");
}

function valueText(title: string, values: Record<string, unknown>): string {
  const entries = Object.entries(values);
  if (entries.length === 0) return "";
  return [
    `${title}:`,
    ...entries.map(([name, value]) =>
      `  ${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`
    ),
  ].join("\n");
}
