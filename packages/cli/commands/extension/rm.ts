import { parseExtensionName } from "@svc/core/name";
import { assertInstalled, installedTypes, removeExtensions } from "@svc/runtime/installed";
import { confirm } from "../../frame/ask.ts";
import { arg, defineCommand, flag } from "../../frame/command.ts";
import { REPO_DIR, YES } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { SvcError } from "@svc/core/error";
import { normalizeType } from "@svc/core/type";
import { allDefinitions } from "@svc/runtime/definitions";
import type { Repository } from "@svc/runtime/repository";

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

/**
 * Refuses to take away an extension whose types behaviors have: they could not run any more.
 *
 * @throws SvcError `conflict` naming the behaviors
 */
async function refuseUsed(repository: Repository, name: string): Promise<void> {
  const types = new Set(await installedTypes(repository, name));
  const users = types.size === 0
    ? []
    : (await allDefinitions(repository)).map(({ definition }) => definition)
      .filter(({ type }) => types.has(normalizeType(type)));
  if (users.length === 0) return;
  throw new SvcError("conflict", `${name} is used by ${users.map((one) => one.name).join(", ")}`, {
    hint: "Delete those behaviors first, or use --force. They are kept, but cannot run without it.",
    details: users.map((one) => ({ path: one.name, message: `is a ${one.type}` })),
  });
}
