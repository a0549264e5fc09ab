import { type EvaluatedDefinition, showAllEvaluated, showEvaluated } from "@svc/runtime/evaluation";
import { parseInputs } from "@svc/runtime/inputs";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import { repositoryOf } from "../../frame/repository.ts";

type Result = EvaluatedDefinition | { results: EvaluatedDefinition[] };

export default defineCommand({
  description: [
    "Shows a behavior with its expressions evaluated, as a run would take it. Nothing runs and nothing is",
    "written. Secrets are shown as ***; a text with content of the environment is shown as it is written.",
  ].join("\n"),
  examples: [
    { command: "svc behavior evaluate insight", does: "one behavior" },
    { command: "svc behavior evaluate insight --input region=eu", does: "with an input" },
    { command: "svc behavior evaluate --all", does: "all, each after those it refers to" },
  ],
  arguments: [{
    name: "name",
    summary: "the behavior's name or id",
    completes: "behavior",
    optional: true,
  }],
  options: {
    all: { kind: "flag", summary: "Every behavior of the repository" },
    input: { kind: "list", value: "<key=value>", summary: "An input of the definition" },
    "input-file": {
      kind: "text",
      value: "<file>",
      summary: "A YAML or JSON mapping of inputs",
      completes: "file",
    },
    "repo-dir": REPO_DIR,
  },
  credential: "none",
  async run(context): Promise<Result> {
    const { options, host, arguments: { name } } = context;
    if ((name === undefined) !== options.all) {
      throw usage("Give a name, or --all for every behavior");
    }
    const repository = await repositoryOf(context);
    const inputs = await parseInputs(options.input, { inputFile: options["input-file"] });
    const how = { inputs, env: (variable: string) => host.env(variable) };
    return name === undefined
      ? { results: await showAllEvaluated(repository, how) }
      : await showEvaluated(repository, name, how);
  },
  text: (result) =>
    "results" in result ? result.results.map(oneText).join("\n\n") : oneText(result),
});

function oneText(one: EvaluatedDefinition): string {
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
