import { collectData, type CollectedData } from "@svc/runtime/data";
import { OFFLINE, shareOf } from "../../datastore/share.ts";
import { confirm } from "../../frame/ask.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR, YES } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { DRY_RUN } from "./options.ts";

export default defineCommand({
  description:
    `Deletes expired data, and versions beyond its garbageCollection setting. The newest version of data that has not expired is kept. Data of a job or a workflow is deleted when the record of its run is gone.`,
  examples: {
    "svc data gc --dry-run": "list what would be deleted",
    "svc data gc --yes": "delete it",
  },
  options: { "dry-run": DRY_RUN, yes: YES, offline: OFFLINE, "repo-dir": REPO_DIR },
  async run(context) {
    const repository = await repositoryOf(context);
    if (context.options["dry-run"]) return await collectData(repository, { dryRun: true });
    return await shareOf(context, repository)(undefined, async () => {
      const preview = await collectData(repository, { dryRun: true });
      if (preview.versionsDeleted === 0) return preview;
      if (!context.options.yes) await confirm(context, `Delete ${whatOf(preview)}?`);
      return await collectData(repository);
    });
  },
  text(result) {
    const { versionsDeleted, dryRun, expiredEntries, skipped } = result;
    const busy = skipped.map((name) => `Skipped ${name}: a run is using its data.`);
    if (versionsDeleted === 0) return ["Nothing to clean up.", ...busy].join("\n");
    const lines = expiredEntries.map(({ modelName, dataName, reason }) =>
      `  ${modelName} ${dataName} (${reason})`
    );
    return [`${dryRun ? "Would delete" : "Deleted"} ${whatOf(result)}.`, ...lines, ...busy].join(
      "\n",
    );
  },
});

function whatOf({ versionsDeleted, dataEntriesExpired, bytesReclaimed }: CollectedData): string {
  return `${versionsDeleted} ${versionsDeleted === 1 ? "version" : "versions"} ` +
    `(${dataEntriesExpired} expired ${dataEntriesExpired === 1 ? "name" : "names"}, ` +
    `${bytesReclaimed} bytes)`;
}
