import { listData } from "@svc/runtime/data";
import { columns } from "../../frame/columns.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  examples: [{ command: "svc data list insight", does: "what the behavior wrote" }],
  arguments: [{ name: "behavior", summary: "the behavior's name or id", completes: "behavior" }],
  options: { "repo-dir": REPO_DIR },
  credential: "none",
  run: async (context) => await listData(await repositoryOf(context), context.arguments.behavior),
  text({ modelName, groups }, { paint }) {
    const items = groups.flatMap(({ type, items }) =>
      items.map((item) => ({ ...item, group: type }))
    );
    if (items.length === 0) return `${modelName} has written nothing yet.`;
    const [head, ...rows] = columns([
      ["NAME", "KIND", "VERSION", "BYTES", "WRITTEN"],
      ...items.map((item) => [
        item.name,
        item.group,
        String(item.version),
        String(item.size),
        item.createdAt.slice(0, 19).replace("T", " "),
      ]),
    ]);
    return [paint.bold(head!), ...rows].join("\n");
  },
});
