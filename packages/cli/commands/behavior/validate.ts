import {
  validateAll,
  validateDefinition,
  type ValidationReport,
  type ValidationSummary,
} from "@svc/runtime/validation";
import { arg, defineCommand, text, type TextView } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

type Result = ValidationReport | ValidationSummary;

export default defineCommand({
  description: [
    "Checks a behavior's file, its arguments against its type, and what its expressions refer to. Nothing",
    "of the extension runs. Without a name, every file below behaviors/ is checked.",
    "Exits with 1 when something is wrong.",
  ].join("\n"),
  examples: {
    "svc behavior validate": "every behavior of the repository",
    "svc behavior validate insight --json": "one, as data with lines",
  },
  arguments: [
    arg("name", "the behavior's name or id", {
      defaultText: "all",
      completes: "behavior",
      optional: true,
    }),
  ],
  options: {
    method: text("<method>", "Check only the arguments of this method"),
    "repo-dir": REPO_DIR,
  },
  async run(context): Promise<Result> {
    const { options: { method }, arguments: { name } } = context;
    const repository = await repositoryOf(context);
    const vaults = async () => {
      const { listVaults } = await import("@svc/runtime/vaults");
      return (await listVaults(repository)).map((vault) => vault.name);
    };
    return name === undefined
      ? await validateAll(repository, { method, vaults })
      : await validateDefinition(repository, name, { method, vaults });
  },
  text: (result, view) => "models" in result ? summaryText(result, view) : reportText(result, view),
  exit: ({ passed }) => passed ? 0 : 1,
});

function summaryText(
  { models, totalPassed, totalFailed }: ValidationSummary,
  view: TextView,
): string {
  if (models.length === 0) {
    return "No behaviors yet; create one with 'svc behavior create <type> <name>'.";
  }
  return [
    ...models.map((model) => reportText(model, view)),
    `${totalPassed} passed, ${totalFailed} failed`,
  ].join("\n\n");
}

function reportText(
  { modelName, type, path, validations, warnings, passed }: ValidationReport,
  { paint, verbose }: TextView,
): string {
  const lines = validations.flatMap(({ name, passed, problems = [] }) => [
    ...(passed && !verbose ? [] : [`  ${passed ? paint.green("✓") : paint.red("✗")} ${name}`]),
    ...problems.map((problem) =>
      `      ${path}${problem.line === undefined ? "" : `:${problem.line}`} ${
        problem.path === "" ? "" : `${problem.path}: `
      }${problem.message}`
    ),
  ]);
  return [
    `${paint.bold(modelName)}${type === "" ? "" : ` (${type})`}: ${
      passed ? paint.green("PASSED") : paint.red("FAILED")
    }`,
    ...lines,
    ...warnings.map(({ message }) => `  ${paint.yellow("!")} ${message}`),
  ].join("\n");
}
