import { isSvcError } from "@svc/core/error";
import { defaultVault, listVaults } from "@svc/runtime/vaults";
import { listing } from "../../frame/table.ts";
import { arg, defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { written } from "../../frame/written.ts";

export default defineCommand({
  description:
    "Secret outputs go to the default vault, unless their behavior names another: the one that\n" +
    "defaultVault of .svc.yaml names, else the oldest.",
  examples: {
    "svc vault list": "every vault of the repository",
    "svc vault list openbao --json": "search by name or type, as JSON",
  },
  arguments: [arg("query", "part of the name or type", { optional: true, phrase: true })],
  options: { "repo-dir": REPO_DIR },
  lists: ".results[]",
  async run(context) {
    const { query = "" } = context.arguments;
    const wanted = query.trim().toLowerCase();
    const repository = await repositoryOf(context);
    const vaults = await listVaults(repository);
    const chosen = await defaultVault(repository).catch((error) => {
      if (!isSvcError(error)) throw error;
      // Without vaults there is none, and that is said below.
      if (vaults.length > 0) context.warn(`There is no default vault: ${error.message}`);
    });
    const results = vaults
      .filter(({ name, type }) => [name, type].some((text) => text.toLowerCase().includes(wanted)))
      .map(({ id, name, type, createdAt }) => ({
        id,
        name,
        type,
        createdAt,
        default: id === chosen?.id,
      }));
    return { query, results };
  },
  text({ query, results }, { paint, width }) {
    if (results.length > 0) {
      return listing({ paint, width }, results, {
        VAULT: (one) => one.default ? `${one.name} (default)` : one.name,
        TYPE: (one) => one.type,
        CREATED: (one) => written(one.createdAt),
      });
    }
    return query
      ? `No vault matches '${query}'.`
      : "No vaults yet. Create one with 'svc vault create local_encryption main'.";
  },
});
