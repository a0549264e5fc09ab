import type { DataListItem } from "@svc/core/answer";
import { listData } from "@svc/runtime/data";
import { listing } from "../../frame/table.ts";
import { arg, defineCommand, number, text } from "../../frame/command.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";
import { LIMIT } from "./options.ts";
import { written } from "../../frame/written.ts";

export default defineCommand({
  description:
    "Shows the newest version of each, by kind and name. What was deleted or has expired " +
    "is left out.",
  examples: {
    "svc data list insight": "what the behavior wrote",
    "svc data list --type file": "the files that all behaviors wrote",
    "svc data list insight --limit 100 --offset 100": "the second hundred",
  },
  arguments: [
    arg("behavior", "the behavior's name or id", {
      defaultText: "all",
      optional: true,
      completes: "behavior",
    }),
  ],
  options: {
    type: text("<kind>", "Only this kind: resource, file or report"),
    limit: { ...LIMIT, defaultText: "1000" },
    offset: number("<n>", "Skip this many results"),
    ...WHERE,
  },
  lists: ".groups[].items[]",
  async run(context) {
    const { arguments: { behavior }, options: { type, limit, offset } } = context;
    const query = { type, limit, offset };
    return await valueFrom(context, {
      here: async () => await listData(await repositoryOf(context), behavior, query),
      there: ({ ask }) =>
        behavior === undefined
          ? ask("data.list", { query })
          : ask("data.listOf", { params: { behavior }, query }),
    });
  },
  text({ modelName, groups, total, limited }, { paint, width, options }) {
    const items = groups.flatMap(({ items }) => items);
    if (items.length === 0) {
      if (total > 0) return `There are ${total}; --offset is beyond the last.`;
      const what = options["type"] === undefined ? "nothing" : `no ${options["type"]}`;
      return modelName === undefined
        ? `No behavior has written ${what === "nothing" ? "anything" : `a ${options["type"]}`} yet.`
        : `${modelName} has written ${what} yet.`;
    }
    const behavior = { BEHAVIOR: (item: DataListItem) => item.modelName ?? "" };
    const lines = listing({ paint, width }, items, {
      ...(modelName === undefined ? behavior : {}),
      NAME: (item) => item.name,
      KIND: (item) => item.type,
      VERSION: (item) => String(item.version),
      BYTES: (item) => String(item.size),
      WRITTEN: (item) => written(item.createdAt),
    });
    const more = limited
      ? [`${items.length} of ${total}; use --offset and --limit to show others.`]
      : [];
    return [lines, ...more].join("\n");
  },
});
