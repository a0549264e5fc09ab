import { type DataListItem, listData } from "@svc/runtime/data";
import { columns } from "../../frame/columns.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { LIMIT } from "./options.ts";
import { written } from "../../frame/written.ts";

export default defineCommand({
  description:
    "Shows the newest version of each, by kind and name. What was deleted or has expired " +
    "is left out.",
  examples: [
    { command: "svc data list insight", does: "what the behavior wrote" },
    { command: "svc data list --type file", does: "the files that all behaviors wrote" },
    { command: "svc data list insight --limit 100 --offset 100", does: "the second hundred" },
  ],
  arguments: [{
    name: "behavior",
    summary: "the behavior's name or id; all when left out",
    optional: true,
    completes: "behavior",
  }],
  options: {
    type: { kind: "text", value: "<kind>", summary: "Only this kind: resource, file or report" },
    limit: { ...LIMIT, summary: "Show at most so many; 1000 when left out" },
    offset: { kind: "number", value: "<n>", summary: "Leave out so many at the beginning" },
    "repo-dir": REPO_DIR,
  },
  credential: "none",
  run: async (context) =>
    await listData(await repositoryOf(context), context.arguments.behavior, {
      type: context.options.type,
      limit: context.options.limit,
      offset: context.options.offset,
    }),
  text({ modelName, groups, total, limited }, { paint, options }) {
    const items = groups.flatMap(({ items }) => items);
    if (items.length === 0) {
      if (total > 0) return `There are ${total}; --offset is beyond the last.`;
      const what = options["type"] === undefined ? "nothing" : `no ${options["type"]}`;
      return modelName === undefined
        ? `No behavior has written ${what === "nothing" ? "anything" : `a ${options["type"]}`} yet.`
        : `${modelName} has written ${what} yet.`;
    }
    const [head, ...rows] = columns([
      [
        ...(modelName === undefined ? ["BEHAVIOR"] : []),
        "NAME",
        "KIND",
        "VERSION",
        "BYTES",
        "WRITTEN",
      ],
      ...items.map(rowOf),
    ]);
    const more = limited ? [`${items.length} of ${total}; --offset and --limit show others.`] : [];
    return [paint.bold(head!), ...rows, ...more].join("\n");
  },
});

function rowOf(item: DataListItem): string[] {
  return [
    ...(item.modelName === undefined ? [] : [item.modelName]),
    item.name,
    item.type,
    String(item.version),
    String(item.size),
    written(item.createdAt),
  ];
}
