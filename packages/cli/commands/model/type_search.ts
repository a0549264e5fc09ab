import { listTypes } from "@svc/runtime/types";
import { columns } from "../../frame/columns.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { maybeRepository } from "../../frame/repository.ts";

export default defineCommand({
  description: "Lists what this repository can use: built in, of its own, and pulled.",
  examples: [
    { command: "svc model type search", does: "every type" },
    { command: "svc model type search insight --json", does: "by a part of the name, as data" },
  ],
  arguments: [{ name: "query", summary: "a part of the name", optional: true }],
  options: { "repo-dir": REPO_DIR },
  credential: "none",
  run: async (context) =>
    await listTypes(await maybeRepository(context), context.arguments.query ?? ""),
  text: ({ query, results }) =>
    results.length === 0
      ? `No type matches '${query}'. Try 'svc extension search ${query}'.`
      : columns(results.map((type) => [
        type.normalized,
        type.version,
        type.extension ? `${type.origin} from ${type.extension}` : type.origin,
      ])).join("\n"),
});
