import { pruneData, type PrunedData } from "@svc/runtime/data";
import { OFFLINE, shareOf } from "../../datastore/share.ts";
import { confirm } from "../../frame/ask.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR, YES } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { DRY_RUN } from "./options.ts";

export default defineCommand({
  description:
    "A behavior counts as deleted when its file is not in this checkout: on another branch it may " +
    "still be there.",
  examples: {
    "svc data prune --dry-run": "list what would be deleted",
    "svc data prune --yes": "delete it",
  },
  options: { "dry-run": DRY_RUN, yes: YES, offline: OFFLINE, "repo-dir": REPO_DIR },
  async run(context) {
    const repository = await repositoryOf(context);
    if (context.options["dry-run"]) return await pruneData(repository, { dryRun: true });
    return await shareOf(context, repository)(undefined, async () => {
      const preview = await pruneData(repository, { dryRun: true });
      if (preview.modelsReclaimed === 0) return preview;
      if (!context.options.yes) await confirm(context, `Delete ${whatOf(preview)}?`);
      return await pruneData(repository);
    });
  },
  text(result) {
    if (result.modelsReclaimed === 0) return "Nothing to clean up.";
    const lines = result.reclaimedModels.map(({ type, modelId, dataEntries }) =>
      `  ${type} ${modelId} (${dataEntries} ${dataEntries === 1 ? "name" : "names"})`
    );
    return [`${result.dryRun ? "Would delete" : "Deleted"} ${whatOf(result)}:`, ...lines].join(
      "\n",
    );
  },
});

function whatOf({ modelsReclaimed, versionsDeleted, bytesReclaimed }: PrunedData): string {
  return `${versionsDeleted} ${versionsDeleted === 1 ? "version" : "versions"} ` +
    `(${bytesReclaimed} bytes) of ${modelsReclaimed} ` +
    `${modelsReclaimed === 1 ? "deleted behavior" : "deleted behaviors"}`;
}
