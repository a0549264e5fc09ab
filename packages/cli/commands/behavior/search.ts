import { searchDefinitions } from "@svc/runtime/definitions";
import { columns } from "../../frame/columns.ts";
import { arg, defineCommand } from "../../frame/command.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";

export default defineCommand({
  examples: {
    "svc behavior search": "every behavior of the repository",
    "svc behavior search alerts --json": "search by name or type, as JSON",
  },
  arguments: [arg("query", "part of the name or type", { optional: true, phrase: true })],
  options: WHERE,
  lists: ".results[]",
  async run(context) {
    const { query = "" } = context.arguments;
    return await valueFrom(context, {
      here: async () => await searchDefinitions(await repositoryOf(context), query),
      there: ({ ask }) => ask("behaviors.search", { query: { query } }),
    });
  },
  text: ({ query, results }) =>
    results.length > 0
      ? columns(results.map(({ name, type, id }) => [name, type, id])).join("\n")
      : query
      ? `No behavior matches '${query}'.`
      : "No behaviors yet; create one with 'svc behavior create <type> <name>'.",
});
