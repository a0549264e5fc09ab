import type { NamedRun, WrittenData } from "@svc/core/answer";
import { findRun, writtenBy } from "@svc/runtime/history";
import { arg, defineCommand, flag, text } from "../../frame/command.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";
import { originText } from "../../run/origin_text.ts";
import { checksText } from "../../run/checks_text.ts";
import { written } from "../../frame/written.ts";

export default defineCommand({
  description: [
    "Shows the status of a run and what it wrote; with --data, prints the data as it was written.",
    "Identify a run by its id or the start of it; a behavior's name means its newest run.",
  ].join("\n"),
  examples: {
    "svc behavior output insight": "the newest run of a behavior",
    "svc behavior output 4f1c --data": "what a run wrote",
    "svc behavior output insight --data --name repos --field total": "one value",
    "svc behavior output insight --jq '.artifacts.dataArtifacts'":
      "names and versions of what it wrote",
  },
  arguments: [arg("run", "the run's id, or a behavior's name", { completes: "behavior" })],
  options: {
    data: flag("Print the data that the run wrote"),
    name: text("<name>", "Name of the data, with --data"),
    field: text("<field>", "Field of the data, with --data"),
    ...WHERE,
  },
  async run(context): Promise<NamedRun | WrittenData> {
    const { options, arguments: { run } } = context;
    const { name, field } = options;
    const data = options.data || name !== undefined || field !== undefined;
    return await valueFrom<NamedRun | WrittenData>(context, {
      async here() {
        const repository = await repositoryOf(context);
        return data
          ? await writtenBy(repository, run, { name, field })
          : await findRun(repository, run);
      },
      there: ({ ask }) =>
        data
          ? ask("behaviors.written", { params: { output: run }, query: { name, field } })
          : ask("behaviors.output", { params: { output: run } }),
    });
  },
  whole: ["data"],
  text: (value, { paint }) => "outputId" in value ? dataText(value) : runText(value, paint.bold),
});

function dataText({ data, dataName, contentType }: WrittenData): string {
  if (data === undefined) return `${dataName} is ${contentType}; 'svc data get' shows where it is.`;
  return typeof data === "string" ? data : JSON.stringify(data, null, 2);
}

/** Names that are shown one by one. */
const SHOWN = 50;

function runText(run: NamedRun, bold: (text: string) => string): string {
  const { artifacts: { dataArtifacts }, error } = run;
  return [
    `Run: ${run.id}`,
    `Behavior: ${bold(run.modelName || "(deleted)")} (${run.type})`,
    `Method: ${run.methodName}`,
    `Status: ${run.status}`,
    `Began: ${written(run.startedAt)}, took ${run.durationMs} ms`,
    ...checksText(run.checks),
    ...originText(run.origin),
    ...(error === undefined ? [] : [`Error: ${error.message}`]),
    `Log: ${run.logFile}`,
    ...(dataArtifacts.length === 0 ? ["Wrote: nothing"] : [
      "Wrote:",
      ...dataArtifacts.slice(0, SHOWN).map(({ name, version }) => `  ${name} (version ${version})`),
      ...(dataArtifacts.length > SHOWN
        ? [`  and ${dataArtifacts.length - SHOWN} more; --json has all of them`]
        : []),
    ]),
  ].join("\n");
}
