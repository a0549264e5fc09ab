import type { DataQuery } from "@svc/core/answer";
import { answerQuery, type DataRecord } from "@svc/runtime/data";
import { isRecord } from "@svc/core/json";
import { listing, table, type TableView } from "../../frame/table.ts";
import { arg, defineCommand, text } from "../../frame/command.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";
import { LIMIT } from "./options.ts";
import { written } from "../../frame/written.ts";

export default defineCommand({
  description:
    `The predicate is written in CEL over id, name, version, isLatest, createdAt, attributes, tags, modelName, modelType, specName, dataType, contentType, lifetime, size, content and others. Only newest versions are searched, unless it uses version.

--select maps each result to a value, a list, or a map whose keys become columns.`,
  examples: {
    [`svc data query 'modelName == "insight"'`]: "all data of a behavior",
    [`svc data query 'attributes.stars > 100' --select '{"repo": name, "stars": attributes.stars}'`]:
      "as a table of two columns",
    [`svc data query 'version >= 0 && name == "repos"'`]: "with older versions",
  },
  arguments: [arg("predicate", "a condition in CEL")],
  options: {
    select: text("<cel>", "CEL expression to map each result"),
    limit: { ...LIMIT, defaultText: "1000" },
    ...WHERE,
  },
  lists: ".results[]",
  async run(context): Promise<DataQuery> {
    const { options: { select, limit }, arguments: { predicate } } = context;
    return await valueFrom<DataQuery>(context, {
      here: async () =>
        await answerQuery(await repositoryOf(context), { predicate, select }, { limit }),
      there: ({ ask }) => ask("data.query", { body: { predicate, select, limit } }),
    });
  },
  whole: [],
  text({ predicate, results, total }, { paint, width }) {
    if (results.length === 0) return "No results.";
    const lines = predicate === undefined
      ? projectedLines(results, { paint, width })
      : recordLines(results as DataRecord[], { paint, width });
    const count = `${total} ${total === 1 ? "result" : "results"}`;
    const shown = results.length < total ? `, ${results.length} shown` : "";
    return [...lines, paint.dim(`${count}${shown}`)].join("\n");
  },
});

function recordLines(records: readonly DataRecord[], view: TableView): string[] {
  return [
    listing(view, records, {
      BEHAVIOR: (record) => record.modelName,
      NAME: (record) => record.name,
      VERSION: (record) => String(record.version),
      KIND: (record) => record.dataType,
      BYTES: (record) => String(record.size),
      WRITTEN: (record) => written(record.createdAt),
    }),
  ];
}

/** Values one a line; maps as a table. */
function projectedLines(results: readonly unknown[], view: TableView): string[] {
  if (!results.every(isRecord)) return results.map(cell);
  const keys = [...new Set(results.flatMap((result) => Object.keys(result)))];
  return [table(view, keys, results.map((result) => keys.map((key) => cell(result[key] ?? ""))))];
}

function cell(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}
