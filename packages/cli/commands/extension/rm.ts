import { parseExtensionName } from "@svc/core/name";
import { assertInstalled, removeExtensions } from "@svc/runtime/installed";
import { refuseUsed } from "../../extension/users.ts";
import { confirm } from "../../frame/ask.ts";
import { arg, defineCommand, flag } from "../../frame/command.ts";
import { REPO_DIR, YES } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  description:
    "Deletes their files, their skills and their lockfile entries: of all of them, or of none.\n" +
    "Behaviors and data made with them stay. Fails if behaviors use one or its files were changed\n" +
    "locally, unless --force is given.",
  examples: {
    "svc extension rm @acme/tool --yes": "remove it",
    "svc extension rm @acme/tool @acme/other": "remove two",
    "svc extension rm @acme/tool --force": "even if behaviors use it",
  },
  arguments: [
    arg("name", "extensions, as @collective/name", { completes: "extension", many: true }),
  ],
  options: {
    yes: YES,
    force: flag("Remove them even if behaviors use them or files were changed", { short: "f" }),
    "repo-dir": REPO_DIR,
  },
  async run(context) {
    const names = [
      ...new Set(context.arguments.name.map((name) => parseExtensionName(name).full)),
    ];
    const repo = await repositoryOf(context);
    const { yes, force } = context.options;
    for (const name of names) {
      await assertInstalled(repo, name);
      if (!force) await refuseUsed(repo, name);
    }
    if (!yes) await confirm(context, `Remove ${names.join(", ")}?`);
    return { removed: await removeExtensions(repo, names, { force }) };
  },
  text: ({ removed }) =>
    removed.map(({ name, version, filesDeleted }) =>
      `Removed ${name} ${version} (${filesDeleted} files).`
    ).join("\n"),
});
