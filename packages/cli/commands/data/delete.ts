import { SvcError } from "@svc/core/error";
import { deleteData, type DeletedData } from "@svc/runtime/data";
import { OFFLINE, shareOf } from "../../datastore/share.ts";
import { confirm } from "../../frame/ask.ts";
import { defineCommand, flag, number, text } from "../../frame/command.ts";
import { REPO_DIR, YES } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { BEHAVIOR, DATA_NAME, DRY_RUN } from "./options.ts";
import { counted } from "../../frame/counted.ts";

export default defineCommand({
  description: "Deletes all versions of a name, or one of them. Version numbers are not reused. " +
    "With --prefix or --all, either all of the names are deleted or none.",
  examples: {
    "svc data delete insight repos --yes": "all versions",
    "svc data delete insight repos --version 2 --yes": "one of them",
    "svc data delete insight --prefix tmp- --dry-run": "list what would be deleted",
  },
  arguments: [BEHAVIOR, { ...DATA_NAME, optional: true }],
  options: {
    version: number("<n>", "Delete only this version"),
    prefix: text("<text>", "Delete all names with this prefix"),
    all: flag("Delete all data of the behavior"),
    "dry-run": DRY_RUN,
    yes: YES,
    force: flag("Like --yes, and succeed if there is nothing to delete", { short: "f" }),
    offline: OFFLINE,
    "repo-dir": REPO_DIR,
  },
  async run(context) {
    const { options, arguments: { behavior, name } } = context;
    const selection = selectionOf(name, options);
    const repository = await repositoryOf(context);
    const preview = async () =>
      await unlessMissing(
        options.force,
        deleteData(repository, behavior, { ...selection, dryRun: true }),
      );
    if (options["dry-run"]) return resultOf(await preview(), name);
    // What is asked about is what goes: others add nothing meanwhile.
    return await shareOf(context, repository)(behavior, async () => {
      const found = await preview();
      if (found === undefined || found.totalDeleted === 0) return resultOf(found, name);
      if (!options.yes && !options.force) await confirm(context, questionOf(found, behavior));
      return resultOf(await deleteData(repository, behavior, selection), name);
    });
  },
  text(result) {
    if ("dataName" in result) {
      return `Deleted ${counted(result.versionsDeleted, "version")} of ${result.dataName}.`;
    }
    const { totalDeleted, totalVersionsDeleted, dryRun } = result;
    if (totalDeleted === 0) return "Nothing to delete.";
    return `${dryRun ? "Would delete" : "Deleted"} ${
      counted(totalVersionsDeleted, "version")
    } of ` +
      `${counted(totalDeleted, "name")}${dryRun ? `: ${someOf(result.names)}` : ""}.`;
  },
});

/** Names that are shown one by one. */
const SHOWN = 50;

function someOf(names: readonly string[]): string {
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return names.slice(0, SHOWN).join(", ") + more;
}

/** @throws SvcError `usage` unless exactly one of name, prefix and all says what goes. */
function selectionOf(
  name: string | undefined,
  options: { version: number | undefined; prefix: string | undefined; all: boolean },
) {
  const { version, prefix, all } = options;
  const given = [name !== undefined, prefix !== undefined, all].filter(Boolean).length;
  if (given !== 1 || (version !== undefined && name === undefined) || prefix === "") {
    throw new SvcError("usage", "Pass a name, --prefix or --all", {
      hint: "--version needs a name. 'svc data list <behavior>' shows what there is.",
    });
  }
  return { name, version, prefix, all };
}

async function unlessMissing(
  force: boolean,
  deletion: Promise<DeletedData>,
): Promise<DeletedData | undefined> {
  try {
    return await deletion;
  } catch (error) {
    if (force && error instanceof SvcError && error.code === "data_not_found") return undefined;
    throw error;
  }
}

/** One name has a shape of its own (runtime reference 3.5). */
function resultOf(found: DeletedData | undefined, name: string | undefined) {
  const {
    deleted = [],
    version,
    totalDeleted = 0,
    totalVersionsDeleted = 0,
    dryRun = false,
    ...model
  } = found ?? {};
  if (name !== undefined && found !== undefined && !dryRun) {
    return {
      ...model,
      dataName: name,
      ...(version === undefined ? {} : { version }),
      versionsDeleted: totalVersionsDeleted,
    };
  }
  const names = deleted.map(({ dataName }) => dataName);
  return { ...model, totalDeleted, totalVersionsDeleted, names, failed: [], dryRun };
}

function questionOf(
  { totalDeleted, totalVersionsDeleted, deleted }: DeletedData,
  behavior: string,
) {
  const versions = counted(totalVersionsDeleted, "version");
  return totalDeleted === 1
    ? `Delete ${versions} of ${deleted[0]!.dataName} of ${behavior}?`
    : `Delete ${versions} of ${totalDeleted} names of ${behavior}?`;
}
