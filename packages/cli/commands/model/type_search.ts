import { listTypes } from "@svc/runtime/types";
import { columns } from "../../frame/columns.ts";
import { arg, defineCommand } from "../../frame/command.ts";
import { maybeRepository } from "../../frame/repository.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";

export default defineCommand({
  description: "Lists built-in types, types of this repository, and pulled types.",
  examples: {
    "svc model type search": "every type",
    "svc model type search insight --json": "search by name, as JSON",
  },
  arguments: [arg("query", "part of the name", { optional: true, phrase: true })],
  options: WHERE,
  lists: ".results[]",
  async run(context) {
    const { query = "" } = context.arguments;
    return await valueFrom(context, {
      here: async () => await listTypes(await maybeRepository(context), query),
      there: ({ ask }) => ask("types.search", { query: { query } }),
    });
  },
  text: ({ query, results }) =>
    results.length === 0
      ? `No type matches '${query}'. Try 'svc extension search ${query}'.`
      : columns(results.map((type) => [
        type.normalized,
        type.version,
        type.extension ? `${type.origin} from ${type.extension}` : type.origin,
      ])).join("\n"),
});
