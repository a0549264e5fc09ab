import { renameData } from "@svc/runtime/data";
import { OFFLINE, shareOf } from "../../datastore/share.ts";
import { defineCommand, text } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { BEHAVIOR, DATA_NAME } from "./options.ts";

export default defineCommand({
  description:
    "Copies the newest version to the new name. The old name redirects there and keeps its " +
    "earlier versions.",
  examples: { "svc data rename insight repos --new-name repositories": "rename it" },
  arguments: [BEHAVIOR, DATA_NAME],
  options: {
    "new-name": text("<name>", "The new name", { required: true }),
    offline: OFFLINE,
    "repo-dir": REPO_DIR,
  },
  async run(context) {
    const { behavior, name } = context.arguments;
    const repository = await repositoryOf(context);
    const newName = context.options["new-name"];
    return await shareOf(context, repository)(
      behavior,
      () => renameData(repository, behavior, name, newName),
    );
  },
  text: ({ oldName, newName, copiedVersion, newVersion, warning }) =>
    `Renamed ${oldName} (version ${copiedVersion}) to ${newName} (version ${newVersion}).\n${warning}`,
});
