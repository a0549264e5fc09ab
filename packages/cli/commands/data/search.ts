import { searchData } from "@svc/runtime/data";
import { columns } from "../../frame/columns.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
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
    "repo-dir": REPO_DIR,
  },
  credential: "none",
  run: async (context) => {
    const { options } = context;
    return await searchData(await repositoryOf(context), context.arguments.query ?? "", {
      type: options.type,
      lifetime: options.lifetime,
      ownerType: options["owner-type"],
      behavior: options.behavior,
      contentType: options["content-type"],
      since: options.since,
      tags: options.tag,
    }, options.limit);
  },
  text({ results, total, limited }, { paint }) {
    if (results.length === 0) return "No data matches.";
    const [head, ...rows] = columns([
      ["BEHAVIOR", "NAME", "KIND", "VERSION", "BYTES", "WRITTEN"],
      ...results.map((item) => [
        item.modelName,
        item.name,
        item.type,
        String(item.version),
        String(item.size),
        written(item.createdAt),
      ]),
    ]);
    const more = limited ? [`${results.length} of ${total}; --limit shows more.`] : [];
    return [paint.bold(head!), ...rows, ...more].join("\n");
  },
});
