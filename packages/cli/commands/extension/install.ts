import { readPolicy } from "@svc/runtime/policy";
import { grantOptions } from "../../extension/decide.ts";
import { grantedText } from "../../extension/granted_text.ts";
import { restore, type Restored } from "../../extension/restore.ts";
import { blockText } from "../../frame/terminal_text.ts";
import { columns } from "../../frame/columns.ts";
import { defineCommand, flag } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { REQUIRE_PROVENANCE } from "../../extension/provenance_options.ts";
import { INSTALL_OPTIONS } from "../../permission/allow.ts";

export default defineCommand({
  description: [
    "Fetches the extensions of upstream_extensions.json that are missing: the same version, with the same",
    "checksum, from the registry it was pulled from. Yanked versions are restored with a warning.",
    "Permissions that you have not granted in this repository are asked for, as at a pull. With",
    "--trust-lockfile they are granted as listed in the lockfile, which was reviewed in git; one that",
    "requests anything else is refused. Exit code 1 when one cannot be restored; that one is left as it",
    "was.",
  ].join("\n"),
  examples: {
    "svc extension install": "after cloning a repository",
    "svc extension install --trust-lockfile --json":
      "in CI: without a prompt, granting only what was reviewed",
  },
  options: {
    "trust-lockfile": flag("Grant only the permissions listed in the lockfile"),
    ...INSTALL_OPTIONS,
    "require-provenance": REQUIRE_PROVENANCE,
    "repo-dir": REPO_DIR,
  },
  lists: ".entries[]",
  credential: "optional",
  async run(context) {
    const repo = await repositoryOf(context);
    const { options } = context;
    const trustLockfile = options["trust-lockfile"];
    if (trustLockfile && (options["allow-all-requested"] || options.allow.length > 0)) {
      throw usage("--trust-lockfile and --allow cannot be used together");
    }
    const entries = await restore(context, repo, {
      ...await grantOptions(options),
      trustLockfile: trustLockfile || ((await readPolicy(repo))?.trustLockfile ?? false),
      force: options.force,
      requireProvenance: options["require-provenance"],
    });
    const count = (status: Restored["status"]) =>
      entries.filter((entry) => entry.status === status).length;
    return {
      entries,
      installed: count("installed"),
      // Other clients know it (reference wire 5.2); there is no older layout to migrate.
      migrated: 0,
      upToDate: count("up_to_date"),
      failed: count("failed"),
    };
  },
  whole: ["error"],
  text({ entries, installed, upToDate, failed }, { paint }) {
    if (entries.length === 0) return "The lockfile names no extensions.";
    const words = {
      installed: paint.green("installed"),
      up_to_date: "up to date",
      failed: paint.red("failed"),
    };
    const lines = columns(entries.map(({ name, version }) => [name, version, ""]));
    return [
      ...entries.flatMap(({ status, error, permissions = [] }, index) => [
        [`${lines[index]}  ${words[status]}`, grantedText(permissions)].filter(Boolean).join("; "),
        ...(error === undefined ? [] : [blockText(blockText(error))]),
      ]),
      `${installed} installed, ${upToDate} up to date, ${failed} failed.`,
    ].join("\n");
  },
  exit: ({ failed }) => failed > 0 ? 1 : 0,
});
