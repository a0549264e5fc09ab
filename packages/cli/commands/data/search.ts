import { searchData } from "@svc/runtime/data";
import { table } from "../../frame/table.ts";
import { defineCommand } from "../../frame/command.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { valueFrom, WHERE } from "../../remote/place.ts";
import { LIMIT } from "./options.ts";
import { written } from "../../frame/written.ts";

export default defineCommand({
  description: "Looks in the names of data, outputs and behaviors; newest first.",
  examples: [
    { command: "svc data search", does: "what was written last" },
    { command: "svc data search repo --type resource --since 7d", does: "of the last week" },
    { command: "svc data search --behavior insight --tag team=core --json", does: "by a tag" },
  ],
  arguments: [{ name: "query", summary: "a part of a name", optional: true }],
  options: {
    type: { kind: "text", value: "<kind>", summary: "Only this kind: resource, file or report" },
    lifetime: { kind: "text", value: "<lifetime>", summary: "Only what is kept so, as infinite" },
    "owner-type": {
      kind: "text",
      value: "<owner>",
      summary: "Only what was written so: model-method or manual",
    },
    behavior: { kind: "text", value: "<name>", summary: "Only what this behavior wrote" },
    "content-type": { kind: "text", value: "<type>", summary: "As text/plain, or text/*" },
    since: { kind: "text", value: "<time>", summary: "Written since, as 7d or 2026-11-21" },
    tag: { kind: "list", value: "<key=value>", summary: "With this tag; may be given again" },
    limit: { ...LIMIT, summary: "Show at most so many; 50 when left out" },
    ...WHERE,
  },
  credential: "none",
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
    const lines = table(
      { paint, width },
      ["BEHAVIOR", "NAME", "KIND", "VERSION", "BYTES", "WRITTEN"],
      results.map((item) => [
        item.modelName,
        item.name,
        item.type,
        String(item.version),
        String(item.size),
        written(item.createdAt),
      ]),
    );
    const more = limited ? [`${results.length} of ${total}; --limit shows more.`] : [];
    return [lines, ...more].join("\n");
  },
});
