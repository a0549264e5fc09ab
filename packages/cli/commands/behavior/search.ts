import { searchDefinitions } from "@svc/runtime/definitions";
import { columns } from "../../frame/columns.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  examples: [
    { command: "svc behavior search", does: "every behavior of the repository" },
    { command: "svc behavior search alerts --json", does: "by a part of name or type, as data" },
  ],
  arguments: [{ name: "query", summary: "a part of the name or type", optional: true }],
  options: { "repo-dir": REPO_DIR },
  credential: "none",
  run: async (context) =>
    await searchDefinitions(await repositoryOf(context), context.arguments.query ?? ""),
  text: ({ query, results }) =>
    results.length > 0
      ? columns(results.map(({ name, type, id }) => [name, type, id])).join("\n")
      : query
      ? `No behavior matches '${query}'.`
      : "No behaviors yet; 'svc behavior create <type> <name>' makes one.",
});
