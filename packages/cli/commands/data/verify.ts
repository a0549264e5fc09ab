import type { VerificationOutcome } from "@svc/core/answer";
import { verifyData } from "@svc/runtime/verification";
import { defineCommand, number } from "../../frame/command.ts";
import { repositoryOf } from "../../frame/repository.ts";
import type { Paint } from "../../frame/paint.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";
import { originText } from "../../run/origin_text.ts";
import { BEHAVIOR, DATA_NAME } from "./options.ts";

export default defineCommand({
  description: [
    "Walks back from data to the run that wrote it, the extension that ran, whose consent it was and the",
    "commit of the repository. Each step passed, failed or could not be checked; what could not be checked",
    "has not passed. Exit code 1 when a step failed.",
  ].join("\n"),
  examples: {
    "svc data verify insight repos": "the newest version",
    "svc data verify insight repos --version 2": "an earlier one",
    "svc data verify insight repos --jq '.steps[] | select(.outcome != \"passed\")'":
      "what has not passed",
  },
  arguments: [BEHAVIOR, DATA_NAME],
  options: {
    version: number("<n>", "Version", { defaultText: "the newest" }),
    ...WHERE,
  },
  async run(context) {
    const { behavior, name } = context.arguments;
    const { version } = context.options;
    return await valueFrom(context, {
      here: async () => await verifyData(await repositoryOf(context), behavior, name, { version }),
      there: ({ ask }) => ask("data.verify", { params: { behavior, name }, query: { version } }),
    });
  },
  text({ modelName, dataName, version, runId, origin, outcome, steps }, { paint }) {
    return [
      `Data: ${paint.bold(dataName)} of ${modelName}, version ${version}`,
      `Run: ${runId ?? "not known"}`,
      ...originText(origin),
      "",
      ...steps.map((step) => `${word(step.outcome, paint)} ${step.name}: ${step.message}`),
      "",
      SUMMARY[outcome],
    ].join("\n");
  },
  exit: ({ outcome }) => outcome === "failed" ? 1 : 0,
});

const SUMMARY: Record<VerificationOutcome, string> = {
  passed: "All steps passed.",
  failed: "Not verified: a step failed.",
  notChecked: "Not verified: not all steps could be checked.",
};

function word(outcome: VerificationOutcome, paint: Paint): string {
  switch (outcome) {
    case "passed":
      return paint.green("passed     ");
    case "failed":
      return paint.red("failed     ");
    case "notChecked":
      return "not checked";
  }
}
