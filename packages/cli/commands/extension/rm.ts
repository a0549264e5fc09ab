import { parseExtensionName } from "@svc/core/name";
import { removeExtension } from "@svc/runtime/installed";
import { confirm } from "../../frame/ask.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR, YES } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

interface Result {
  removed: { name: string; version: string; filesDeleted: number };
}

export default defineCommand({
  description: "Deletes its files and its lockfile entry. Behaviors and data made with it stay.",
  examples: [{ command: "svc extension rm @acme/tool --yes", does: "remove it" }],
  arguments: [{ name: "name", summary: "the extension, as @collective/name" }],
  options: { yes: YES, "repo-dir": REPO_DIR },
  credential: "none",
  async run(context): Promise<Result> {
    const name = parseExtensionName(context.arguments.name).full;
    const repo = await repositoryOf(context);
    if (!context.options.yes) await confirm(context, `Remove ${name}?`);
    return { removed: await removeExtension(repo, name) };
  },
  text: ({ removed }) =>
    `Removed ${removed.name} ${removed.version} (${removed.filesDeleted} files).`,
});
