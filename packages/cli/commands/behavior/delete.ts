import { deleteDefinition, findDefinition } from "@svc/runtime/definitions";
import { confirm } from "../../frame/ask.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR, YES } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  description:
    "A behavior that has data is kept unless --force is given, which deletes the data too.",
  examples: [
    { command: "svc behavior delete insight --yes", does: "without data" },
    { command: "svc behavior delete insight --yes --force", does: "with its data" },
  ],
  arguments: [{ name: "name", summary: "the behavior's name or id", completes: "behavior" }],
  options: {
    yes: YES,
    force: { kind: "flag", short: "f", summary: "Also delete the data it wrote" },
    "repo-dir": REPO_DIR,
  },
  credential: "none",
  async run(context) {
    const { options, arguments: { name } } = context;
    const repo = await repositoryOf(context);
    const { definition } = await findDefinition(repo, name);
    if (!options.yes) {
      await confirm(
        context,
        `Delete ${definition.name}${options.force ? " and its data" : ""}?`,
      );
    }
    return await deleteDefinition(repo, name, { force: options.force });
  },
  text: ({ deleted, dataDeleted }) =>
    `Deleted ${deleted.name} (${deleted.type})${
      dataDeleted > 0
        ? ` and ${dataDeleted} ${dataDeleted === 1 ? "version" : "versions"} of data`
        : ""
    }.`,
});
