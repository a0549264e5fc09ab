import { type DataRecord, queryPage } from "@svc/runtime/data";
import { columns } from "../../frame/columns.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { LIMIT } from "./options.ts";
import { written } from "../../frame/written.ts";

interface Result {
  predicate?: string;
  results: unknown[];
  total: number;
  limited: boolean;
}

export default defineCommand({
  description:
    `The predicate is written in CEL over id, name, version, isLatest, createdAt, attributes, tags, modelName, modelType, specName, dataType, contentType, lifetime, size, content and others. Only newest versions are looked at, unless it names version.

--select makes something else of each result: a value, a list, or a map whose keys become columns.`,
  examples: [
    { command: `svc data query 'modelName == "insight"'`, does: "all data of a behavior" },
    {
      command:
        `svc data query 'attributes.stars > 100' --select '{"repo": name, "stars": attributes.stars}'`,
      does: "as a table of two columns",
    },
    { command: `svc data query 'version >= 0 && name == "repos"'`, does: "with older versions" },
  ],
  arguments: [{ name: "predicate", summary: "what has to be true, in CEL" }],
  options: {
    select: { kind: "text", value: "<cel>", summary: "What to make of each result" },
    limit: { ...LIMIT, summary: "Show at most so many; 1000 when left out" },
    "repo-dir": REPO_DIR,
  },
  credential: "none",
  async run(context): Promise<Result> {
    const { predicate } = context.arguments;
    const { select, limit = 1000 } = context.options;
    const repository = await repositoryOf(context);
    const { results, total } = await queryPage(repository, { predicate, select }, { limit });
    const limited = results.length < total;
    if (select !== undefined) return { results, total, limited };
    return { predicate, results: (results as DataRecord[]).map(withoutAttributes), total, limited };
  },
  whole: [],
  text({ predicate, results, total }, { paint }) {
    if (results.length === 0) return "No results.";
    const lines = predicate === undefined
      ? projectedLines(results, paint.bold)
      : recordLines(results as DataRecord[], paint.bold);
    const count = `${total} ${total === 1 ? "result" : "results"}`;
    const shown = results.length < total ? `, ${results.length} shown` : "";
    return [...lines, paint.dim(`${count}${shown}`)].join("\n");
  },
});

/** The content says the same. */
function withoutAttributes({ attributes: _same, ...record }: DataRecord) {
  return record;
}

function recordLines(records: readonly DataRecord[], bold: (text: string) => string): string[] {
  const [head, ...rows] = columns([
    ["BEHAVIOR", "NAME", "VERSION", "KIND", "BYTES", "WRITTEN"],
    ...records.map((record) => [
      record.modelName,
      record.name,
      String(record.version),
      record.dataType,
      String(record.size),
      written(record.createdAt),
    ]),
  ]);
  return [bold(head!), ...rows];
}

/** Values one a line; maps as a table. */
function projectedLines(results: readonly unknown[], bold: (text: string) => string): string[] {
  if (!results.every(isMap)) return results.map(cell);
  const keys = [...new Set(results.flatMap((result) => Object.keys(result)))];
  const [head, ...rows] = columns([
    keys,
    ...results.map((result) => keys.map((key) => cell(result[key] ?? ""))),
  ]);
  return [bold(head!), ...rows];
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function cell(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}
