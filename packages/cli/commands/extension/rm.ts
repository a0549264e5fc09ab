import { parseExtensionName } from "@svc/core/name";
import { assertInstalled, removeExtension } from "@svc/runtime/installed";
import { refuseUsed } from "../../extension/users.ts";
import { confirm } from "../../frame/ask.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR, YES } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

interface Result {
  removed: { name: string; version: string; filesDeleted: number };
}

export default defineCommand({
  description:
    "Deletes its files, its skills and its lockfile entry. Behaviors and data made with it stay.\n" +
    "Fails if behaviors use it or its files were changed locally, unless --force is given.",
  examples: [
    { command: "svc extension rm @acme/tool --yes", does: "remove it" },
    { command: "svc extension rm @acme/tool --force", does: "even if behaviors use it" },
  ],
  arguments: [{ name: "name", summary: "the extension, as @collective/name" }],
  options: {
    yes: YES,
    force: {
      kind: "flag",
      short: "f",
      summary: "Remove it even if behaviors use it or its files were changed",
    },
    "repo-dir": REPO_DIR,
  },
  credential: "none",
  async run(context): Promise<Result> {
    const name = parseExtensionName(context.arguments.name).full;
    const repo = await repositoryOf(context);
    const { yes, force } = context.options;
    await assertInstalled(repo, name);
    if (!force) await refuseUsed(repo, name);
    if (!yes) await confirm(context, `Remove ${name}?`);
    return { removed: await removeExtension(repo, name, { force }) };
  },
  text: ({ removed }) =>
    `Removed ${removed.name} ${removed.version} (${removed.filesDeleted} files).`,
});
