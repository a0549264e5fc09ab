import { searchData } from "@svc/runtime/data";
import { listing } from "../../frame/table.ts";
import { arg, defineCommand, list, text } from "../../frame/command.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";
import { LIMIT } from "./options.ts";
import { written } from "../../frame/written.ts";

export default defineCommand({
  description: "Searches names of data, outputs and behaviors; newest first.",
  examples: {
    "svc data search": "the newest data",
    "svc data search repo --type resource --since 7d": "data of the last week",
    "svc data search --behavior insight --tag team=core --json": "by a tag",
  },
  arguments: [arg("query", "part of a name", { optional: true, phrase: true })],
  options: {
    type: text("<kind>", "Only this kind: resource, file or report"),
    lifetime: text("<lifetime>", "Only data with this lifetime, such as infinite"),
    "owner-type": text("<owner>", "Only data written by model-method or manual"),
    behavior: text("<name>", "Only data of this behavior"),
    "content-type": text("<type>", "Only this content type, such as text/plain or text/*"),
    since: text("<time>", "Only data written since, such as 7d or 2026-11-21"),
    tag: list("<key=value>", "Only data with this tag"),
    limit: { ...LIMIT, defaultText: "50" },
    ...WHERE,
  },
  lists: ".results[]",
  run: async (context) => {
    const { arguments: { query = "" }, options } = context;
    const { type, lifetime, behavior, since, limit } = options;
    const filter = {
      type,
      lifetime,
      ownerType: options["owner-type"],
      behavior,
      contentType: options["content-type"],
      since,
    };
    return await valueFrom(context, {
      here: async () => {
        const repository = await repositoryOf(context);
        return await searchData(repository, query, { ...filter, tags: options.tag }, limit);
      },
      there: ({ ask }) =>
        ask("data.search", { query: { query, ...filter, tag: options.tag, limit } }),
    });
  },
  text({ results, total, limited }, { paint, width }) {
    if (results.length === 0) return "No data matches.";
    const lines = listing({ paint, width }, results, {
      BEHAVIOR: (item) => item.modelName,
      NAME: (item) => item.name,
      KIND: (item) => item.type,
      VERSION: (item) => String(item.version),
      BYTES: (item) => String(item.size),
      WRITTEN: (item) => written(item.createdAt),
    });
    const more = limited ? [`${results.length} of ${total}; use --limit to show more.`] : [];
    return [lines, ...more].join("\n");
  },
});
